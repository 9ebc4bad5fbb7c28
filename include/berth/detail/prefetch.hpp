#pragma once
// Asking for memory before it is read.
#include <cstddef>
#include <cstdint>

namespace berth::detail {

// How far ahead of what is read memory is asked for: the hardware's own prefetching stops at the end of each page.
inline constexpr std::size_t prefetch_bytes = 2048;

// The address so many bytes behind p. It may lie outside of what p points into: to be asked for, never to be read.
inline const void* address_behind(const void* p, std::size_t bytes) {
  return reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(p) + bytes);
}

// Asks for the memory there. What is not there is not missed.
inline void prefetch_behind(const void* p, std::size_t bytes) { __builtin_prefetch(address_behind(p, bytes)); }

}  // namespace berth::detail
