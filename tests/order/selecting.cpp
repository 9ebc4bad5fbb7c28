#include <doctest/doctest.h>

#include <algorithm>
#include <berth/nth_element.hpp>
#include <berth/partial_sort.hpp>
#include <berth/top_k.hpp>
#include <cmath>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "order/values.hpp"

namespace {

using berth_tests::any_size;
using berth_tests::holds;
using berth_tests::values;

std::size_t any_rank(std::size_t count) {
  return *rc::gen::oneOf(rc::gen::inRange<std::size_t>(0, std::min<std::size_t>(count, 12) + 1),
                         rc::gen::inRange<std::size_t>(0, count + 1));
}

}  // namespace

TEST_CASE("nth_element brings the item of a rank to its place, smaller before, greater behind") {
  holds([] {
    auto v = values(any_size(300'000), [](std::uint64_t x) { return x; });
    const std::size_t rank = any_rank(v.size());
    auto expected = v;
    berth::nth_element(v, rank);
    if (rank == v.size()) return RC_ASSERT(v == expected);
    const auto here = v.begin() + static_cast<std::ptrdiff_t>(rank);
    RC_ASSERT(std::all_of(v.begin(), here, [&](auto x) { return x <= *here; }));
    RC_ASSERT(std::all_of(here, v.end(), [&](auto x) { return x >= *here; }));
    std::sort(v.begin(), v.end());
    std::sort(expected.begin(), expected.end());
    RC_ASSERT(v == expected);
  });
}

TEST_CASE("nth_element and partial_sort of many depend on the items alone") {
  std::vector<std::uint64_t> items(200'000);
  for (std::size_t i = 0; i != items.size(); ++i) items[i] = berth_tests::scrambled(i) % 100'000 * 1'000'000 + i;
  const auto by = [](std::uint64_t x) { return x / 1'000'000; };
  auto once = items;
  berth::nth_element(once, 70'000, {}, by);
  for (int i = 0; i != 5; ++i) {
    auto again = items;
    berth::nth_element(again, 70'000, {}, by, {.sequential = i % 2 == 0});
    REQUIRE(again == once);
  }
}

TEST_CASE("partial_sort puts the first in front, in order") {
  holds([] {
    auto v = values(any_size(150'000), [](std::uint64_t x) { return x; });
    const std::size_t k = any_rank(v.size());
    auto expected = v;
    berth::partial_sort(v, k, std::greater<>{});
    std::sort(expected.begin(), expected.end(), std::greater<>{});
    RC_ASSERT(std::equal(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(k), expected.begin()));
    std::sort(v.begin(), v.end(), std::greater<>{});
    RC_ASSERT(v == expected);
  });
  std::deque<std::string> words{"d", "b", "a", "c"};
  berth::partial_sort(words, 2, {}, {}, {.name = "words"});
  CHECK(words[0] == "a");
  CHECK(words[1] == "b");
  berth::partial_sort(words, 99);
  CHECK(words[3] == "d");
}

TEST_CASE("top_k gives the greatest, of equal ones the earlier, and leaves the range alone") {
  holds([] {
    const auto v = values(any_size(150'000), [](std::uint64_t x) { return x; });
    const std::size_t k = any_rank(v.size());
    const auto by = [](std::uint64_t x) { return x % 1000; };
    auto expected = v;
    std::stable_sort(expected.begin(), expected.end(), [&](auto a, auto b) { return by(a) > by(b); });
    expected.resize(std::min(k, expected.size()));
    RC_ASSERT(berth::top_k(v, k, {}, by) == expected);
  });
  CHECK(berth::top_k(std::vector{3, 1, 2}, 2) == std::vector{3, 2});
  CHECK(berth::top_k(std::vector{3, 1, 2}, 2, std::greater<>{}) == std::vector{1, 2});
  CHECK(berth::top_k(std::vector{3, 1, 2}, 99).size() == 3);
  CHECK(berth::top_k(std::vector<std::string>{}, 99).empty());
}

TEST_CASE("top_k of a good part of many gives them in order too") {
  std::vector<std::uint64_t> v(60'000);
  for (std::size_t i = 0; i != v.size(); ++i) v[i] = berth_tests::scrambled(i) % 500;
  auto expected = v;
  std::sort(expected.begin(), expected.end(), std::greater<>{});
  for (const std::size_t k : {std::size_t{100}, std::size_t{7'000}, std::size_t{30'000}, std::size_t{60'000}}) {
    const auto top = berth::top_k(v, k);
    REQUIRE(top.size() == k);
    REQUIRE(std::equal(top.begin(), top.end(), expected.begin()));
  }
}

TEST_CASE("NaN are nobody's greatest and nobody's least") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> v{nan, 1, nan, 3, 2, nan};
  CHECK(berth::top_k(v, 3) == std::vector<double>{3, 2, 1});
  CHECK(berth::top_k(v, 3, std::greater<>{}) == std::vector<double>{1, 2, 3});
  auto w = v;
  berth::nth_element(w, 2, std::greater<>{});
  CHECK(w[2] == 1);
  berth::partial_sort(w, 3);
  CHECK(w[0] == 1);
  CHECK(w[2] == 3);
}
