// Groups, and sums whose bits are promised.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <berth/pipeline.hpp>
#include <bit>
#include <cstdint>
#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "pipelines/numbers.hpp"

using berth_tests::holds;
using berth_tests::numbers;
using berth_tests::some_numbers;

namespace {

// The order in which keys occur first, and each one's items in theirs.
std::vector<std::pair<int, std::vector<int>>> grouped(const std::vector<int>& items, int keys) {
  std::vector<std::pair<int, std::vector<int>>> groups;
  std::map<int, std::size_t> places;
  for (const int x : items) {
    const auto [there, is_new] = places.emplace(x % keys, groups.size());
    if (is_new) groups.emplace_back(x % keys, std::vector<int>());
    groups[there->second].second.push_back(x);
  }
  return groups;
}

// The sum of the values below 0.5 in the order that berth/pipeline.hpp documents.
double documented_sum(const std::vector<double>& values) {
  const std::size_t length = std::bit_floor(values.size() / 64);
  std::vector<double> blocks;
  for (std::size_t i = 0; i != values.size(); ++i) {
    if (i % length == 0) blocks.push_back(0);
    if (values[i] < 0.5) blocks.back() += values[i];
  }
  while (blocks.size() > 1) {
    std::vector<double> pairs;
    for (std::size_t i = 0; i < blocks.size(); i += 2)
      pairs.push_back(i + 1 < blocks.size() ? blocks[i] + blocks[i + 1] : blocks[i]);
    blocks = pairs;
  }
  return blocks[0];
}

}  // namespace

TEST_CASE("group_by gives the keys in the order of their first occurrence, whatever is collected of the groups") {
  CHECK(holds("group_by", [] {
    const auto items = some_numbers();
    const int keys = *rc::gen::element(1, 10, 5000);
    const auto expected = grouped(items, keys);
    const auto key = [keys](int x) { return x % keys; };
    RC_ASSERT((berth::par(items) | berth::group_by(key)) == expected);
    const auto counts = berth::par(items) | berth::group_by(key, berth::counting());
    const auto sums = berth::par(items) | berth::filter([](int) { return true; }) |
                      berth::group_by(key, berth::summing([](int x) { return x * 0.5; }));
    RC_ASSERT(counts.size() == expected.size());
    RC_ASSERT(sums.size() == expected.size());
    for (std::size_t g = 0; g != expected.size(); ++g) {
      const auto& [k, group] = expected[g];
      RC_ASSERT((counts[g] == std::pair(k, group.size())));
      RC_ASSERT((sums[g] == std::pair(k, 0.5 * std::accumulate(group.begin(), group.end(), 0.0))));
    }
  }));
}

TEST_CASE("groups keep their order where a position gives several items") {
  const auto items = numbers(60'000, 3, 5000);
  const auto got = berth::par(items) | berth::flat_map([](int x) { return std::vector<int>{x, x + 1}; }) |
                   berth::group_by(berth::identity, berth::counting());
  std::vector<int> doubled;
  for (const int x : items) doubled.insert(doubled.end(), {x, x + 1});
  const auto expected = grouped(doubled, 1'000'000);
  REQUIRE(got.size() == expected.size());
  for (std::size_t g = 0; g != got.size(); ++g)
    REQUIRE(got[g] == std::pair(expected[g].first, expected[g].second.size()));
}

TEST_CASE("keys may be text, pairs and enumerations, and groups may be grouped again") {
  enum class parity { even, odd };
  const auto items = numbers(30'000, 5, 100);
  const auto by_text = berth::par(items) | berth::map([](int x) { return std::to_string(x % 7); }) |
                       berth::group_by(berth::identity, berth::counting());
  CHECK(by_text.size() == 7);
  const auto by_pair =
      berth::par(items) |
      berth::group_by([](int x) { return std::pair(x % 3, std::to_string(x % 4)); }, berth::counting());
  CHECK(by_pair.size() == 12);
  const auto nested =
      berth::par(items) | berth::group_by([](int x) { return x % 2 == 0 ? parity::even : parity::odd; },
                                          berth::group_by([](int x) { return x % 10; }, berth::summing()));
  REQUIRE(nested.size() == 2);
  long long total = 0;
  for (const auto& [half, digits] : nested) {
    CHECK(digits.size() == 5);
    for (const auto& [digit, sum] : digits) total += sum;
  }
  CHECK(total == std::accumulate(items.begin(), items.end(), 0LL));
}

TEST_CASE("sums of floating-point numbers have the same bits whatever the path") {
  std::vector<double> values(200'000);
  for (std::size_t i = 0; i != values.size(); ++i) values[i] = 1.0 / static_cast<double>(i + 1);
  const auto sum = [&](const berth::hints& with) {
    return berth::par(values, with) | berth::filter([](double x) { return x < 0.5; }) | berth::summing();
  };
  const double alone = sum({.sequential = true});
  CHECK(std::bit_cast<std::uint64_t>(alone) == std::bit_cast<std::uint64_t>(sum({})));
  CHECK(std::bit_cast<std::uint64_t>(alone) == std::bit_cast<std::uint64_t>(sum({.grain = 777})));
  CHECK(std::bit_cast<std::uint64_t>(alone) == std::bit_cast<std::uint64_t>(documented_sum(values)));
  const auto grouped_sum = [&](const berth::hints& with) {
    return berth::par(values, with) | berth::enumerate() |
           berth::group_by([](const auto& p) { return p.first % 100; },
                           berth::summing([](const auto& p) { return p.second; }));
  };
  CHECK(grouped_sum({.sequential = true}) == grouped_sum({.grain = 1}));
}
