#pragma once
// Inputs for the tests of the group verbs on the real runtime.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "support/scrambled.hpp"

namespace berth_tests {

// More groups than a table holds before it is left alone, so that every way through is taken.
inline constexpr std::size_t many = 400'000;

inline std::vector<std::uint64_t> made(std::size_t count, std::uint64_t (*make)(std::uint64_t)) {
  std::vector<std::uint64_t> items(count);
  for (std::size_t i = 0; i != count; ++i) items[i] = make(i);
  return items;
}

inline std::uint64_t itself(std::uint64_t v) { return v; }

}  // namespace berth_tests
