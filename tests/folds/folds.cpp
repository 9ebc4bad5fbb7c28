// Sums, products and counts beside the loops that they stand for.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <berth/average.hpp>
#include <berth/count.hpp>
#include <berth/count_if.hpp>
#include <berth/errors.hpp>
#include <berth/product.hpp>
#include <berth/reduce.hpp>
#include <berth/sum.hpp>
#include <cmath>
#include <complex>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <numeric>
#include <ranges>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <vector>

#include "folds/values.hpp"

namespace {

using namespace berth_tests;

struct order {
  std::int32_t pieces;
  float price;
  [[nodiscard]] bool large() const { return pieces > 0; }
};

template <class T>
void counts_as_std() {
  const auto values = made(any_size(), [](auto x) { return static_cast<T>(x % 5); });
  for (const T sought : {T(0), T(3), T(7)}) {
    const auto expected = static_cast<std::size_t>(std::count(values.begin(), values.end(), sought));
    RC_ASSERT(berth::count(values, sought) == expected);
    RC_ASSERT(berth::count_if(values, [sought](T v) { return v == sought; }) == expected);
    RC_ASSERT(berth::count(std::deque<T>(values.begin(), values.end()), sought) == expected);
  }
}

}  // namespace

TEST_CASE("a sum of integers is exact and 64 bits wide, whatever their type") {
  CHECK(rc::check([] {
    const auto bytes = made(any_size(), [](auto x) { return static_cast<std::int8_t>(x); });
    const auto words = made(any_size(), [](auto x) { return static_cast<std::uint32_t>(x); });
    const auto longs = made(any_size(), [](auto x) { return static_cast<std::int64_t>(x); });
    const auto sum_of_bytes = berth::sum(bytes);
    const auto sum_of_words = berth::sum(words);
    static_assert(std::is_same_v<decltype(sum_of_bytes), const std::int64_t>);
    static_assert(std::is_same_v<decltype(sum_of_words), const std::uint64_t>);
    RC_ASSERT(sum_of_bytes == std::accumulate(bytes.begin(), bytes.end(), std::int64_t{0}));
    RC_ASSERT(sum_of_words == std::accumulate(words.begin(), words.end(), std::uint64_t{0}));
    std::uint64_t wrapped = 0;
    for (const std::int64_t v : longs) wrapped += static_cast<std::uint64_t>(v);
    RC_ASSERT(static_cast<std::uint64_t>(berth::sum(longs)) == wrapped);
  }));
}

TEST_CASE("a sum of doubles is berth::reduce's, bit by bit, and near the loop's") {
  CHECK(rc::check([] {
    const auto values = made(any_size(), some_double);
    const double sum = berth::sum(values);
    RC_ASSERT(same_bits(sum, berth::reduce(values, 0.0, std::plus<>{})));
    RC_ASSERT(std::abs(sum - std::accumulate(values.begin(), values.end(), 0.0)) <= 1e-6);
    RC_ASSERT(same_bits(sum, berth::sum(values, {.sequential = true})));
  }));
}

