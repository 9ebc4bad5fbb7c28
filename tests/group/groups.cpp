// What the group verbs promise, on the real runtime: public headers only.
#include <doctest/doctest.h>

#include <berth/count_by.hpp>
#include <berth/distinct.hpp>
#include <berth/group_by.hpp>
#include <berth/group_reduce.hpp>
#include <berth/histogram.hpp>
#include <berth/join_strings.hpp>
#include <berth/partition_by.hpp>
#include <berth/to_map.hpp>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "group/items.hpp"

using berth_tests::itself;
using berth_tests::made;
using berth_tests::many;
using berth_tests::scrambled;

namespace {

void check_counts(const std::vector<std::uint64_t>& items) {
  std::unordered_map<std::uint64_t, std::size_t> number;
  std::vector<std::pair<std::uint64_t, std::size_t>> expected;
  for (const std::uint64_t v : items) {
    const auto [at, is_new] = number.try_emplace(v, expected.size());
    if (is_new) expected.emplace_back(v, 0);
    ++expected[at->second].second;
  }
  CHECK(berth::count_by(items, [](std::uint64_t v) { return v; }) == expected);
  std::vector<std::uint64_t> once;
  for (const auto& [key, count] : expected) once.push_back(key);
  CHECK(berth::distinct(items) == once);
}

}  // namespace

