// Searches over two ranges beside std's.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <berth/equal.hpp>
#include <berth/lexicographical_compare.hpp>
#include <berth/mismatch.hpp>
#include <berth/search.hpp>
#include <cmath>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "folds/values.hpp"

namespace {

using namespace berth_tests;

// Two ranges that agree for a while.
template <class T>
std::pair<std::vector<T>, std::vector<T>> alike() {
  auto a = made(any_size(), [](auto x) { return static_cast<T>(x % 100); });
  auto b = a;
  b.resize(*rc::gen::element(a.size(), a.size() / 2, a.size() + 3));
  if (!b.empty() && *rc::gen::arbitrary<bool>()) {
    auto& changed = b[*rc::gen::inRange<std::size_t>(0, b.size())];
    changed = static_cast<T>(changed + 1);
  }
  if (*rc::gen::arbitrary<bool>()) std::swap(a, b);
  return {a, b};
}

template <class A, class B>
std::optional<std::size_t> mismatch_of(const A& a, const B& b) {
  const auto [at, other] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  if (at == a.end() && other == b.end()) return std::nullopt;
  return static_cast<std::size_t>(at - a.begin());
}

template <class T>
void compares_as_std() {
  const auto [a, b] = alike<T>();
  const std::deque<T> apart(b.begin(), b.end());
  const auto same = [](T x, T y) { return x == y; };
  const auto less = [](T x, T y) { return x < y; };
  const bool before = std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
  RC_ASSERT(berth::mismatch(a, b) == mismatch_of(a, b));
  RC_ASSERT(berth::mismatch(a, apart) == mismatch_of(a, b));
  RC_ASSERT(berth::mismatch(a, b, same) == mismatch_of(a, b));
  RC_ASSERT(berth::equal(a, b) == (a == b));
  RC_ASSERT(berth::equal(a, apart, same) == (a == b));
  RC_ASSERT(berth::lexicographical_compare(a, b) == before);
  RC_ASSERT(berth::lexicographical_compare(a, b, less) == before);
  RC_ASSERT(berth::lexicographical_compare(a, apart) == before);
}

template <class T>
void searches_as_std() {
  const auto items = made(any_size(), [](auto x) { return static_cast<T>(x % 3); });
  const std::size_t length = *rc::gen::inRange<std::size_t>(0, 9);
  std::vector<T> row;
  if (*rc::gen::arbitrary<bool>() && items.size() > length) {
    const std::size_t from = *rc::gen::inRange<std::size_t>(0, items.size() - length);
    row.assign(items.begin() + static_cast<std::ptrdiff_t>(from),
               items.begin() + static_cast<std::ptrdiff_t>(from + length));
  } else {
    row.assign(length, T(1));
  }
  const auto at = std::search(items.begin(), items.end(), row.begin(), row.end());
  const auto expected =
      at == items.end() && !row.empty() ? std::nullopt : std::optional(static_cast<std::size_t>(at - items.begin()));
  RC_ASSERT(berth::search(items, row) == expected);
  RC_ASSERT(berth::search(items, row, [](T a, T b) { return a == b; }) == expected);
  RC_ASSERT(berth::search(std::deque<T>(items.begin(), items.end()), row) == expected);
}

}  // namespace

TEST_CASE("mismatch, equal and the order of the dictionary are std's") {
  CHECK(rc::check([] {
    compares_as_std<char>();
    compares_as_std<std::int32_t>();
    compares_as_std<std::uint64_t>();
    compares_as_std<double>();
  }));
}

TEST_CASE("a row is found where std::search finds it") {
  CHECK(rc::check([] {
    searches_as_std<char>();
    searches_as_std<std::uint64_t>();
    searches_as_std<double>();
  }));
}

TEST_CASE("an empty row stands at the front, a longer one nowhere, one at the end at the end") {
  const std::string text = "aaaaaaaaab";
  CHECK(berth::search(text, std::string()) == 0);
  CHECK(berth::search(std::string(), std::string()) == 0);
  CHECK(!berth::search(text, text + "c"));
  CHECK(berth::search(text, std::string_view("ab")) == 8);
  CHECK(berth::search(text, text) == 0);
}

TEST_CASE("texts compare as texts, and elements of different types as C++ compares them") {
  const std::vector<std::string> a{"x", "y"}, b{"x", "z"};
  CHECK(berth::mismatch(a, b) == 1);
  CHECK(berth::lexicographical_compare(a, b));
  CHECK(berth::equal(std::vector<int>{1, 2}, std::vector<double>{1, 2}));
  const std::vector<double> with_nan{1, std::nan("")};
  CHECK(!berth::equal(with_nan, with_nan));
  CHECK(berth::mismatch(std::vector<double>{0.0}, std::vector<double>{-0.0}) == std::nullopt);
  // Neither is less: the dictionary looks on.
  CHECK(berth::lexicographical_compare(std::vector<double>{std::nan(""), 1}, std::vector<double>{0, 2}));
}

TEST_CASE("bytes compare as numbers, with a sign where they have one") {
  CHECK(berth::lexicographical_compare(std::vector<signed char>{-1}, std::vector<signed char>{1}));
  CHECK(!berth::lexicographical_compare(std::vector<unsigned char>{255}, std::vector<unsigned char>{1}));
}

TEST_CASE("nothing equals nothing, and comes before something") {
  const std::vector<int> empty, one{1};
  CHECK(berth::equal(empty, empty));
  CHECK(!berth::mismatch(empty, empty));
  CHECK(berth::mismatch(empty, one) == 0);
  CHECK(berth::lexicographical_compare(empty, one));
  CHECK(!berth::lexicographical_compare(empty, empty));
}
