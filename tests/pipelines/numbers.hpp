#pragma once
// Inputs for the tests of pipelines.
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

namespace berth_tests {

// Numbers below `below`, as many as asked for, the same for the same seed.
inline std::vector<int> numbers(std::size_t count, std::uint64_t seed = 1, std::uint64_t below = 1000) {
  std::vector<int> all(count);
  for (int& x : all) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    x = static_cast<int>((seed >> 33) % below);
  }
  return all;
}

// Sizes around the borders where the way of a pipeline changes, and any other.
inline std::vector<int> some_numbers() {
  const auto size = *rc::gen::oneOf(rc::gen::element<std::size_t>(0, 1, 2, 255, 256, 257, 8191, 8192, 8193, 100'000),
                                    rc::gen::inRange<std::size_t>(0, 30'000));
  return numbers(size, *rc::gen::arbitrary<std::uint64_t>(), *rc::gen::element<std::uint64_t>(2, 50, 1000, 1'000'000));
}

inline bool is_even(int x) { return x % 2 == 0; }
inline constexpr auto even = [](int x) { return is_even(x); };

inline std::vector<int> evens(const std::vector<int>& items) {
  std::vector<int> out;
  std::copy_if(items.begin(), items.end(), std::back_inserter(out), is_even);
  return out;
}

// Whether a property holds for inputs of its own finding; what it found is printed where it does not.
template <class Property>
bool holds(const char* what, Property property) {
  return rc::check(what, property);
}

}  // namespace berth_tests
