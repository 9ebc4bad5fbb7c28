// What may be a key, and which of equal keys is given, on the real runtime: public headers only.
#include <doctest/doctest.h>

#include <berth/count_by.hpp>
#include <berth/distinct.hpp>
#include <berth/group_by.hpp>
#include <berth/partition_by.hpp>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "group/items.hpp"

using berth_tests::itself;
using berth_tests::made;
using berth_tests::many;
using berth_tests::scrambled;

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

TEST_CASE("of keys that are equal but not alike the first is given, whatever thread meets it") {
  struct folded_hash {
    std::uint64_t operator()(const std::string& s) const { return s.size(); }
  };
  struct same_length {
    bool operator()(const std::string& a, const std::string& b) const { return a.size() == b.size(); }
  };
  std::vector<std::string> words(many / 10);
  for (std::size_t i = 0; i != words.size(); ++i) words[i] = std::string(1 + i % 20, 'a') + std::to_string(100'000 + i);
  const auto first = [&words](std::size_t g) { return words[g]; };
  const auto counts = berth::count_by(
      words, [](const std::string& w) -> const std::string& { return w; }, {}, folded_hash{}, same_length{});
  const auto once = berth::distinct(words, [](const std::string& w) { return w; }, {}, folded_hash{}, same_length{});
  REQUIRE(counts.size() == 20);
  REQUIRE(once.size() == 20);
  for (std::size_t g = 0; g != 20; ++g) {
    CHECK(counts[g].first == first(g));
    CHECK(once[g] == first(g));
  }
  std::vector<double> zeros(many / 10, 0.0);
  zeros[0] = -0.0;
  const auto zero = berth::distinct(zeros);
  REQUIRE(zero.size() == 1);
  CHECK(std::signbit(zero[0]));
}

TEST_CASE("all NaN are one key, alone and in pairs") {
  std::vector<double> items(many / 4);
  for (std::size_t i = 0; i != items.size(); ++i) items[i] = i % 2 == 0 ? std::nan(i % 4 == 0 ? "1" : "2") : 1.5;
  const auto counts = berth::count_by(items, [](double v) { return v; });
  REQUIRE(counts.size() == 2);
  CHECK(std::isnan(counts[0].first));
  CHECK(counts[0].second == items.size() / 2);
  const auto pairs = berth::count_by(items, [](double v) { return std::pair(v, std::tuple(-v)); });
  CHECK(pairs.size() == 2);
}

TEST_CASE("a key of a named type is made from what the key function returns, unless that is the same text") {
  const std::vector<int> items{-1, 2, -1, 2, 3};
  const auto wide = berth::count_by<double>(items, [](int v) { return v; });
  CHECK(wide == std::vector<std::pair<double, std::size_t>>{{-1.0, 2}, {2.0, 2}, {3.0, 1}});
  const auto bare = berth::count_by<unsigned>(items, [](int v) { return static_cast<signed char>(v); });
  CHECK(bare == std::vector<std::pair<unsigned, std::size_t>>{{~0u, 2}, {2u, 2}, {3u, 1}});
  std::vector<std::string> words;
  for (std::size_t i = 0; i != 5000; ++i) words.push_back("word " + std::to_string(i % 40));
  const auto texts = berth::count_by<std::string>(words, [](const std::string& w) { return w.c_str(); });
  REQUIRE(texts.size() == 40);
  CHECK(texts[39] == std::pair<std::string, std::size_t>("word 39", 125));
}

TEST_CASE("keys may be bool, and so may items be") {
  const auto items = made(20'000, scrambled);
  const auto groups = berth::group_by(items, [](std::uint64_t v) { return v % 3 == 0; });
  REQUIRE(groups.size() == 2);
  for (const auto& [key, values] : groups)
    for (const std::uint64_t v : values) REQUIRE((v % 3 == 0) == key);
  std::vector<bool> flags(1000, true);
  flags[999] = false;
  CHECK(berth::distinct(flags) == std::vector<bool>{true, false});
  CHECK(berth::count_by(flags, [](bool f) { return f; })[0] == std::pair<bool, std::size_t>(true, 999));
  CHECK(berth::partition_by(flags, [](bool f) { return f; }).yes.size() == 999);
}

TEST_CASE("a hash and an equality that cannot be copied are used where they are") {
  struct hash {
    std::unique_ptr<int> salt = std::make_unique<int>(7);
    std::uint64_t operator()(std::uint64_t v) const { return v ^ static_cast<std::uint64_t>(*salt); }
  };
  struct equal {
    std::unique_ptr<int> nothing;
    bool operator()(std::uint64_t a, std::uint64_t b) const { return a == b; }
  };
  const auto items = made(50'000, [](std::uint64_t i) { return i % 700; });
  CHECK(berth::count_by(items, itself, {}, hash{}, equal{}).size() == 700);
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
