#include "memory/kept.hpp"

#include <sys/mman.h>
#include <sys/sysinfo.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <berth/memory.hpp>
#include <ctime>

namespace berth::impl {
namespace {

// One kept block. Whoever turns `free` or `full` into `held` owns the other fields until it turns them back: nobody
// ever waits, and a thread that a fork has cut off in between costs the child one slot.
struct slot {
  enum state : unsigned char { free, held, full };
  std::atomic<state> now{free};
  memory_block block{};
  std::uint64_t since_ns = 0;

  // Acquire: what the owner before has written is seen.
  bool hold(state expected) {
    return now.load(std::memory_order_relaxed) == expected &&
           now.compare_exchange_strong(expected, held, std::memory_order_acquire, std::memory_order_relaxed);
  }
  void leave(state s) { now.store(s, std::memory_order_release); }
};

constinit std::array<slot, 32> slots{};
// The sum over the slots, added before a block is put in: never less than what is kept. A fork between the two costs
// the child so much of its bound.
constinit std::atomic<std::size_t> kept_bytes{0};
constexpr std::size_t unset = ~std::size_t{0};
constinit std::atomic<std::size_t> bound{unset};

std::size_t bound_by_memory() noexcept {
  const std::size_t most = std::min(std::size_t{256} << 20, memory_limit_of_groups() / 8);
  struct sysinfo machine{};
  if (sysinfo(&machine) != 0) return most;
  return std::min(most, static_cast<std::size_t>(machine.totalram) * machine.mem_unit / 8);
}

std::uint64_t monotonic_ns() noexcept {
  timespec t{};
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<std::uint64_t>(t.tv_sec) * 1'000'000'000u + static_cast<std::uint64_t>(t.tv_nsec);
}

// Empties a slot that the caller holds.
memory_block emptied(slot& s) noexcept {
  const memory_block block = s.block;
  s.block = {};
  s.leave(slot::free);
  kept_bytes.fetch_sub(block.bytes, std::memory_order_relaxed);
  return block;
}

std::size_t unmap(memory_block block) noexcept {
  munmap(block.at, block.bytes);
  return block.bytes;
}

bool put(memory_block block, std::uint64_t now) noexcept {
  for (slot& s : slots) {
    if (!s.hold(slot::free)) continue;
    s.block = block;
    s.since_ns = now;
    s.leave(slot::full);
    return true;
  }
  return false;
}

// Unmaps one block, the longest unused as far as can be seen; false if there is none.
bool drop_oldest() noexcept {
  slot* oldest = nullptr;
  for (slot& s : slots) {
    if (!s.hold(slot::full)) continue;
    slot* const younger = oldest && oldest->since_ns <= s.since_ns ? &s : oldest;
    oldest = younger == &s ? oldest : &s;
    if (younger) younger->leave(slot::full);
  }
  return oldest && unmap(emptied(*oldest)) != 0;
}

// Down to the bound. seq_cst, with keep(): "count a block in, then look at the bound" against "lower the bound, then
// look at what is counted". Whichever comes last sees the other.
void trim() noexcept {
  while (kept_bytes.load(std::memory_order_seq_cst) > bound.load(std::memory_order_seq_cst) && drop_oldest()) {
  }
}

// What was given back at `since_ns` of the monotonic clock, or before.
std::size_t drop_kept(std::uint64_t since_ns) noexcept {
  std::size_t dropped = 0;
  for (slot& s : slots) {
    if (!s.hold(slot::full)) continue;
    if (s.since_ns <= since_ns)
      dropped += unmap(emptied(s));
    else
      s.leave(slot::full);
  }
  return dropped;
}

bool fits(const slot& s, std::size_t bytes) { return s.block.bytes >= bytes && s.block.bytes / 2 <= bytes; }

}  // namespace

memory_block take_kept(std::size_t bytes) noexcept {
  slot* best = nullptr;
  for (slot& s : slots) {
    if (!s.hold(slot::full)) continue;
    slot* worse = &s;
    if (fits(s, bytes) && (!best || s.block.bytes < best->block.bytes)) std::swap(best, worse);
    if (worse) worse->leave(slot::full);
  }
  return best ? emptied(*best) : memory_block{};
}

bool keep(memory_block block) noexcept {
  const std::size_t most = memory_kept_at_most();
  if (block.bytes > most) return false;
  // The kernel may have the pages, whenever it wants them, for as long as nobody writes to them again.
  madvise(block.at, block.bytes, MADV_FREE);
  while (kept_bytes.fetch_add(block.bytes, std::memory_order_seq_cst) + block.bytes > most) {
    kept_bytes.fetch_sub(block.bytes, std::memory_order_relaxed);
    if (!drop_oldest()) return false;
  }
  const std::uint64_t now = monotonic_ns();
  while (!put(block, now)) {
    if (drop_oldest()) continue;
    kept_bytes.fetch_sub(block.bytes, std::memory_order_relaxed);
    return false;
  }
  trim();
  return true;
}

void drop_unused(std::uint64_t for_ns) noexcept {
  if (kept_bytes.load(std::memory_order_relaxed) == 0) return;
  const std::uint64_t now = monotonic_ns();
  if (now > for_ns) drop_kept(now - for_ns);
}

}  // namespace berth::impl

namespace berth {

using namespace impl;

std::size_t release_memory() noexcept { return drop_kept(monotonic_ns()); }

std::size_t memory_kept() noexcept { return kept_bytes.load(std::memory_order_relaxed); }

std::size_t memory_kept_at_most() noexcept {
  std::size_t most = bound.load(std::memory_order_relaxed);
  if (most != unset) return most;
  const std::size_t found = bound_by_memory();
  return bound.compare_exchange_strong(most, found, std::memory_order_relaxed) ? found : most;
}

void set_memory_kept_at_most(std::size_t bytes) noexcept {
  bound.store(std::min(bytes, unset - 1), std::memory_order_seq_cst);
  trim();
}

}  // namespace berth
