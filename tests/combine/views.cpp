#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <berth/chunks.hpp>
#include <berth/collect.hpp>
#include <berth/concat.hpp>
#include <berth/enumerate.hpp>
#include <berth/filter.hpp>
#include <berth/for_each.hpp>
#include <berth/map.hpp>
#include <berth/map_into.hpp>
#include <berth/map_reduce.hpp>
#include <berth/reduce.hpp>
#include <berth/windows.hpp>
#include <berth/zip.hpp>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <ranges>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

std::vector<int> numbers(std::size_t count, int from = 0) {
  std::vector<int> values(count);
  std::iota(values.begin(), values.end(), from);
  return values;
}

std::deque<int> spread(std::size_t count) {
  const auto side_by_side = numbers(count);
  return {side_by_side.begin(), side_by_side.end()};
}

template <class Range>
constexpr bool is_random_access =
    berth::indexable<Range> && std::random_access_iterator<std::ranges::iterator_t<Range>>;

using ints = std::vector<int>&;
static_assert(is_random_access<decltype(berth::zip(std::declval<ints>(), std::declval<const std::deque<long>&>()))>);
static_assert(is_random_access<const decltype(berth::enumerate(std::declval<ints>()))>);
static_assert(is_random_access<decltype(berth::chunks(std::declval<std::deque<int>>(), 2))>);
static_assert(is_random_access<decltype(berth::windows(std::declval<ints>(), 2))>);
static_assert(is_random_access<decltype(berth::concat(std::declval<ints>(), std::declval<std::deque<int>>()))>);

// An iterator may outlive a view of what has a name, and not one that holds its range.
static_assert(std::ranges::borrowed_range<decltype(berth::zip(std::declval<ints>(), std::declval<ints>()))>);
static_assert(std::ranges::borrowed_range<decltype(berth::chunks(std::declval<std::span<int>>(), 2))>);
static_assert(!std::ranges::borrowed_range<decltype(berth::windows(std::declval<std::vector<int>>(), 2))>);
static_assert(std::ranges::borrowed_range<berth::slice<std::deque<int>::iterator>>);

static_assert(!std::is_convertible_v<int, berth::zipped<int&, int&>>);
static_assert(!std::is_convertible_v<std::tuple<int, int, int>, berth::zipped<int&, int&>>);

}  // namespace

