// Keys that are whole numbers close together, with others far from them: public headers only.
#include <doctest/doctest.h>

#include <algorithm>
#include <berth/count_by.hpp>
#include <berth/group_by.hpp>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "group/reference.hpp"

using berth_tests::indices_by_key;
using berth_tests::scrambled;

namespace {

// Once a type of key.
template <class Key>
void check_keys(const std::vector<Key>& keys) {
  const auto itself = [](Key k) { return k; };
  const auto expected = indices_by_key<Key>(keys, itself);
  const auto counts = berth::count_by(keys, itself);
  std::vector<std::size_t> indices(keys.size());
  std::iota(indices.begin(), indices.end(), std::size_t{0});
  const auto groups = berth::group_by(indices, [&keys](std::size_t i) { return keys[i]; });
  REQUIRE(counts.size() == expected.size());
  REQUIRE(groups.size() == expected.size());
  bool same = true;
  for (std::size_t g = 0; g != expected.size(); ++g) {
    const auto& [k, members] = expected[g];
    same = same && counts[g].first == k && counts[g].second == members.size();
    const auto values = groups.of(g);
    same = same && groups.keys()[g] == k && std::equal(values.begin(), values.end(), members.begin(), members.end());
  }
  CHECK(same);
}

template <class KeyOf>
void check(std::size_t count, KeyOf key_of) {
  std::vector<decltype(key_of(std::size_t{}))> keys;
  for (std::size_t i = 0; i != count; ++i) keys.push_back(key_of(i));
  check_keys(keys);
}

constexpr std::size_t items = 150'000;

}  // namespace

TEST_CASE("numbers that lie close together are grouped like any, below zero too") {
  check(items, [](std::size_t i) { return static_cast<int>(scrambled(i) % 5000) - 2500; });
  check(items, [](std::size_t i) { return static_cast<std::int8_t>(scrambled(i)); });
  check(items, [](std::size_t i) { return scrambled(i) % 40'000; });
  enum class colour : std::int64_t { least = std::numeric_limits<std::int64_t>::min() };
  check(items,
        [](std::size_t i) { return colour{std::numeric_limits<std::int64_t>::min() + static_cast<int>(i % 9)}; });
}

TEST_CASE("numbers far from those that lie close together are found beside them") {
  using wide = std::int64_t;
  check(items, [](std::size_t i) {
    return i % 97 == 0 && i > 2000 ? std::numeric_limits<wide>::max() - static_cast<wide>(i % 5)
                                   : static_cast<wide>(scrambled(i) % 3000);
  });
  check(items, [](std::size_t i) {
    return i % 11 == 0 ? std::numeric_limits<wide>::min() + static_cast<wide>(scrambled(i) % 700)
                       : static_cast<wide>(i % 16);
  });
}

TEST_CASE("numbers that move away from where they were are grouped like any") {
  check(items, [](std::size_t i) { return i / 64; });
  check(items, [](std::size_t i) { return i < 5000 ? scrambled(i) % 100 : scrambled(i); });
  check(items, [](std::size_t i) { return ~std::size_t{0} - i / 3; });
}

TEST_CASE("numbers that come back, or are far from the others in some pieces only, are one group") {
  constexpr std::size_t fewer = 80'000;
  check(fewer, [](std::size_t i) { return i / 40 % 2500; });
  check(fewer, [](std::size_t i) { return i % 50 == 0 ? i / 50 % 3000 : 2500 + i / 40; });
  check(fewer, [](std::size_t i) {
    const std::size_t key = scrambled(i) % 3000;
    return (i < fewer / 2) == (i % 64 != 0) ? key : key + 2500;
  });
  check(fewer, [](std::size_t i) { return i % 3 == 0 ? i / 8 : ~std::size_t{0} - i % 5; });
}
