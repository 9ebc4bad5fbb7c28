// Scans against the standard algorithms, while their calls are cut into random pieces on several threads.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <berth/detail/prefix_sums.hpp>
#include <berth/exclusive_scan.hpp>
#include <berth/extremum.hpp>
#include <berth/inclusive_scan.hpp>
#include <berth/transform_exclusive_scan.hpp>
#include <berth/transform_inclusive_scan.hpp>
#include <cmath>
#include <complex>
#include <cstring>
#include <deque>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "algorithms/any_split.hpp"
#include "algorithms/split_run_call.hpp"
#include "support/scrambled.hpp"

namespace {

using berth_tests::any_split;
using berth_tests::scrambled;
using berth_tests::splitting;

std::size_t any_size() {
  return *rc::gen::oneOf(rc::gen::inRange<std::size_t>(0, 200), rc::gen::inRange<std::size_t>(0, 10'000));
}

template <class T>
std::vector<T> any_items(std::size_t count) {
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  std::vector<T> items(count);
  for (std::size_t i = 0; i != count; ++i) {
    const auto x = scrambled(seed + i * 77777);
    items[i] =
        std::is_integral_v<T> ? static_cast<T>(x) : static_cast<T>(static_cast<double>(x % 100003) * 1.37e-3 - 60);
  }
  return items;
}

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

// What a call gives in one piece, and that it gives the same bits in any pieces.
template <class Call>
auto split_and_whole(Call call) {
  const auto whole = call();
  for (int i = 0; i != 3; ++i) {
    const splitting now(any_split());
    RC_ASSERT(same_bits(call(), whole));
  }
  return whole;
}

template <class T>
bool close(const std::vector<T>& sums, const std::vector<T>& items, long double total) {
  for (std::size_t i = 0; i != items.size(); ++i) {
    total += items[i];
    if (std::abs(static_cast<double>(total) - static_cast<double>(sums[i])) > (sizeof(T) == 4 ? 3.0 : 1e-7))
      return false;
  }
  return true;
}

template <class T>
void check_integers() {
  CHECK(rc::check([] {
    const auto items = any_items<T>(any_size());
    using wide = std::make_unsigned_t<T>;
    const auto add = [](T a, T b) { return static_cast<T>(static_cast<wide>(a) + static_cast<wide>(b)); };
    std::vector<T> totals(items.size());
    std::inclusive_scan(items.begin(), items.end(), totals.begin(), add);
    RC_ASSERT(split_and_whole([&] { return berth::inclusive_scan(items); }) == totals);
    RC_ASSERT(split_and_whole([&] { return berth::inclusive_scan(items, add); }) == totals);
    const auto same = [](T v) { return v; };
    RC_ASSERT(split_and_whole([&] { return berth::transform_inclusive_scan(items, add, same); }) == totals);
    std::exclusive_scan(items.begin(), items.end(), totals.begin(), T{5}, add);
    RC_ASSERT(split_and_whole([&] { return berth::exclusive_scan(items, T{5}); }) == totals);
    RC_ASSERT(split_and_whole([&] { return berth::transform_exclusive_scan(items, T{5}, add, same); }) == totals);
    const splitting now(any_split());
    auto in_place = items;
    berth::exclusive_scan_into(in_place, in_place, T{5}, add);
    RC_ASSERT(in_place == totals);
    in_place = items;
    berth::exclusive_scan_into(in_place, in_place, T{5});
    RC_ASSERT(in_place == totals);
  }));
}

template <class T>
void check_floats() {
  CHECK(rc::check([] {
    const auto items = any_items<T>(any_size());
    const std::deque<T> apart(items.begin(), items.end());
    const auto add = [](T a, T b) { return a + b; };
    const auto half = [](T v) { return v * T(0.5); };
    RC_ASSERT(close(split_and_whole([&] { return berth::inclusive_scan(items); }), items, 0));
    RC_ASSERT(close(split_and_whole([&] { return berth::inclusive_scan(items, T(2), std::plus<>{}); }), items, 2));
    RC_ASSERT(close(split_and_whole([&] { return berth::inclusive_scan(items, add); }), items, 0));
    RC_ASSERT(close(split_and_whole([&] { return berth::inclusive_scan(apart); }), items, 0));
    split_and_whole([&] { return berth::transform_inclusive_scan(items, T(1), add, half); });
    split_and_whole([&] { return berth::transform_exclusive_scan(items, T(1), std::plus<>{}, half); });
    const auto before = split_and_whole([&] { return berth::exclusive_scan(items, T(2)); });
    const auto with = berth::inclusive_scan(items, T(2), std::plus<>{});
    for (std::size_t i = 0; i != items.size(); ++i) RC_ASSERT(before[i] == (i == 0 ? T(2) : with[i - 1]));
    const splitting now(any_split());
    auto in_place = items;
    berth::inclusive_scan_into(in_place, in_place, T(2), std::plus<>{});
    RC_ASSERT(same_bits(in_place, with));
    in_place = items;
    berth::exclusive_scan_into(in_place, in_place, T(2));
    RC_ASSERT(same_bits(in_place, before));
  }));
}

}  // namespace

TEST_CASE("scans of integers are those of the standard library, by any operation") {
  check_integers<std::uint64_t>();
  check_integers<std::int32_t>();
  check_integers<std::int16_t>();
}

TEST_CASE("scans of floating-point numbers have the same bits in any pieces, and the right value") {
  check_floats<double>();
  check_floats<float>();
}

TEST_CASE("a long scan of doubles has the same bits in any pieces") {
  std::vector<double> items(300'001);
  for (std::size_t i = 0; i != items.size(); ++i) items[i] = static_cast<double>(scrambled(i) % 100003) * 0.37 - 9000;
  const auto whole = berth::inclusive_scan(items);
  const auto own = berth::inclusive_scan(items, [](double a, double b) { return a + b; });
  for (unsigned seed = 0; seed != 10; ++seed) {
    const splitting now({.seed = seed, .pieces = 100, .threads = 3});
    CHECK(same_bits(berth::inclusive_scan(items), whole));
    CHECK(same_bits(berth::inclusive_scan(items, [](double a, double b) { return a + b; }), own));
  }
}

TEST_CASE("the documented order of a sum of doubles") {
  CHECK(rc::check([] {
    const auto items = any_items<double>(any_size());
    const std::size_t block = 2048;  // fewer than 64 such blocks
    std::vector<double> expected(items.size());
    double carry = -0.0;
    double rows = -0.0;
    for (std::size_t i = 0; i != items.size(); ++i) {
      if (i % block == 0) rows = -0.0;
      const std::size_t first = i - i % 8;
      const auto sum = [&](std::size_t from, std::size_t count) {
        double part[8];
        std::copy_n(items.begin() + static_cast<std::ptrdiff_t>(first + from), count, part);
        for (std::size_t width = 1; width < count; width *= 2)
          for (std::size_t k = 0; k + width < count; k += 2 * width) part[k] += part[k + width];
        return part[0];
      };
      const double own = rows + sum(0, i % 8 + 1);
      expected[i] = carry + own;
      if (i % 8 == 7) rows = own;
      if ((i + 1) % block == 0) carry += own;
    }
    RC_ASSERT(same_bits(berth::inclusive_scan(items), expected));
  }));
}

TEST_CASE("an operation that does not commute sees its operands in order") {
  CHECK(rc::check([] {
    const auto letters = any_items<std::uint64_t>(*rc::gen::inRange<std::size_t>(0, 300));
    std::vector<std::string> texts;
    for (const auto x : letters) texts.emplace_back(x % 3, static_cast<char>('a' + x % 26));
    std::vector<std::string> joined(texts.size());
    std::inclusive_scan(texts.begin(), texts.end(), joined.begin());
    const auto append = [](std::string a, const std::string& b) { return a += b; };
    for (int i = 0; i != 3; ++i) {
      const splitting now(any_split());
      RC_ASSERT(berth::inclusive_scan(texts) == joined);
      RC_ASSERT(berth::inclusive_scan(texts, append) == joined);
      RC_ASSERT(berth::transform_inclusive_scan(texts, append, std::identity{}) == joined);
    }
    std::exclusive_scan(texts.begin(), texts.end(), joined.begin(), std::string("<"));
    const splitting now(any_split());
    RC_ASSERT(berth::exclusive_scan(texts, std::string("<"), append) == joined);
    RC_ASSERT(berth::exclusive_scan(texts, std::string("<")) == joined);
  }));
}

TEST_CASE("the function is called once an item") {
  CHECK(rc::check([] {
    const auto items = any_items<int>(any_size());
    std::atomic<std::size_t> calls = 0;
    const splitting now(any_split());
    (void)berth::transform_inclusive_scan(items, std::plus<>{}, [&](int v) {
      ++calls;
      return std::complex<double>(v, 1);
    });
    RC_ASSERT(calls == items.size());
  }));
}

TEST_CASE("running extremes are those of a loop") {
  CHECK(rc::check([] {
    const auto items = any_items<double>(any_size());
    std::vector<double> most(items.size());
    std::inclusive_scan(items.begin(), items.end(), most.begin(), [](double a, double b) { return std::max(a, b); });
    RC_ASSERT(split_and_whole([&] { return berth::inclusive_scan(items, berth::maximum{}); }) == most);
  }));
}

TEST_CASE("a sum keeps the sign of zero, and a stop leaks nothing") {
  const auto zeros = berth::inclusive_scan(std::vector<double>(20, -0.0));
  for (const double zero : zeros) CHECK(std::signbit(zero));
  const std::vector<std::string> texts(500, "a text that is too long to be kept in its string");
  for (unsigned seed = 0; seed != 20; ++seed) {
    const splitting now({.seed = seed, .pieces = 40, .stop_after = 0});
    CHECK_THROWS_AS((void)berth::inclusive_scan(texts), berth_tests::stopped);
  }
}
