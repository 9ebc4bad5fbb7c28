#pragma once
// A std::string that is filled in place, by several threads, without being zeroed first.
#include <berth/detail/export.hpp>
#include <cstddef>
#include <string>

namespace berth::detail {

// Makes the text so long. What was in it stays, up to there; what is behind that is anything. Throws std::length_error,
// std::bad_alloc.
BERTH_API void open_text(std::string& text, std::size_t length);

// memcpy, of what is mostly short: without a call then.
inline void copy_text(char* to, const char* from, std::size_t count) {
  constexpr std::size_t most = 32;
  // As many bytes from the front as up to the end, which may overlap.
  const auto both_ends = [=](auto bytes) {
    decltype(bytes) front;
    decltype(bytes) back;
    __builtin_memcpy(&front, from, sizeof front);
    __builtin_memcpy(&back, from + count - sizeof back, sizeof back);
    __builtin_memcpy(to, &front, sizeof front);
    __builtin_memcpy(to + count - sizeof back, &back, sizeof back);
  };
  struct sixteen {
    unsigned long long half[2];
  };
  if (count > most)
    __builtin_memcpy(to, from, count);
  else if (count >= 16)
    both_ends(sixteen{});
  else if (count >= 8)
    both_ends(0ULL);
  else if (count >= 4)
    both_ends(0U);
  else if (count >= 2)
    both_ends(static_cast<unsigned short>(0));
  else if (count != 0)
    *to = *from;
}

}  // namespace berth::detail
