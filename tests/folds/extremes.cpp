// min, max and minmax beside std's.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <berth/errors.hpp>
#include <berth/max.hpp>
#include <berth/min.hpp>
#include <berth/minmax.hpp>
#include <cmath>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <ranges>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <vector>

#include "folds/values.hpp"

namespace {

using namespace berth_tests;

struct record {
  std::uint64_t key;
  std::size_t place;
  bool operator==(const record&) const = default;
};

std::vector<record> records(std::size_t count, std::uint64_t keys) {
  auto all = made(count, [keys](auto x) { return record{x % keys, 0}; });
  for (std::size_t i = 0; i != count; ++i) all[i].place = i;
  return all;
}

template <class T>
void extremes_as_std() {
  const auto values = made(1 + any_size(), [](auto x) { return static_cast<T>(x % 1000003) - static_cast<T>(77); });
  const auto [least, greatest] = std::minmax_element(values.begin(), values.end());
  const berth::extremes<T> ends{*least, *greatest};
  RC_ASSERT(berth::min(values) == *least);
  RC_ASSERT(berth::max(values) == *greatest);
  RC_ASSERT(berth::minmax(values) == ends);
  RC_ASSERT(berth::minmax(std::deque<T>(values.begin(), values.end())) == ends);
}

}  // namespace

TEST_CASE("the extremes of numbers are std's") {
  CHECK(rc::check([] {
    extremes_as_std<int>();
    extremes_as_std<std::uint64_t>();
    extremes_as_std<double>();
    extremes_as_std<float>();
  }));
  CHECK(berth::max(std::vector<char>{'a', 'z', 'b'}) == 'z');
  CHECK(berth::min(std::vector<std::string>{"b", "a", "c"}) == "a");
  CHECK(berth::max(std::vector<bool>{false, true}) == true);
}

TEST_CASE("of equals the first is found, at either end, by an order and a key") {
  CHECK(rc::check([] {
    const auto all = records(1 + any_size(20'000), 17);
    const auto by_key = [](const record& a, const record& b) { return a.key < b.key; };
    const record least = *std::min_element(all.begin(), all.end(), by_key);
    const record greatest = *std::max_element(all.begin(), all.end(), by_key);
    RC_ASSERT(berth::min(all, by_key) == least);
    RC_ASSERT(berth::min(all, std::less<>{}, &record::key) == least);
    RC_ASSERT(berth::max(all, by_key) == greatest);
    RC_ASSERT(berth::max(all, std::less<>{}, &record::key, {.name = "keys"}) == greatest);
    const auto ends = berth::minmax(all, std::less<>{}, &record::key);
    RC_ASSERT(ends == (berth::extremes<record>{least, greatest}));
    RC_ASSERT(berth::minmax(all, by_key) == ends);
    RC_ASSERT(berth::max(all, std::greater<>{}, &record::key) == least);
  }));
}

TEST_CASE("nothing has no extremes") {
  CHECK(!berth::min(std::vector<int>()));
  CHECK(!berth::max(std::vector<std::string>(), std::less<>{}, &std::string::size));
  CHECK(!berth::minmax(std::vector<double>()));
  CHECK(!berth::minmax(std::vector<record>(), std::less<>{}, &record::key));
}

TEST_CASE("a NaN among numbers is their extreme, and zeros have an order") {
  for (const std::size_t count : {3, 10, 1000, 100'000}) {
    std::vector<double> values(count, 1.0);
    values[count / 2] = -0.0;
    values[count - 1] = 0.0;
    CHECK(std::signbit(*berth::min(values)));
    values[count / 2] = std::nan("");
    CHECK(std::isnan(*berth::min(values)));
    CHECK(std::isnan(*berth::max(values)));
    CHECK(std::isnan(berth::minmax(values)->min));
    CHECK(std::isnan(berth::minmax(values)->max));
  }
}

TEST_CASE("orders may be function pointers, and may make calls of their own") {
  bool (*const less)(int, int) = [](int a, int b) { return a < b; };
  const auto items = std::views::iota(0, 3000);
  CHECK(berth::max(items, less) == 2999);
  const auto slowly = [](int a, int b) {
    return berth::max(std::vector<int>{a - 1, a}) < berth::max(std::vector<int>{b});
  };
  CHECK(berth::minmax(items, slowly) == berth::extremes<int>{0, 2999});
}

TEST_CASE("what an order throws ends the call, and so does a token") {
  const auto items = std::views::iota(0, 50'000);
  const auto fails = [](int a, int b) {
    if (a == 40'000 || b == 40'000) throw std::out_of_range("no order");
    return a < b;
  };
  CHECK_THROWS_AS((void)berth::min(items, fails), std::out_of_range);
  CHECK_THROWS_AS((void)berth::minmax(items, fails), std::out_of_range);
  std::stop_source source;
  source.request_stop();
  const std::vector<int> many(50'000, 1);
  CHECK_THROWS_AS((void)berth::min(many, {.stop = source.get_token()}), berth::cancelled);
  CHECK_THROWS_AS((void)berth::minmax(many, {.stop = source.get_token()}), berth::cancelled);
}
