#include <doctest/doctest.h>

#include <algorithm>
#include <berth/includes.hpp>
#include <berth/merge.hpp>
#include <berth/set_difference.hpp>
#include <berth/set_intersection.hpp>
#include <berth/set_symmetric_difference.hpp>
#include <berth/set_union.hpp>
#include <cmath>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "order/values.hpp"

namespace {

using berth_tests::any_size;
using berth_tests::holds;
using berth_tests::values;

// Which range an item is from shows, and does not count.
struct item {
  std::uint64_t value;
  int from;
  bool operator==(const item&) const = default;
};
bool less(const item& a, const item& b) { return a.value < b.value; }

std::vector<item> sorted_items(int from) {
  auto v = values(any_size(40'000), [from](std::uint64_t x) { return item{x % 20'000, from}; });
  std::stable_sort(v.begin(), v.end(), less);
  return v;
}

}  // namespace

TEST_CASE("merge gives what std::merge gives, equal items of the first range first") {
  holds([] {
    const auto a = sorted_items(1);
    const auto b = sorted_items(2);
    std::vector<item> out(a.size() + b.size() + 3);
    berth::merge(a, b, out, less);
    std::vector<item> expected(a.size() + b.size() + 3);
    std::merge(a.begin(), a.end(), b.begin(), b.end(), expected.begin(), less);
    RC_ASSERT(out == expected);
  });
  std::vector<int> out(3);
  berth::merge(std::vector{1, 3}, std::vector{2}, out);
  CHECK(out == std::vector{1, 2, 3});
  CHECK_THROWS_WITH(berth::merge(std::vector{1, 3}, std::vector{2, 4}, out),
                    "berth::merge: the output holds 3 elements, the input has 4");
}

TEST_CASE("set operations give what the standard ones give, item for item") {
  holds([] {
    const auto a = sorted_items(1);
    const auto b = sorted_items(2);
    std::vector<item> expected;
    const auto is = [&expected](const std::vector<item>& given) {
      RC_ASSERT(given == expected);
      expected.clear();
    };
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(expected), less);
    is(berth::set_union(a, b, less));
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(expected), less);
    is(berth::set_intersection(a, b, less));
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(expected), less);
    is(berth::set_difference(a, b, less));
    std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(expected), less);
    is(berth::set_symmetric_difference(a, b, less));
  });
  CHECK(berth::set_union(std::vector<std::string>{"a", "c"}, std::vector<std::string>{"b"}) ==
        std::vector<std::string>{"a", "b", "c"});
  CHECK(berth::set_difference(std::vector<int>{}, std::vector{1}).empty());
}

TEST_CASE("set operations and merge on ranges of texts, many") {
  std::vector<std::string> a, b;
  for (int i = 0; i != 30'000; ++i) {
    a.push_back(std::to_string(i * 2 + 1'000'000));
    b.push_back(std::to_string(i * 3 + 1'000'000));
  }
  std::vector<std::string> expected;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(expected));
  CHECK(berth::set_intersection(a, b) == expected);
  std::vector<std::string> merged(60'000), by_standard(60'000);
  berth::merge(a, b, merged);
  std::merge(a.begin(), a.end(), b.begin(), b.end(), by_standard.begin());
  CHECK(merged == by_standard);
}

TEST_CASE("ranges that are not in the order that is said for them give items of theirs, and nobody else's memory") {
  std::vector<std::string> a;
  std::vector<std::string> b;
  for (std::size_t i = 0; i != 40'000; ++i) {
    a.push_back(std::to_string(i * 7919 % 100'003) + " long enough to have memory of its own");
    b.push_back(std::to_string(i * 6007 % 100'003) + " long enough to have memory of its own");
  }
  std::vector<std::string> known = a;
  known.insert(known.end(), b.begin(), b.end());
  std::sort(known.begin(), known.end());
  const auto all_known = [&known](const std::vector<std::string>& made) {
    return std::all_of(made.begin(), made.end(),
                       [&known](const auto& x) { return std::binary_search(known.begin(), known.end(), x); });
  };
  std::vector<std::string> merged(a.size() + b.size());
  const auto check = [&](auto order) {
    berth::merge(a, b, merged, order);
    CHECK(all_known(merged));
    CHECK(all_known(berth::set_intersection(a, b, order)));
    CHECK(all_known(berth::set_difference(a, b, order)));
    CHECK(all_known(berth::set_union(a, b, order)));
    CHECK(all_known(berth::set_symmetric_difference(a, b, order)));
  };
  check(std::less<>{});
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  check(std::greater<>{});
}

TEST_CASE("integers and floating-point numbers go together, NaN last") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<int> whole{1, 2, 4};
  const std::vector<double> broken{1.5, 2, nan};
  std::vector<double> merged(6);
  berth::merge(whole, broken, merged);
  CHECK(std::equal(merged.begin(), merged.end() - 1, std::vector{1.0, 1.5, 2.0, 2.0, 4.0}.begin()));
  CHECK(std::isnan(merged.back()));
  CHECK(berth::set_union(broken, whole).size() == 5);
  CHECK(berth::set_difference(whole, broken) == std::vector{1, 4});
  CHECK_FALSE(berth::includes(whole, broken));
  CHECK(berth::set_intersection(std::vector<bool>{false, true}, std::vector{1}) == std::vector{true});
}

TEST_CASE("includes finds among a great many that are equal that one too many is wanted") {
  const std::vector<int> of(200'000, 7);
  std::vector<int> wanted(200'000, 7);
  CHECK(berth::includes(of, wanted));
  wanted.push_back(7);
  CHECK_FALSE(berth::includes(of, wanted));
  wanted.back() = 8;
  CHECK_FALSE(berth::includes(of, wanted));
}

TEST_CASE("includes counts how often an item is wanted") {
  holds([] {
    const auto a = sorted_items(1);
    auto b = a;
    const std::size_t step = *rc::gen::inRange<std::size_t>(1, 5);
    std::vector<item> some;
    for (std::size_t i = 0; i < b.size(); i += step) some.push_back(b[i]);
    RC_ASSERT(berth::includes(a, some, less));
    if (!some.empty()) {
      const auto i = static_cast<std::ptrdiff_t>(*rc::gen::inRange<std::size_t>(0, some.size()));
      some.insert(some.begin() + i, *rc::gen::inRange<int>(1, 4), some[static_cast<std::size_t>(i)]);
    }
    RC_ASSERT(berth::includes(a, some, less) == std::includes(a.begin(), a.end(), some.begin(), some.end(), less));
  });
  CHECK(berth::includes(std::vector<int>{}, std::vector<int>{}));
  CHECK_FALSE(berth::includes(std::vector<int>{}, std::vector{1}));
}
