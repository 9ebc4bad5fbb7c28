#pragma once
#include <cstdint>

namespace berth_tests {

// Values from a cheap generator of our own: rapidcheck's vectors of thousands take longer than all the rest.
inline std::uint64_t scrambled(std::uint64_t x) {
  x = (x ^ (x >> 31)) * 0x9e3779b97f4a7c15u;
  return x ^ (x >> 29);
}

}  // namespace berth_tests
