// What scans promise on the real runtime: the same bits on every path, in place and beside, at sizes that are shared
// out.
#include <doctest/doctest.h>

#include <berth/exclusive_scan.hpp>
#include <berth/inclusive_scan.hpp>
#include <berth/sequential_scope.hpp>
#include <berth/tabulate.hpp>
#include <berth/transform_exclusive_scan.hpp>
#include <berth/transform_inclusive_scan.hpp>
#include <functional>
#include <numeric>
#include <span>
#include <stdexcept>
#include <vector>

#include "support/scrambled.hpp"

namespace {

using berth_tests::scrambled;

constexpr std::size_t sizes[] = {0, 1, 2, 7, 8, 9, 2047, 2048, 2049, 100'000, 1'000'003};

std::vector<double> doubles(std::size_t count) {
  return berth::tabulate(count, [](std::size_t i) { return static_cast<double>(scrambled(i) % 100003) * 0.37 - 9000; });
}

// The same bits as in a sequential scope.
template <class Call>
void check_same_alone(Call call) {
  const auto shared = call();
  const berth::sequential_scope alone;
  CHECK(call() == shared);
}

}  // namespace

TEST_CASE("scans of integers are those of the standard library, in place and beside") {
  for (const std::size_t count : sizes) {
    const auto items = berth::tabulate(count, [](std::size_t i) { return scrambled(i); });
    std::vector<std::uint64_t> totals(count);
    std::inclusive_scan(items.begin(), items.end(), totals.begin());
    CHECK(berth::inclusive_scan(items) == totals);
    auto in_place = items;
    berth::inclusive_scan_into(in_place, in_place);
    CHECK(in_place == totals);
    std::exclusive_scan(items.begin(), items.end(), totals.begin(), std::uint64_t{3});
    CHECK(berth::exclusive_scan(items, std::uint64_t{3}) == totals);
    in_place = items;
    berth::exclusive_scan_into(in_place, in_place, std::uint64_t{3}, [](auto a, auto b) { return a + b; });
    CHECK(in_place == totals);
  }
}

TEST_CASE("scans of doubles have the same bits on every path") {
  const auto add = [](double a, double b) { return a + b; };
  const auto square = [](double v) { return v * v; };
  for (const std::size_t count : sizes) {
    const auto items = doubles(count);
    check_same_alone([&] { return berth::inclusive_scan(items); });
    check_same_alone([&] { return berth::exclusive_scan(items, 0.5); });
    check_same_alone([&] { return berth::inclusive_scan(items, add); });
    check_same_alone([&] { return berth::transform_inclusive_scan(items, add, square); });
    check_same_alone([&] { return berth::transform_exclusive_scan(items, 0.5, std::plus<>{}, square); });
  }
}

TEST_CASE("outputs that are written past the cache hold the same, wherever they begin") {
  const std::size_t count = (std::size_t{33} << 20) / sizeof(std::uint32_t);
  const std::vector<std::uint32_t> items(count, 3);
  std::vector<std::uint32_t> out(count + 2, 1);
  for (const std::size_t begin : {std::size_t{0}, std::size_t{1}}) {
    berth::inclusive_scan_into(items, std::span(out).subspan(begin, count));
    std::uint32_t total = 0;
    bool right = true;
    for (std::size_t i = 0; i != count; ++i) right &= out[begin + i] == (total += 3);
    CHECK(right);
    CHECK(out.back() == 1);
  }
}

TEST_CASE("an output that is too small is refused, and left alone") {
  const std::vector<int> items(5, 1);
  std::vector<int> out(3, 7);
  CHECK_THROWS_WITH_AS(berth::inclusive_scan_into(items, out),
                       "berth::inclusive_scan_into: the output holds 3 elements, the input has 5",
                       std::invalid_argument);
  CHECK(out == std::vector<int>(3, 7));
}

TEST_CASE("items are converted to the type of the initial value first") {
  const std::vector<int> items(3000, 2'000'000'000);
  CHECK(berth::inclusive_scan(items, 0LL, std::plus<>{}).back() == 6'000'000'000'000);
  CHECK(berth::exclusive_scan(items, 0LL)[2] == 4'000'000'000);
}
