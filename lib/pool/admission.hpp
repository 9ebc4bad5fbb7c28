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

  // The longest-waiting call that its caller has not taken back, now `served`; null if there is none.
  region* pop();

  // For the caller of a queued call: true if it is the caller's again, false if a server was faster.
  bool take_back(region& r);

  // How many calls have left the queue, either way. A sign of life; guards nothing.
  [[nodiscard]] std::uint64_t departures() const { return departures_.load(std::memory_order_relaxed); }

  [[nodiscard]] std::uint32_t length() const { return length_.load(std::memory_order_seq_cst); }
  void clear();

 private:
  void unlink(region& r);

  spin_lock lock_;
  region* first_ = nullptr;
  region* last_ = nullptr;
  std::atomic<std::uint32_t> length_{0};
  std::atomic<std::uint64_t> departures_{0};
};

}  // namespace berth::impl
