#pragma once
// Copying and filling memory past the cache, for outputs that are larger than it. Never throw, any thread.
#include <berth/detail/export.hpp>
#include <cstddef>

namespace berth::detail {

// Outputs from here on are larger than what a process may hope to have of a last-level cache.
inline constexpr std::size_t stream_from_bytes = std::size_t{32} << 20;

// memcpy.
BERTH_API void stream_copy(void* to, const void* from, std::size_t bytes);

// Repeats a pattern of 1, 2, 4, 8 or 16 bytes; `bytes` is a multiple of that.
BERTH_API void stream_fill(void* to, const void* pattern, std::size_t pattern_bytes, std::size_t bytes);

}  // namespace berth::detail
