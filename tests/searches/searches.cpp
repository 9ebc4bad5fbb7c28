// find and its kin beside the loops that they stand for.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <berth/all.hpp>
#include <berth/any.hpp>
#include <berth/find.hpp>
#include <berth/find_any.hpp>
#include <berth/find_if.hpp>
#include <berth/none.hpp>
#include <cmath>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <ranges>
#include <string>
#include <vector>

#include "folds/values.hpp"

namespace {

using namespace berth_tests;

template <class Range, class Holds>
std::optional<std::size_t> first_of(const Range& items, Holds holds) {
  const auto at = std::find_if(items.begin(), items.end(), holds);
  return at == items.end() ? std::nullopt : std::optional(static_cast<std::size_t>(at - items.begin()));
}

// Values of which few, or none, are the one that is looked for.
template <class T>
std::vector<T> rarely(T one) {
  const std::uint64_t rarity = *rc::gen::element<std::uint64_t>(3, 300, 30'000, 10'000'000);
  return made(any_size(), [=](auto x) { return x % rarity == 1 ? one : static_cast<T>(x % 50); });
}

template <class T>
void finds_as_std(T one) {
  const auto values = rarely(one);
  const auto is_one = [one](T v) { return v == one; };
  const auto expected = first_of(values, is_one);
  RC_ASSERT(berth::find(values, one) == expected);
  RC_ASSERT(berth::find_if(values, is_one) == expected);
  RC_ASSERT(berth::find(std::deque<T>(values.begin(), values.end()), one) == expected);
  RC_ASSERT(berth::any(values, is_one) == expected.has_value());
  RC_ASSERT(berth::none(values, is_one) == !expected.has_value());
  RC_ASSERT(berth::all(values, [one](T v) { return v != one; }) == !expected.has_value());
  const auto some = berth::find_any(values, is_one);
  RC_ASSERT(some.has_value() == expected.has_value());
  if (some) RC_ASSERT(values[*some] == one);
}

}  // namespace

TEST_CASE("every search gives the first hit, for every size of number") {
  CHECK(rc::check([] {
    finds_as_std<char>('!');
    finds_as_std<std::int16_t>(-1);
    finds_as_std<std::uint32_t>(1u << 31);
    finds_as_std<std::uint64_t>(std::uint64_t{1} << 40);
    finds_as_std<float>(-0.5F);
    finds_as_std<double>(-0.5);
  }));
}

TEST_CASE("a hit is found at every place of a short range, and at the seams of a long one") {
  for (std::size_t count = 1; count != 300; ++count) {
    std::vector<std::uint64_t> values(count, 5);
    std::vector<char> bytes(count, 'a');
    for (std::size_t at = 0; at != count; ++at) {
      values[at] = 7;
      bytes[at] = 'b';
      REQUIRE(berth::find(values, 7u) == at);
      REQUIRE(berth::find(bytes, 'b') == at);
      REQUIRE(berth::find_if(values, [](std::uint64_t v) { return v == 7; }) == at);
      values[at] = 5;
      bytes[at] = 'a';
    }
  }
  std::vector<std::uint64_t> values(500'000, 5);
  for (std::size_t at = values.size(); at != 0; at /= 2) {
    values[at - 1] = 7;  // nearer and nearer
    REQUIRE(berth::find(values, 7) == at - 1);
    REQUIRE(berth::find_if(values, [](std::uint64_t v) { return v == 7; }) == at - 1);
  }
}

TEST_CASE("8 bytes of which only one half agrees are not equal") {
  std::vector<std::uint64_t> values(5000, 0x0000000100000002u);
  values[100] = 0x0000000200000001u;
  values[4000] = 0x0000000200000002u;
  CHECK(berth::find(values, 0x0000000200000002u) == 4000);
  CHECK(!berth::find(values, 0x0000000100000001u));
}

TEST_CASE("find compares as C++ does where the value has another type") {
  const std::vector<std::uint8_t> bytes{1, 44, 255};
  CHECK(!berth::find(bytes, 300));  // not 44
  CHECK(!berth::find(bytes, -1));   // not 255
  CHECK(berth::find(bytes, 255L) == 2);
  CHECK(berth::find(bytes, 44.0) == 1);
  CHECK(!berth::find(bytes, std::nan("")));
  const std::vector<std::int64_t> numbers{std::int64_t{1} << 32, 0, -1};
  CHECK(berth::find(numbers, 0) == 1);
  CHECK(berth::find(numbers, -1) == 2);
  const std::vector<double> doubles{1, std::nan(""), -0.0, 0.1};
  CHECK(berth::find(doubles, 0) == 2);
  CHECK(!berth::find(doubles, std::nan("")));
  CHECK(!berth::find(doubles, 0.1F));
  const std::vector<std::string> names{"a", "berth"};
  CHECK(berth::find(names, "berth") == 1);
}

TEST_CASE("an empty range has no hit, and is all right") {
  const std::vector<int> empty;
  const auto never = [](int) { return false; };
  CHECK(!berth::find(empty, 1));
  CHECK(!berth::find_if(empty, never));
  CHECK(!berth::find_any(empty, never));
  CHECK(!berth::any(empty, never));
  CHECK(berth::all(empty, never));
  CHECK(berth::none(empty, never));
}

TEST_CASE("searches take temporaries, vectors of bool, pointers to members and function pointers") {
  CHECK(berth::find(std::views::iota(10, 100'000), 20'000) == 19'990);
  std::vector<bool> flags(100'000);
  CHECK(!berth::find(flags, true));
  flags[77'777] = true;
  CHECK(berth::find(flags, true) == 77'777);
  struct item {
    bool late;
  };
  std::vector<item> items(1000, {false});
  items[500].late = true;
  CHECK(berth::find_if(items, &item::late) == 500);
  CHECK(berth::any(items, &item::late));
  bool (*const is_seven)(int) = [](int v) { return v == 7; };
  CHECK(berth::find_if(std::views::iota(0, 100'000), is_seven) == 7);
}

TEST_CASE("hints change nothing about what is found") {
  std::vector<int> values(200'000);
  values[150'000] = 1;
  CHECK(berth::find(values, 1, {.name = "ones"}) == 150'000);
  CHECK(berth::find(values, 1, {.grain = 1000}) == 150'000);
  CHECK(berth::find(values, 1, {.sequential = true}) == 150'000);
  CHECK(berth::find(values, 1, {.until = std::chrono::steady_clock::now() + std::chrono::hours(1)}) == 150'000);
  CHECK(berth::any(values, [](int v) { return v == 1; }, {.item_cost = std::chrono::microseconds(1)}));
}
