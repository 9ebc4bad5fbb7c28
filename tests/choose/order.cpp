// What the verbs that choose promise on the real runtime, at sizes that are shared out.
#include <doctest/doctest.h>

#include <algorithm>
#include <berth/copy.hpp>
#include <berth/drop_while.hpp>
#include <berth/fill.hpp>
#include <berth/filter.hpp>
#include <berth/filter_map.hpp>
#include <berth/flat_map.hpp>
#include <berth/generate.hpp>
#include <berth/partition.hpp>
#include <berth/remove_if.hpp>
#include <berth/tabulate.hpp>
#include <berth/take_while.hpp>
#include <berth/unique.hpp>
#include <iterator>
#include <optional>
#include <ranges>
#include <string>
#include <vector>

#include "support/scrambled.hpp"

namespace {

using berth_tests::scrambled;

constexpr std::size_t sizes[] = {0, 1, 2, 63, 64, 65, 1000, 20'001, 100'000};

std::vector<std::uint64_t> numbers(std::size_t count) {
  return berth::tabulate(count, [](std::size_t i) { return scrambled(i) % 1000; });
}

bool odd(std::uint64_t v) { return v % 2 != 0; }

// Long enough for helpers to come.
bool odd_slowly(std::uint64_t v) {
  [[maybe_unused]] volatile int sink = 0;
  for (int i = 0; i < 100; ++i) sink = i;
  return odd(v);
}

std::vector<std::uint64_t> odd_ones(const std::vector<std::uint64_t>& items) {
  std::vector<std::uint64_t> kept;
  std::copy_if(items.begin(), items.end(), std::back_inserter(kept), odd);
  return kept;
}

}  // namespace

TEST_CASE("the chosen items come in order, at every size and by every kind of predicate") {
  for (const std::size_t count : sizes) {
    const auto items = numbers(count);
    const auto expected = odd_ones(items);
    CHECK(berth::filter(items, odd) == expected);
    CHECK(berth::filter(items, [](auto v) { return odd_slowly(v); }) == expected);
    CHECK(berth::filter(std::views::iota(std::size_t{0}, count), [&](std::size_t i) { return odd(items[i]); }).size() ==
          expected.size());
    std::vector<std::uint64_t> out(expected.size());
    CHECK(berth::filter_into(items, out, [](auto v) { return odd_slowly(v); }) == expected.size());
    CHECK(out == expected);
  }
}

TEST_CASE("a filter that chooses little of much does not hold on to room for all") {
  const auto items = numbers(100'000);
  CHECK(berth::filter(items, [](auto v) { return v == 7; }).capacity() < items.size() / 4);
  CHECK(berth::filter(items, [](auto) { return false; }).empty());
  CHECK(berth::filter(items, [](auto) { return true; }) == items);
}

TEST_CASE("partition, remove_if and unique keep the order") {
  for (const std::size_t count : sizes) {
    auto items = numbers(count);
    const auto [odds, evens] = berth::partition(items, odd_slowly);
    CHECK(odds == odd_ones(items));
    CHECK(odds.size() + evens.size() == count);
    auto changed = items;
    CHECK(berth::remove_if(changed, [](auto v) { return odd_slowly(v); }) == odds.size());
    CHECK(changed == evens);
    for (auto& v : items) v /= 300;
    const auto same = [](auto a, auto b) { return odd_slowly(a) == odd_slowly(b) && a == b; };
    auto expected = items;
    expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
    CHECK(berth::unique_copy(items, same) == expected);
    berth::unique(items, same);
    CHECK(items == expected);
  }
}

TEST_CASE("filter_map and flat_map join in order") {
  for (const std::size_t count : sizes) {
    const auto items = numbers(count);
    const auto texts = berth::filter_map(
        items, [](auto v) { return odd_slowly(v) ? std::optional(std::to_string(v)) : std::nullopt; });
    const auto expected = odd_ones(items);
    REQUIRE(texts.size() == expected.size());
    for (std::size_t i = 0; i != texts.size(); ++i) REQUIRE(texts[i] == std::to_string(expected[i]));
    const auto twice =
        berth::flat_map(items, [](auto v) { return std::vector<std::uint64_t>(odd_slowly(v) ? 1 : 0, v); });
    CHECK(twice == expected);
  }
}

TEST_CASE("take_while and drop_while find the border far in, and stop there") {
  const auto items = berth::tabulate(100'000, [](std::size_t i) { return i; });
  for (const std::size_t border :
       {std::size_t{0}, std::size_t{1}, std::size_t{1500}, std::size_t{99'999}, items.size()}) {
    const auto below = [border](std::size_t i) { return i < border; };
    CHECK(berth::take_while(items, below).size() == border);
    CHECK(berth::drop_while(items, below).size() == items.size() - border);
  }
}

TEST_CASE("large outputs are copied and filled to the last byte") {
  const std::size_t count = (std::size_t{36} << 20) / sizeof(std::uint16_t) + 3;
  std::vector<std::uint16_t> out(count + 2, 9);
  const std::span part = std::span(out).subspan(1, count);
  berth::fill(part, std::uint16_t{0x1234});
  CHECK(std::count(out.begin(), out.end(), 0x1234) == static_cast<std::ptrdiff_t>(count));
  CHECK(out.front() == 9);
  CHECK(out.back() == 9);
  std::vector<std::uint16_t> copy(count + 2);
  berth::copy(part, std::span(copy).subspan(1));
  CHECK(std::equal(part.begin(), part.end(), copy.begin() + 1));
  CHECK(copy.back() == 0);
  CHECK(berth::filter_into(out, copy, [](auto v) { return v == 9; }) == 2);
}

TEST_CASE("nothing is asked about an empty range") {
  const std::vector<int> none;
  const auto fail = [](auto&&...) -> bool { throw 1; };
  CHECK(berth::filter(none, fail).empty());
  CHECK(berth::partition(none, fail).first.empty());
  CHECK(berth::take_while(none, fail).empty());
  CHECK(berth::drop_while(none, fail).empty());
  CHECK(berth::tabulate(0, fail).empty());
  CHECK(berth::unique_copy(none, fail).empty());
  std::vector<int> empty;
  CHECK(berth::remove_if(empty, fail) == 0);
  CHECK(berth::unique(empty, fail) == 0);
}
