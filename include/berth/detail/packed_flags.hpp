#pragma once
// A std::vector<bool> from a row of bytes: threads must not share its words, so they write bytes, which are packed at
// the end.
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace berth::detail {

// Eight flags, a byte each, become one byte.
inline unsigned char packed_byte(const bool* flags) {
  std::uint64_t bytes = 0;
  __builtin_memcpy(&bytes, flags, 8);
  if constexpr (std::endian::native == std::endian::big) bytes = __builtin_bswap64(bytes);
  return static_cast<unsigned char>((bytes * 0x0102040810204080u) >> 56);
}

// Word by word where the vector lets its words be seen (libstdc++), bit by bit elsewhere. Flags: std::vector<bool>.
template <class Flags>
Flags packed(const bool* flags, std::size_t count) {
  Flags out(count);
  std::size_t done = 0;
  if constexpr (requires { *out.begin()._M_p; }) {
    auto* word = out.begin()._M_p;
    using word_type = std::remove_reference_t<decltype(*word)>;
    constexpr std::size_t bits = 8 * sizeof(word_type);
    for (; count - done >= bits; done += bits, ++word) {
      word_type filled = 0;
      for (std::size_t b = 0; b != bits; b += 8) filled |= static_cast<word_type>(packed_byte(flags + done + b)) << b;
      *word = filled;
    }
  }
  for (; done != count; ++done) out[done] = flags[done];
  return out;
}

}  // namespace berth::detail