TEST_CASE("floats add up as doubles, bools as integers, texts by joining, complex numbers as they are") {
  const std::vector<float> tenths(100'000, 0.1F);
  static_assert(std::is_same_v<decltype(berth::sum(tenths)), double>);
  CHECK(berth::sum(tenths) == doctest::Approx(100'000 * static_cast<double>(0.1F)));
  std::vector<bool> flags(1000, true);
  flags[3] = false;
  CHECK(berth::sum(flags) == 999);
  CHECK(berth::sum(std::vector<std::string>{"a", "b", "c"}) == "abc");
  CHECK(berth::sum(std::vector<std::complex<double>>(10, {1, 2})) == std::complex<double>(10, 20));
}

TEST_CASE("sums and products take functions and pointers to members") {
  const std::vector<order> orders(1000, {3, 0.5F});
  CHECK(berth::sum(orders, &order::pieces) == 3000);
  CHECK(berth::sum(orders, &order::price) == 500.0);
  CHECK(berth::sum(orders, [](const order& o) { return o.pieces * 2; }, {.name = "doubled"}) == 6000);
  CHECK(berth::sum(orders, &order::large) == 1000);
  CHECK(berth::product(std::views::iota(1, 21)) == 2'432'902'008'176'640'000);
  CHECK(berth::product(std::vector<double>(10, 2.0), {.grain = 2}) == 1024.0);
  CHECK(berth::product(std::vector<int>{1, 2, 3}, [](int v) { return v * v; }) == 36);
}

TEST_CASE("nothing adds up to zero, multiplies to one, counts none and has no average") {
  const std::vector<int> empty;
  CHECK(berth::sum(empty) == 0);
  CHECK(berth::sum(std::vector<std::string>()).empty());
  CHECK(berth::product(empty) == 1);
  CHECK(berth::count(empty, 1) == 0);
  CHECK(berth::count_if(empty, [](int) { return true; }) == 0);
  CHECK(!berth::average(empty));
}

TEST_CASE("count and count_if give what std gives, for every size of number") {
  CHECK(rc::check([] {
    counts_as_std<char>();
    counts_as_std<std::uint16_t>();
    counts_as_std<int>();
    counts_as_std<std::uint64_t>();
    counts_as_std<float>();
    counts_as_std<double>();
  }));
}

TEST_CASE("count takes more equals in a row than a narrow counter can hold") {
  const std::vector<std::uint8_t> bytes(1'000'003, 7);
  CHECK(berth::count(bytes, 7) == bytes.size());
  CHECK(berth::count_if(bytes, [](std::uint8_t b) { return b == 7; }) == bytes.size());
  const std::vector<std::int16_t> words(3'000'001, -1);
  CHECK(berth::count(words, -1) == words.size());
  CHECK(berth::count_if(words, [](std::int16_t w) { return w < 0; }) == words.size());
}

TEST_CASE("count compares as C++ does where the value has another type") {
  const std::vector<std::uint8_t> bytes(100, 44);
  CHECK(berth::count(bytes, 300) == 0);  // not 44
  CHECK(berth::count(bytes, 44L) == 100);
  CHECK(berth::count(bytes, 44.0) == 100);
  CHECK(berth::count(bytes, 44.5) == 0);
  const std::vector<float> tenths(100, 0.1F);
  CHECK(berth::count(tenths, 0.1) == 0);  // a double that no float equals
  CHECK(berth::count(tenths, 0.1F) == 100);
  const std::vector<double> numbers{0.0, -0.0, std::nan(""), 1.0};
  CHECK(berth::count(numbers, 0) == 2);
  CHECK(berth::count(numbers, std::nan("")) == 0);
  const std::vector<std::string> names{"a", "b", "a"};
  CHECK(berth::count(names, "a") == 2);
}

TEST_CASE("an average of integers is exact until it is divided, however large they are") {
  const auto most = std::numeric_limits<std::uint64_t>::max();
  CHECK(berth::average(std::vector<std::uint64_t>(100'000, most)) == static_cast<double>(most));
  const auto least = std::numeric_limits<std::int64_t>::min();
  CHECK(berth::average(std::vector<std::int64_t>(1000, least)) == static_cast<double>(least));
  CHECK(berth::average(std::vector<int>{1, 2}) == 1.5);
  CHECK(berth::average(std::vector<order>(10, {3, 0.5F}), &order::price) == 0.5);
  const std::vector<bool> half{true, false};
  CHECK(berth::average(half) == 0.5);
}

TEST_CASE("an average of doubles is their sum, divided once") {
  CHECK(rc::check([] {
    const auto values = made(1 + any_size(), some_double);
    RC_ASSERT(berth::average(values) == berth::sum(values) / static_cast<double>(values.size()));
  }));
}

TEST_CASE("a fold reports the lowest failing item, and what it is told to stop for") {
  const auto items = std::views::iota(0, 50'000);
  const auto fails = [](int v) {
    if (v >= 700) throw std::out_of_range(std::to_string(v));
    return v;
  };
  CHECK_THROWS_WITH_AS((void)berth::sum(items, fails), "700", std::out_of_range);
  CHECK_THROWS_WITH_AS((void)berth::average(items, fails), "700", std::out_of_range);
  CHECK_THROWS_WITH_AS((void)berth::count_if(items, [&](int v) { return fails(v) > 3; }), "700", std::out_of_range);
  std::stop_source source;
  source.request_stop();
  const std::vector<int> many(50'000, 1);
  CHECK_THROWS_AS((void)berth::sum(many, {.stop = source.get_token()}), berth::cancelled);
  CHECK_THROWS_AS((void)berth::count(many, 1, {.stop = source.get_token()}), berth::cancelled);
  CHECK_THROWS_AS((void)berth::average(many, {.until = std::chrono::steady_clock::now()}), berth::deadline_exceeded);
}
