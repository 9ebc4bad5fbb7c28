#pragma once
#include "pool/region.hpp"

namespace berth::impl {

enum class slot_kind : unsigned {
  none,
  caller,
  helper,
  lent,  // has one, but lends it while it blocks
};

// What this thread is in the middle of. Not cached across anything that could switch threads.
struct thread_state {
  region* inside = nullptr;          // the innermost call whose pieces it runs
  slot_kind slot = slot_kind::none;  // its place in the budget
};

thread_state& this_thread();

class inside_of {
 public:
  explicit inside_of(region& r) : before_(this_thread().inside) { this_thread().inside = &r; }
  ~inside_of() { this_thread().inside = before_; }
  inside_of(const inside_of&) = delete;
  inside_of& operator=(const inside_of&) = delete;

 private:
  region* before_;
};

class holding_slot {
 public:
  explicit holding_slot(slot_kind kind);
  ~holding_slot();
  holding_slot(const holding_slot&) = delete;
  holding_slot& operator=(const holding_slot&) = delete;

 private:
  slot_kind before_;
};

}  // namespace berth::impl
