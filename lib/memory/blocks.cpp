#include <sys/mman.h>

#include <berth/detail/large_memory.hpp>
#include <cstdint>
#include <new>

#include "memory/kept.hpp"

namespace berth::detail {
namespace {

constexpr std::size_t huge_page = large_alignment;
constexpr std::size_t small_page = std::size_t{64} << 10;  // the largest that any machine has for its smallest

std::size_t rounded_up(std::size_t bytes, std::size_t to) { return (bytes + to - 1) & ~(to - 1); }

// Blocks of nearby sizes can serve for each other: a quarter is the most that rounding wastes, an eighth from 2 MiB on,
// and only in address space, for a page that nobody touches is none.
std::size_t block_size(std::size_t bytes) {
  return rounded_up(bytes, bytes >= 8 * huge_page ? huge_page : std::size_t{256} << 10);
}

// Mapped with room to spare, which goes back at both ends: mmap knows no alignment above a page's.
memory_block mapped(std::size_t bytes) {
  const std::size_t all = bytes + huge_page;
  void* const got = mmap(nullptr, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (got == MAP_FAILED) throw std::bad_alloc();
  char* const from = static_cast<char*>(got);
  const std::size_t before =
      rounded_up(reinterpret_cast<std::uintptr_t>(from), huge_page) - reinterpret_cast<std::uintptr_t>(from);
  if (before != 0) munmap(from, before);
  munmap(from + before + bytes, huge_page - before);
  return {from + before, bytes};
}

}  // namespace

memory_block take_large(std::size_t bytes) {
  if (bytes > static_cast<std::size_t>(PTRDIFF_MAX) - 2 * huge_page) throw std::bad_alloc();
  const std::size_t needed = block_size(bytes);
  const memory_block kept = impl::take_kept(needed);
  impl::drop_unused(impl::kept_for_ns);
  if (kept.at) return kept;
  const memory_block fresh = mapped(needed);
  want_huge_pages(fresh.at, fresh.bytes);
  return fresh;
}

void give_large(memory_block block) noexcept {
  impl::drop_unused(impl::kept_for_ns);
  if (!impl::keep(block)) munmap(block.at, block.bytes);
}

void want_huge_pages(void* at, std::size_t bytes) noexcept {
  const auto from = rounded_up(reinterpret_cast<std::uintptr_t>(at), small_page);
  const auto to = (reinterpret_cast<std::uintptr_t>(at) + bytes) & ~(small_page - 1);
  if (to > from && to - from >= huge_page) madvise(reinterpret_cast<void*>(from), to - from, MADV_HUGEPAGE);
}

}  // namespace berth::detail
