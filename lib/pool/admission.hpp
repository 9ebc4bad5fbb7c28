#pragma once
// The queue of calls that arrived when callers already filled the budget: first come, first served, as work for servers
// that are running. It is advice, never a lock: a queued call belongs to its caller until a server takes it, and the
// caller takes it back by one compare-and-swap when the process seems to stand still. Why: README.md, "Admission".
#include <atomic>
#include <cstdint>

#include "pool/region.hpp"
#include "pool/spin_lock.hpp"

namespace berth::impl {

class admission {
 public:
  // Puts a call that is in hand (or served, and giving way) at the end.
  void push(region& r);

  // Makes a call wait that no server may take, only whoever takes it back.
  static void set_aside(region& r);

  // The longest-waiting call that its caller has not taken back, now `served`; null if there is none.
  region* pop();

  // For the caller of a queued call: true if it is the caller's again, false if a server was faster.
  bool take_back(region& r);

  // How many calls have been popped so far, and whether r is the longest-waiting one.
  [[nodiscard]] std::uint64_t turns() const { return turns_.load(std::memory_order_relaxed); }
  [[nodiscard]] bool is_first(const region& r);

  [[nodiscard]] std::uint32_t length() const { return length_.load(std::memory_order_seq_cst); }

  // Whether a server had the call when the process forked, and this is the child, where the server is not.
  [[nodiscard]] bool is_lost(const region& r) const {
    return r.queue_epoch != epoch_ && r.stands() == standing::served;
  }

  // In a forked child: the calls of threads that are not here are dropped. Their callers' futures that are here may
  // still be taken back.
  void clear();

 private:
  void unlink(region& r);

  spin_lock lock_;
  region* first_ = nullptr;
  region* last_ = nullptr;
  std::atomic<std::uint32_t> length_{0};
  std::atomic<std::uint64_t> turns_{0};
  std::uint32_t epoch_ = 0;  // counts clear(): an older entry is in no list
};

}  // namespace berth::impl
