#pragma once
// Where calls in progress hang out what is left of them. Fixed memory, no lock: publishing is two atomic operations, a
// look by a spinning helper is one load a word.
#include <atomic>
#include <cstdint>

#include "pool/region.hpp"

namespace berth::impl {

class board {
 public:
  static constexpr std::uint32_t words = 8, slots = words * 64;

  // Hangs out an open region. False when every slot is taken: the call then runs unshared.
  bool publish(region& r);
  void withdraw(region& r);

  // Whether anything hangs here. One pass of loads; for spinning. seq_cst, as in find(), which it stands before.
  [[nodiscard]] bool any() const;

  // Calls visit(region&) for each region with unclaimed items until one returns true; says whether one did.
  template <class Visit>
  bool find(Visit&& visit);

  // In a forked child: nothing hangs.
  void clear();

 private:
  alignas(64) std::atomic<std::uint64_t> taken_[words]{};
  alignas(64) std::atomic<region*> slot_[slots]{};
};

template <class Visit>
bool board::find(Visit&& visit) {
  for (std::uint32_t w = 0; w != words; ++w) {
    // seq_cst: the second half of "set the parked bit, then look" (workers.cpp), against publish's "hang out, then look
    // for parked bits".
    for (std::uint64_t bits = taken_[w].load(std::memory_order_seq_cst); bits; bits &= bits - 1) {
      const auto i = w * 64 + static_cast<std::uint32_t>(__builtin_ctzll(bits));
      region* r = slot_[i].load(std::memory_order_seq_cst);
      if (r && r->left() != 0 && visit(*r)) return true;
    }
  }
  return false;
}

}  // namespace berth::impl
