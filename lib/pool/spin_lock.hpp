#pragma once
#include <atomic>

#include "pool/futex.hpp"

namespace berth::impl {

// A lock for a handful of instructions on slow paths. Unlike std::mutex it may be reset in a forked child, where its
// holder no longer exists.
class spin_lock {
 public:
  void lock() {
    // Acquire pairs with unlock's release: what the last holder wrote is visible.
    for (std::uint32_t seen = 0; !word_.compare_exchange_weak(seen, 1, std::memory_order_acquire); seen = 0) {
      // The holder may have lost its CPU: sleep rather than spin a quota away. 50 us bounds a missed wake.
      if (++spins_ % 64 == 0) futex_wait(word_, 1, 50'000);
      relax();
    }
  }
  void unlock() { word_.store(0, std::memory_order_release); }
  void reset() { word_.store(0, std::memory_order_relaxed); }

 private:
  futex_word word_{0};
  inline static thread_local unsigned spins_ = 0;
};

}  // namespace berth::impl
