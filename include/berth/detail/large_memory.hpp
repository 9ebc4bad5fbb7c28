#pragma once
// Memory for large results: blocks that come round again, and huge pages. Untyped; the bodies are in lib/memory.
//
// Stores that pass the caches by have been tried on top of it, for results that no cache holds, and gained nothing.
#include <berth/detail/export.hpp>
#include <cstddef>

namespace berth::detail {

struct memory_block {
  void* at = nullptr;
  std::size_t bytes = 0;
};

// From here on a block is mapped by itself. Below, the allocator's own recycling is as good.
inline constexpr std::size_t large_from = std::size_t{1} << 20;

// Where a block begins: on a multiple of this.
inline constexpr std::size_t large_alignment = std::size_t{2} << 20;

// At least `bytes` (> 0) that nobody has written, or that somebody has and gave back: the contents are anything. Any
// thread, never waits. Throws std::bad_alloc.
[[nodiscard]] BERTH_API memory_block take_large(std::size_t bytes);

// Ends the use of a block. It is kept for the next taker within the bound of berth/memory.hpp, else unmapped.
BERTH_API void give_large(memory_block) noexcept;

// Asks for huge pages in what lies between: one fault for 2 MiB then, not 512. Advice; the contents stay.
BERTH_API void want_huge_pages(void* at, std::size_t bytes) noexcept;

}  // namespace berth::detail
