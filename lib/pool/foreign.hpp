#pragma once
#include "pool/thread_state.hpp"

namespace berth::impl {

// Whether this thread may sleep in our queue. Not if it is at work inside somebody else's parallel region (TBB,
// OpenMP), whose other threads may wait for it, nor if it runs at another priority than the threads that would serve
// it. A few hundred nanoseconds; asked only by a call that is about to queue.
bool may_sleep_here();

// Gives this thread's place in the budget to others: the thread is about to block. take_slot_back() never waits.
slot_kind lend_slot();
void take_slot_back(slot_kind kind);

class slot_lent {
 public:
  slot_lent() : kind_(lend_slot()) {}
  ~slot_lent() { take_slot_back(kind_); }
  slot_lent(const slot_lent&) = delete;
  slot_lent& operator=(const slot_lent&) = delete;

 private:
  slot_kind kind_;
};

}  // namespace berth::impl