TEST_CASE("zip pairs the items of two ranges and is as long as the shorter") {
  const auto a = numbers(30'000);
  const auto b = numbers(20'000, 5);
  const auto sums = berth::map(berth::zip(a, b), [](auto&& both) {
    auto [x, y] = both;
    return x + y;
  });
  REQUIRE(sums.size() == 20'000);
  for (std::size_t i = 0; i != sums.size(); ++i) REQUIRE(sums[i] == static_cast<int>(2 * i + 5));
  CHECK(berth::zip(a, std::vector<int>()).empty());
}

TEST_CASE("zip takes three ranges of different kinds, and writes through its references") {
  std::vector<long> to(10'000);
  const auto a = numbers(10'000);
  const auto b = spread(10'000);
  berth::for_each(berth::zip(to, a, b), [](auto&& all) {
    auto& [out, x, y] = all;
    out = x * y;
  });
  for (std::size_t i = 0; i != to.size(); ++i) REQUIRE(to[i] == static_cast<long>(i * i));
}

TEST_CASE("zip keeps a temporary range and looks at one with a name") {
  std::vector<std::unique_ptr<int>> owned;
  owned.push_back(std::make_unique<int>(7));
  std::vector<int> named{1};
  auto both = berth::zip(std::move(owned), named);
  named[0] = 2;
  auto moved = std::move(both);
  const auto& [pointer, number] = moved[0];
  CHECK(*pointer == 7);
  CHECK(number == 2);
}

TEST_CASE("views stand on ranges that are not ranges when const, and whose elements are made and can only be moved") {
  const std::vector<int> from = numbers(1000);
  int calls = 0;
  auto made = from | std::views::transform([&calls](int v) mutable { return ++calls, std::make_unique<int>(v); });
  long sum = 0;
  for (auto&& numbered : berth::enumerate(made)) {
    auto [i, pointer] = std::move(numbered);
    sum += *pointer - static_cast<int>(i);
  }
  CHECK(sum == 0);
  CHECK(calls == 1000);
  CHECK(berth::zip(made, from).size() == 1000);
}

TEST_CASE("what is kept of a zip's elements holds values") {
  std::vector<int> keys{3, 1, 2};
  const std::vector<std::string> names{"c", "a", "b"};
  const auto chosen = berth::filter(berth::zip(keys, names), [](const auto& both) { return std::get<0>(both) > 1; });
  keys = {0, 0, 0};
  CHECK(chosen == std::vector{std::tuple(3, std::string("c")), std::tuple(2, std::string("b"))});
}

TEST_CASE("the elements of a zip convert to tuples of values and are assigned from them") {
  std::vector<int> keys{3, 1, 2};
  std::vector<std::string> names{"c", "a", "b"};
  auto both = berth::zip(keys, names);
  std::tuple<int, std::string> first = both[0];
  CHECK(first == std::tuple(3, std::string("c")));
  both[0] = std::tuple(9, std::string("z"));
  CHECK(keys[0] == 9);
  CHECK(std::get<1>(both[0]) == "z");
  swap(both[0], both[1]);
  CHECK(names[0] == "a");
  std::sort(both.begin(), both.end(), [](const auto& x, const auto& y) { return std::get<0>(x) < std::get<0>(y); });
  CHECK(keys == std::vector{1, 2, 9});
  CHECK(names == std::vector<std::string>{"a", "b", "z"});
}

TEST_CASE("enumerate numbers the items from 0") {
  auto values = numbers(20'000, 100);
  berth::for_each(berth::enumerate(values), [](auto&& numbered) {
    auto& [i, value] = numbered;
    value -= static_cast<int>(i);
  });
  CHECK(std::count(values.begin(), values.end(), 100) == 20'000);
  const auto by_number =
      berth::collect<std::map<std::size_t, int>>(berth::enumerate(numbers(3, 7)), [](auto&& numbered) {
        auto [i, value] = numbered;
        return std::pair(i, value);
      });
  CHECK(by_number == std::map<std::size_t, int>{{0, 7}, {1, 8}, {2, 9}});
}

TEST_CASE("chunks cut a range into disjoint pieces, the last one shorter") {
  auto values = numbers(10'007);
  const auto sizes = berth::map(berth::chunks(values, 100), [](std::span<int> chunk) {
    std::fill(chunk.begin(), chunk.end(), 1);
    return chunk.size();
  });
  CHECK(sizes.size() == 101);
  CHECK(sizes.back() == 7);
  CHECK(std::accumulate(values.begin(), values.end(), 0) == 10'007);
  CHECK(berth::chunks(numbers(200), 100).size() == 2);
  CHECK(berth::chunks(numbers(0), 100).empty());
  CHECK(berth::chunks(numbers(5), ~std::size_t{0}).size() == 1);
  CHECK_THROWS_WITH_AS((void)berth::chunks(values, 0), "berth::chunks: a length of 0", std::invalid_argument);
}

TEST_CASE("chunks of what does not lie side by side are slices") {
  const auto values = spread(1000);
  const auto sums = berth::map(berth::chunks(values, 10), [](const auto& chunk) {
    return berth::reduce(chunk, 0, std::plus<>{}) + static_cast<int>(chunk[0] - chunk[0]);
  });
  CHECK(sums.size() == 100);
  CHECK(sums[1] == 145);
}

TEST_CASE("windows are all rows of neighbours") {
  const auto values = numbers(10'000);
  const auto sums = berth::map(berth::windows(values, 3), [](std::span<const int> w) { return w[0] + w[1] + w[2]; });
  REQUIRE(sums.size() == 9'998);
  for (std::size_t i = 0; i != sums.size(); ++i) REQUIRE(sums[i] == static_cast<int>(3 * i + 3));
  CHECK(berth::windows(values, 10'000).size() == 1);
  CHECK(berth::windows(values, 10'001).empty());
  CHECK_THROWS_AS((void)berth::windows(values, 0), std::invalid_argument);
}

TEST_CASE("concat goes through one range after the other") {
  auto a = numbers(5000);
  auto b = numbers(7000, 5000);
  const auto all = berth::concat(a, b, std::vector{12'000});
  REQUIRE(all.size() == 12'001);
  const auto copied = berth::map(all, [](int v) { return v; });
  CHECK(copied == numbers(12'001));
  berth::for_each(berth::concat(a, b), [](int& v) { v = 1; });
  CHECK(berth::reduce(berth::concat(a, b), 0, std::plus<>{}) == 12'000);
  const std::vector<double> halves{0.5, 1.5};
  CHECK(berth::reduce(berth::concat(halves, std::vector{1}), 0.0, std::plus<>{}) == 3.0);
}

TEST_CASE("views stand on views") {
  const auto a = numbers(9000);
  const auto b = numbers(1000, 9000);
  const auto weighed = berth::map_reduce(berth::enumerate(berth::windows(berth::concat(a, b), 2)), 0L, std::plus<>{},
                                         [](auto&& numbered) {
                                           auto [i, pair] = numbered;
                                           return static_cast<long>(pair[1] - pair[0]) * static_cast<long>(i);
                                         });
  CHECK(weighed == 9998L * 9999 / 2);
  std::vector<long> out(100);
  berth::map_into(berth::chunks(berth::zip(a, a), 90), out,
                  [](const auto& chunk) { return static_cast<long>(chunk.size()); });
  CHECK(out == std::vector<long>(100, 90));
}

TEST_CASE("the iterators go both ways, with every step") {
  const auto a = numbers(10);
  const auto view = berth::enumerate(a);
  auto at = view.begin() + 4;
  CHECK(std::get<1>(*at) == 4);
  CHECK(std::get<0>(*at++) == 4);
  CHECK(std::get<0>(*--at) == 4);
  CHECK(std::get<0>(at[-4]) == 0);
  at -= 4;
  CHECK(at == view.begin());
  CHECK(2 + at < view.end());
  CHECK(view.end() - view.begin() == 10);
  CHECK(std::get<0>(*std::prev(view.end())) == 9);
}
