#pragma once
#include <cstddef>

namespace berth::detail {

// 1 or 0. The compiler is kept from seeing that this is a condition: it would jump.
[[gnu::always_inline]] inline std::size_t as_number(bool condition) {
  std::size_t number = condition;
  asm("" : "+r"(number));
  return number;
}

}  // namespace berth::detail
