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
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace {

// More groups than a table holds before it is left alone, so that every way through is taken.
constexpr std::size_t many = 400'000;

std::vector<std::uint64_t> made(std::size_t count, std::uint64_t (*make)(std::uint64_t)) {
  std::vector<std::uint64_t> items(count);
  for (std::size_t i = 0; i != count; ++i) items[i] = make(i);
  return items;
}

std::uint64_t scrambled(std::uint64_t x) {
  x = (x ^ (x >> 31)) * 0x9e3779b97f4a7c15u;
  return x ^ (x >> 29);
}

std::uint64_t itself(std::uint64_t v) { return v; }

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
  check_counts(made(many, [](std::uint64_t i) { return scrambled(i) % 50'000 * 4096; }));
  check_counts(made(many, [](std::uint64_t i) { return scrambled(i); }));
  check_counts(made(many, [](std::uint64_t i) { return i << 40; }));
  check_counts(made(many, [](std::uint64_t i) { return i / 3; }));
  check_counts(made(many, [](std::uint64_t i) { return i % 4 == 0 ? scrambled(i) : i % 5; }));
  check_counts(made(many, [](std::uint64_t) { return std::uint64_t{7}; }));
}

TEST_CASE("count_by looks views up among strings, and copies new keys alone") {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i != 20'000; ++i)
    lines.push_back("key " + std::to_string(i % 300) + " and the rest of a line");
  const auto counts =
      berth::count_by<std::string>(lines, [](const std::string& line) { return std::string_view(line).substr(0, 7); });
  static_assert(std::is_same_v<decltype(counts), const std::vector<std::pair<std::string, std::size_t>>>);
  CHECK(counts.size() == 10 + 90 + 200);
  CHECK(counts[0] == std::pair<std::string, std::size_t>("key 0 a", 67));
}

TEST_CASE("a user's hash and equality are used") {
  struct last_digit_hash {
    std::uint64_t operator()(std::uint64_t v) const { return v % 10; }
  };
  struct same_last_digit {
    bool operator()(std::uint64_t a, std::uint64_t b) const { return a % 10 == b % 10; }
  };
  const auto items = made(10'000, itself);
  const auto counts = berth::count_by(items, itself, {}, last_digit_hash{}, same_last_digit{});
  REQUIRE(counts.size() == 10);
  for (std::size_t d = 0; d != 10; ++d) CHECK(counts[d] == std::pair<std::uint64_t, std::size_t>(d, 1000));
}

TEST_CASE("keys and values may be such as can only be moved") {
  struct pointed {
    std::uint64_t operator()(const std::unique_ptr<std::uint64_t>& p) const { return *p; }
    bool operator()(const std::unique_ptr<std::uint64_t>& a, const std::unique_ptr<std::uint64_t>& b) const {
      return *a == *b;
    }
  };
  const auto items = made(20'000, [](std::uint64_t i) { return i % 500; });
  const auto boxed = [](std::uint64_t v) { return std::make_unique<std::uint64_t>(v); };
  CHECK(berth::count_by(items, boxed, {}, pointed{}, pointed{}).size() == 500);
  const auto groups = berth::group_by(items, boxed, boxed, {}, pointed{}, pointed{});
  REQUIRE(groups.size() == 500);
  CHECK(*groups[7].key == 7);
  CHECK(*groups[7].values[39] == 7);
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
  const auto key = [](std::uint64_t v) { return v % 1000; };
  const auto value = [](std::uint64_t v) { return 1.0 / static_cast<double>(v % 1'000'003 + 1); };
  const auto totals = berth::group_reduce(items, key, value, 0.0, std::plus<>{});
  CHECK(totals == berth::group_reduce(items, key, value, 0.0, std::plus<>{}, {.sequential = true}));
  std::unordered_map<std::uint64_t, double> expected;
  for (const std::uint64_t v : items) expected[key(v)] += value(v);
  REQUIRE(totals.size() == expected.size());
  for (const auto& [k, total] : totals) REQUIRE(std::abs(total - expected[k]) <= 1e-9 * expected[k]);
}

TEST_CASE("to_map fills the map that is named") {
  const auto items = made(50'000, itself);
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

TEST_CASE("join_strings and partition_by on an empty range, one item and many") {
  const std::vector<std::string> none;
  CHECK(berth::join_strings(none, {.separator = ",", .prefix = "<", .suffix = ">"}) == "<>");
  CHECK(berth::join_strings(std::vector<std::string>{"a"}, {.separator = ","}) == "a");
  CHECK(berth::join_strings(std::vector<std::string>{"", ""}, {.separator = ","}) == ",");
  const auto items = made(many, scrambled);
  const auto [even, odd] = berth::partition_by(items, [](std::uint64_t v) { return v % 2 == 0; });
  CHECK(even.size() + odd.size() == many);
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
