// Summary statistics beside two plain passes.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <berth/errors.hpp>
#include <berth/statistics.hpp>
#include <cmath>
#include <cstdint>
#include <deque>
#include <limits>
#include <numeric>
#include <stop_token>
#include <vector>

#include "folds/values.hpp"

namespace {

using namespace berth_tests;

struct expectation {
  long double average = 0, variance = 0;
};

template <class T>
expectation plainly(const std::vector<T>& values) {
  expectation e;
  const auto n = static_cast<long double>(values.size());
  for (const T v : values) e.average += static_cast<long double>(v) / n;
  for (const T v : values) {
    const long double apart = static_cast<long double>(v) - e.average;
    e.variance += apart * apart / n;
  }
  return e;
}

bool near(double found, long double expected, double scale) {
  return std::abs(static_cast<long double>(found) - expected) <= static_cast<long double>(1e-11 * scale);
}

template <class T, class Make>
void statistics_as_plain(Make make) {
  const auto values = made(1 + any_size(), make);
  const auto found = berth::statistics(values);
  const auto [least, greatest] = std::minmax_element(values.begin(), values.end());
  const expectation plain = plainly(values);
  RC_ASSERT(found->count == values.size());
  RC_ASSERT(found->min == *least);
  RC_ASSERT(found->max == *greatest);
  RC_ASSERT(near(found->average, plain.average, 1e6));
  RC_ASSERT(near(found->variance, plain.variance, 1e12));
  if constexpr (std::is_integral_v<T>)
    RC_ASSERT(found->sum == std::accumulate(values.begin(), values.end(), decltype(found->sum){0}));
  const auto apart = berth::statistics(std::deque<T>(values.begin(), values.end()), {.sequential = true});
  RC_ASSERT(same_bits(apart->sum, found->sum));
  RC_ASSERT(same_bits(apart->average, found->average));
  RC_ASSERT(same_bits(apart->variance, found->variance));
}

}  // namespace

TEST_CASE("statistics are those of two plain passes, the same bits on every path") {
  CHECK(rc::check([] {
    statistics_as_plain<double>(some_double);
    statistics_as_plain<float>([](auto x) { return static_cast<float>(x % 1000) * 0.25F; });
    statistics_as_plain<std::int32_t>([](auto x) { return static_cast<std::int32_t>(x % 100'000) - 50'000; });
    statistics_as_plain<std::uint8_t>([](auto x) { return static_cast<std::uint8_t>(x); });
  }));
}

TEST_CASE("a variance keeps its digits far from zero") {
  std::vector<double> values(300'000);
  for (std::size_t i = 0; i != values.size(); ++i) values[i] = 1e9 + static_cast<double>(i % 3);
  const auto found = berth::statistics(values);
  CHECK(found->variance == doctest::Approx(2.0 / 3).epsilon(1e-9));
  CHECK(found->deviation() == doctest::Approx(std::sqrt(2.0 / 3)).epsilon(1e-9));
}

TEST_CASE("one number has no variance, and none have no statistics") {
  const auto one = berth::statistics(std::vector<int>{7});
  CHECK(one->count == 1);
  CHECK(one->sum == 7);
  CHECK(one->average == 7);
  CHECK(one->variance == 0);
  CHECK(one->sample_variance() == 0);
  CHECK(berth::statistics(std::vector<int>{1, 3})->sample_variance() == 2);
  CHECK(!berth::statistics(std::vector<float>()));
}

TEST_CASE("statistics of what a function makes, which is called once an item") {
  std::vector<std::pair<int, double>> rows(10'000, {1, 2.5});
  const auto found = berth::statistics(rows, &std::pair<int, double>::second);
  CHECK(found->sum == 25'000);
  CHECK(found->variance == 0);
  std::atomic<int> calls = 0;
  (void)berth::statistics(rows, [&](const auto& r) {
    ++calls;
    return r.first;
  });
  CHECK(calls == 10'000);
}

TEST_CASE("a NaN shows in every statistic, infinities in those that have them") {
  std::vector<double> values(5000, 1);
  values[4000] = std::numeric_limits<double>::infinity();
  CHECK(berth::statistics(values)->max == values[4000]);
  CHECK(berth::statistics(values)->average == values[4000]);
  values[100] = std::nan("");
  const auto found = berth::statistics(values);
  CHECK(std::isnan(found->sum));
  CHECK(std::isnan(found->min));
  CHECK(std::isnan(found->max));
  CHECK(std::isnan(found->variance));
}

TEST_CASE("statistics stop when told to") {
  std::stop_source source;
  source.request_stop();
  CHECK_THROWS_AS((void)berth::statistics(std::vector<int>(50'000, 1), {.stop = source.get_token()}), berth::cancelled);
}