TEST_CASE("count_by and distinct agree with the loop for few, many, skewed, sorted and all different keys") {
  check_counts(made(many, [](std::uint64_t i) { return scrambled(i) % 16; }));
  check_counts(made(many, [](std::uint64_t i) { return i < many / 2 ? i % 3 : i % 3000; }));
  check_counts(made(many, [](std::uint64_t i) { return scrambled(i) % 50'000 * 4096; }));
  check_counts(made(many, [](std::uint64_t i) { return scrambled(i); }));
  check_counts(made(many, [](std::uint64_t i) { return i << 40; }));
  check_counts(made(many, [](std::uint64_t i) { return i / 3; }));
  check_counts(made(many, [](std::uint64_t i) { return i % 4 == 0 ? scrambled(i) : i % 5; }));
  check_counts(made(many, [](std::uint64_t) { return std::uint64_t{7}; }));
}

TEST_CASE("groups are gone through by auto&, auto&& and const auto&, whatever the verb") {
  const std::vector<int> items{3, 4, 5, 6, 7};
  const auto odd = [](int v) { return v % 2 != 0; };
  std::size_t met = 0;
  for (auto& [key, values] : berth::group_by(items, odd)) met += values.size() + (key ? 10 : 0);
  for (auto&& [key, values] : berth::group_by(items, odd)) met += values.size() + (key ? 10 : 0);
  for (const auto& [key, values] : berth::group_by(items, odd)) met += values.size() + (key ? 10 : 0);
  for (auto [key, values] : berth::group_by(items, odd)) met += values.size() + (key ? 10 : 0);
  CHECK(met == 4 * (items.size() + 10));
  for (auto& [key, count] : berth::count_by(items, odd)) CHECK(count == (key ? 3 : 2));
  for (auto& [key, total] : berth::group_reduce(items, odd, [](int v) { return v; }, 0, std::plus<>{}))
    CHECK(total == (key ? 15 : 10));
  for (auto& [key, last] : berth::to_map(items, odd, [](int v) { return v; }, berth::keep_last{}))
    CHECK(last == (key ? 7 : 6));
}

TEST_CASE("groups that are copied or moved refer to what is theirs") {
  const std::vector<std::string> items{"one", "two", "three", "four"};
  const auto length = [](const std::string& s) { return s.substr(0, 1) + " and what makes a text long enough"; };
  auto first = berth::group_by(items, length);
  auto copied = first;
  const auto* const values = copied.values().data();
  auto moved = std::move(copied);
  CHECK(moved.values().data() == values);
  for (std::string& s : moved.of(1)) s = "changed";
  CHECK(&moved[2].key == &moved.keys()[2]);
  CHECK(moved[1].values.size() == 2);
  CHECK(moved[1].values[1] == "changed");
  CHECK(first[1].values[1] == "three");
  moved = first;
  first = {};
  CHECK(first.empty());
  CHECK(moved[1].key == "t and what makes a text long enough");
  CHECK(moved[1].values[1] == "three");
}

TEST_CASE("group_by of many groups keeps every order") {
  const auto items = made(many, itself);
  const auto groups = berth::group_by(items, [](std::uint64_t v) { return scrambled(v) % 70'000; });
  std::size_t total = 0;
  std::uint64_t before = 0;
  for (const auto& [key, values] : groups) {
    REQUIRE(!values.empty());
    REQUIRE((total == 0 || values[0] > before));
    before = values[0];
    total += values.size();
    for (std::size_t k = 0; k != values.size(); ++k) {
      REQUIRE(scrambled(values[k]) % 70'000 == key);
      REQUIRE((k == 0 || values[k - 1] < values[k]));
    }
  }
  CHECK(total == many);
}

TEST_CASE("group_reduce is the same bit for bit in two calls, and near the loop's") {
  const auto items = made(many, scrambled);
  const auto value = [](std::uint64_t v) { return 1.0 / static_cast<double>(v % 1'000'003 + 1); };
  for (const std::uint64_t different : {10u, 1000u, 30'000u}) {
    const auto key = [different](std::uint64_t v) { return v % different; };
    const auto totals = berth::group_reduce(items, key, value, 0.0, std::plus<>{});
    CHECK(totals == berth::group_reduce(items, key, value, 0.0, std::plus<>{}, {.sequential = true}));
    std::unordered_map<std::uint64_t, double> expected;
    for (const std::uint64_t v : items) expected[key(v)] += value(v);
    REQUIRE(totals.size() == expected.size());
    for (const auto& [k, total] : totals) REQUIRE(std::abs(total - expected[k]) <= 1e-9 * expected[k]);
  }
}

TEST_CASE("to_map fills the map that is named") {
  const auto items = made(50'000, itself);
  struct record {
    std::uint64_t id;
    std::string name;
  };
  const std::vector<record> records{{1, "one"}, {2, "two"}, {1, "uno"}};
  const auto names = berth::to_map(records, &record::id, &record::name, berth::keep_last{});
  CHECK(names == std::vector<std::pair<std::uint64_t, std::string>>{{1, "uno"}, {2, "two"}});
  const auto squares = berth::to_map<std::unordered_map<std::uint64_t, std::uint64_t>>(
      items, itself, [](std::uint64_t v) { return v * v; });
  CHECK(squares.size() == 50'000);
  CHECK(squares.at(300) == 90'000);
}

TEST_CASE("a dense histogram counts every item once") {
  const auto items = made(many, scrambled);
  const auto counts = berth::histogram(items, 256, [](std::uint64_t v) { return v & 255; });
  std::vector<std::size_t> expected(256);
  for (const std::uint64_t v : items) ++expected[v & 255];
  CHECK(counts == expected);
}

TEST_CASE("a histogram of numbers counts NaN and infinities apart") {
  const std::vector<double> items{-1, 0, 0.5, 1, 9.999, 10, INFINITY, -INFINITY, NAN};
  const auto counts = berth::histogram(items, berth::equal_bins{0.0, 10.0, 10}, [](double v) { return v; });
  CHECK(counts.counts == std::vector<std::size_t>{2, 1, 0, 0, 0, 0, 0, 0, 0, 1});
  CHECK(counts.below == 2);
  CHECK(counts.above == 2);
  CHECK(counts.neither == 1);
}

TEST_CASE("a histogram of few and of many bins counts as the loop does, whatever the number of items") {
  for (const std::size_t count : {std::size_t{0}, std::size_t{3}, std::size_t{8191}, std::size_t{8193}, many})
    for (const std::size_t bins : {std::size_t{1}, std::size_t{7}, std::size_t{1025}, std::size_t{70'000}}) {
      const auto items = made(count, scrambled);
      std::vector<std::size_t> expected(bins);
      for (const std::uint64_t v : items) ++expected[v % bins];
      CHECK(berth::histogram(items, bins, [bins](std::uint64_t v) { return v % bins; }) == expected);
    }
}

TEST_CASE("what lies below the end of equal bins is in the last one, however their width is rounded") {
  const double high = 0.1 * 3;
  const std::vector<double> items{std::nextafter(high, 0.0), 0.0, high, std::nextafter(0.0, -1.0)};
  for (std::size_t bins = 1; bins != 2000; ++bins) {
    const auto counts = berth::histogram(items, berth::equal_bins{0.0, high, bins}, [](double v) { return v; });
    REQUIRE(counts.counts.back() + (bins == 1 ? 0 : counts.counts.front()) == 2);
    REQUIRE(counts.above == 1);
    REQUIRE(counts.below == 1);
  }
}

TEST_CASE("join_strings and partition_by on an empty range, one item and many") {
  const std::vector<std::string> none;
  CHECK(berth::join_strings(none, {.separator = ",", .prefix = "<", .suffix = ">"}) == "<>");
  CHECK(berth::join_strings(std::vector<std::string>{"a"}, {.separator = ","}) == "a");
  CHECK(berth::join_strings(std::vector<std::string>{"", ""}, {.separator = ","}) == ",");
  const auto items = made(many, scrambled);
  const auto [even, odd] = berth::partition_by(items, [](std::uint64_t v) { return v % 2 == 0; });
  CHECK(even.size() + odd.size() == many);
  for (const std::uint64_t v : even) REQUIRE(v % 2 == 0);
  for (const std::uint64_t v : odd) REQUIRE(v % 2 == 1);
}

TEST_CASE("nothing is called for an empty range") {
  const std::vector<int> none;
  const auto fail = [](int) -> int { throw 1; };
  CHECK(berth::count_by(none, fail).empty());
  CHECK(berth::group_by(none, fail).empty());
  CHECK(berth::group_reduce(none, fail, fail, 0, std::plus<>{}).empty());
  CHECK(berth::distinct(none).empty());
  CHECK(berth::to_map(none, fail, fail).empty());
  CHECK(berth::histogram(none, 3, fail) == std::vector<std::size_t>(3));
  CHECK(berth::partition_by(none, fail).yes.empty());
  CHECK(berth::join_strings(std::vector<std::string>{}).empty());
}
