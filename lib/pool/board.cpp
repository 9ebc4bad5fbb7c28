#include "pool/board.hpp"

namespace berth::impl {
namespace {
// Threads start at different words, so that few callers meet in one.
std::uint32_t first_word() {
  static std::atomic<std::uint32_t> count{0};
  thread_local const std::uint32_t mine = count.fetch_add(1, std::memory_order_relaxed);
  return mine % board::words;
}
}  // namespace

bool board::publish(region& r) {
  for (std::uint32_t k = 0, w = first_word(); k != words; ++k, w = (w + 1) % words) {
    std::uint64_t bits = taken_[w].load(std::memory_order_relaxed);
    while (~bits) {
      const auto bit = static_cast<std::uint32_t>(__builtin_ctzll(~bits));
      // seq_cst, both here and on the slot: "hang out, then look who sleeps" against a sleeper's "say that I sleep,
      // then look" (workers.cpp). One of the two sees the other. It also acquires from withdraw(): our pointer comes
      // after the null of the slot's last user.
      if (!taken_[w].compare_exchange_weak(bits, bits | (std::uint64_t{1} << bit), std::memory_order_seq_cst)) continue;
      r.board_slot = w * 64 + bit;
      slot_[r.board_slot].store(&r, std::memory_order_seq_cst);
      return true;
    }
  }
  return false;
}

void board::withdraw(region& r) {
  slot_[r.board_slot].store(nullptr, std::memory_order_relaxed);
  // Release: the next owner of the slot must not have its pointer overwritten by our null.
  taken_[r.board_slot / 64].fetch_and(~(std::uint64_t{1} << r.board_slot % 64), std::memory_order_release);
}

bool board::any() const {
  for (const auto& w : taken_)
    if (w.load(std::memory_order_seq_cst)) return true;
  return false;
}

void board::clear() {
  for (auto& s : slot_) s.store(nullptr, std::memory_order_relaxed);
  for (auto& w : taken_) w.store(0, std::memory_order_relaxed);
}

}  // namespace berth::impl
