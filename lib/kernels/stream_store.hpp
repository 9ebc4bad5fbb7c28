#pragma once
// Stores that go past the cache: a line that is written as a whole is then not read first, which is a third of the
// traffic of a loop that reads one row and writes another.
#include <cstddef>
#include <cstdint>
#include <cstring>
#if defined(__x86_64__)
#include <emmintrin.h>
#endif

namespace berth::impl {

inline constexpr std::size_t stream_bytes = 16;

#if defined(__x86_64__)
inline constexpr bool can_stream = true;
// `to` is a multiple of stream_bytes.
inline __attribute__((always_inline)) void stream_store(void* to, const void* from) {
  __m128i value;
  std::memcpy(&value, from, sizeof value);
  _mm_stream_si128(static_cast<__m128i*>(to), value);
}
// Orders the stores before whatever this thread does next, so that handing the memory over needs no more than usual.
inline void end_stream() { _mm_sfence(); }
#else
inline constexpr bool can_stream = false;
inline void stream_store(void* to, const void* from) { std::memcpy(to, from, stream_bytes); }
inline void end_stream() {}
#endif

inline bool is_aligned_for_stream(const void* to) { return reinterpret_cast<std::uintptr_t>(to) % stream_bytes == 0; }

}  // namespace berth::impl
