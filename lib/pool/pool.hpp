#pragma once
// The one pool of the process: board, gauge, queue, workers, and what they count. Constant-initialised, never
// destroyed, so that it can be used before main and while the process exits.
#include <atomic>
#include <cstdint>

#include "pool/admission.hpp"
#include "pool/board.hpp"
#include "pool/config.hpp"
#include "pool/gauge.hpp"
#include "pool/holders.hpp"
#include "pool/supply.hpp"
#include "pool/throttle.hpp"
#include "pool/workers.hpp"

namespace berth::impl {

// What happened, for explain(). Monotonic, relaxed: they guard nothing.
struct pool_counters {
  std::atomic<std::uint64_t> wakes{0};       // sleeping workers woken
  std::atomic<std::uint64_t> lent{0};        // threads asked of a supply
  std::atomic<std::uint64_t> queued{0};      // calls that waited for their turn
  std::atomic<std::uint64_t> served{0};      // ... and were run by a server
  std::atomic<std::uint64_t> taken_back{0};  // ... and went back to their caller, because nothing moved
  std::atomic<std::uint64_t> gave_way{0};    // times that a call of over 5 ms let the queue pass
};

struct thread_priority {
  int policy = 0, nice = 0;
  static thread_priority current();
  bool operator==(const thread_priority&) const = default;
};

struct pool {
  enum class stage : std::uint32_t { not_started, starting, started };

  std::atomic<stage> at{stage::not_started};
  std::atomic<std::uint32_t> width{1};  // the budget; its floor while a fractional quota is being throttled
  board calls;
  gauge slots;
  holders holding;
  admission queue;
  workers crew;
  throttle_watch throttle;
  pool_counters counters;
  // The sign of life: when a piece was last finished anywhere, to half a millisecond; see note_completion().
  alignas(64) std::atomic<std::uint64_t> completed_ns{0};

  // Set by start(), constant afterwards.
  pool_config config;
  thread_priority usual_priority;  // of the thread that started it, and so of those that are lent
  supply* lender = nullptr;        // oneTBB, or null
  supply* own = nullptr;
  supply* starter = nullptr;  // one thread of our own, for start()
  bool is_forked_child = false;

  [[nodiscard]] bool started() const { return at.load(std::memory_order_acquire) == stage::started; }

  // Reads the budget and sets up the supplies. Runs on the starter thread, or on the caller of configure(). Once.
  void start();

  // Starts start() on a thread of its own, unless that has been done or may not be done now. Costs the caller a
  // thread's creation, 20 to 60 us where we measured.
  void start_in_background(std::uint64_t now_ns);

  // Mostly a look at a line that everybody shares: one that is written for every piece would be fought for.
  void note_completion(std::uint64_t now_ns) {
    if (now_ns - completed_ns.load(std::memory_order_relaxed) > 500'000)
      completed_ns.store(now_ns, std::memory_order_relaxed);
  }

  void after_fork_in_child();

  // Looks at the throttling counters now and then. Under a fractional quota that is being throttled, the width
  // alternates: its ceiling for as much of every 100 ms as the fraction pays for, its floor in the rest, so that what
  // is used comes to the quota and not to the next whole CPU above (throttled) or below (a third of 1.5 CPUs unused).
  void follow_throttling(std::uint64_t now_ns);

 private:
  std::atomic<std::uint64_t> next_try_ns_{0};
};

pool& the_pool();

// The budget's width, reading it if the pool has not started; starts nothing.
std::uint32_t budget_width();

// False before main, in a dlopen initialiser and during exit: then everything runs as a plain loop (lifetime.cpp).
bool may_start_threads();
bool exiting();

}  // namespace berth::impl
