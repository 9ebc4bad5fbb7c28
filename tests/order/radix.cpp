// Whitebox: the radix sort that stands in for Highway.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "kernels/number_keys.hpp"
#include "kernels/radix_sort.hpp"

namespace {

std::uint64_t scrambled(std::uint64_t x) {
  x = (x ^ (x >> 31)) * 0x9e3779b97f4a7c15u;
  return x ^ (x >> 29);
}

}  // namespace

TEST_CASE_TEMPLATE("the radix sort sorts numbers up and down", T, std::int32_t, std::uint32_t, float, std::int64_t,
                   std::uint64_t, double) {
  for (const std::size_t count : {0, 1, 2, 100, 5000}) {
    for (const std::uint64_t few : {std::uint64_t{3}, ~std::uint64_t{0}}) {
      std::vector<T> v;
      for (std::size_t i = 0; i != count; ++i)
        v.push_back(static_cast<T>(static_cast<std::int64_t>(scrambled(i) % few) - 1));
      auto up = v;
      berth::impl::radix_sort_numbers(up.data(), up.size(), false);
      auto down = v;
      berth::impl::radix_sort_numbers(down.data(), down.size(), true);
      std::sort(v.begin(), v.end());
      REQUIRE(up == v);
      std::reverse(v.begin(), v.end());
      REQUIRE(down == v);
    }
  }
}

TEST_CASE_TEMPLATE("keys are in the order of the numbers, NaN behind all others, and give the numbers back", T, float,
                   double) {
  using limits = std::numeric_limits<T>;
  const std::vector<T> rising{-limits::infinity(), -1, -limits::denorm_min(), -T{0}, T{0}, 1, limits::infinity()};
  for (const bool falling : {false, true}) {
    const berth::impl::number_keys<T> keys(falling);
    auto expected = rising;
    if (falling) std::reverse(expected.begin(), expected.end());
    for (std::size_t i = 1; i != expected.size(); ++i) CHECK(keys.of(expected[i - 1]) < keys.of(expected[i]));
    CHECK(keys.of(expected.back()) < keys.of(limits::quiet_NaN()));
    CHECK(keys.of(expected.back()) < keys.of(-limits::quiet_NaN()));
    for (const T x : {T{0}, -T{0}, T{1}, limits::infinity(), limits::quiet_NaN(), -limits::quiet_NaN()})
      CHECK(std::bit_cast<berth::impl::key_for<T>>(keys.number(keys.of(x))) ==
            std::bit_cast<berth::impl::key_for<T>>(x));
  }
}
