#pragma once
// Stands before lib/pool/spin_lock.hpp: the same orders, but a waiter is blocked instead of spinning.
#include "explorer.hpp"

namespace berth::impl {
class spin_lock {
 public:
  void lock() {
    for (std::uint32_t seen = 0; !word_.compare_exchange_weak(seen, 1, std::memory_order_acquire); seen = 0)
      explore::block_while(word_, 1);
  }
  void unlock() {
    word_.store(0, std::memory_order_release);
    explore::unblock(word_);
  }
  void reset() { word_.store(0, std::memory_order_relaxed); }

 private:
  std::atomic<std::uint32_t> word_{0};
};
}  // namespace berth::impl
