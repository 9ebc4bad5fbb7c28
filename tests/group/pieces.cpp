// Every group verb against a plain loop, while its calls are cut into random pieces on several threads.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <berth/count_by.hpp>
#include <berth/distinct.hpp>
#include <berth/group_by.hpp>
#include <berth/group_reduce.hpp>
#include <berth/histogram.hpp>
#include <berth/join_strings.hpp>
#include <berth/partition_by.hpp>
#include <berth/to_map.hpp>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "algorithms/counted.hpp"
#include "algorithms/split_run_call.hpp"
#include "group/reference.hpp"

namespace {

using berth_tests::counted;
using berth_tests::indices_by_key;
using berth_tests::scrambled;
using berth_tests::split;
using berth_tests::splitting;

split any_split() {
  return {.seed = *rc::gen::arbitrary<unsigned>(),
          .pieces = *rc::gen::inRange<std::size_t>(1, 40),
          .threads = *rc::gen::inRange<unsigned>(1, 4)};
}

std::vector<int> any_items() {
  const auto count = *rc::gen::oneOf(rc::gen::inRange<std::size_t>(0, 300), rc::gen::inRange<std::size_t>(0, 6000));
  const auto different =
      *rc::gen::oneOf(rc::gen::inRange<std::size_t>(1, 20), rc::gen::inRange<std::size_t>(1, 20'000));
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  std::vector<int> items(count);
  for (std::size_t i = 0; i != count; ++i) items[i] = static_cast<int>(scrambled(seed + i * 77777) % different) - 10;
  return items;
}

// A property of items and of what a call makes of them, in one piece and in many.
template <class Property>
void hold(const char* what, Property property) {
  CHECK(rc::check(what, [property] {
    const auto items = any_items();
    property(items);
    for (int i = 0; i != 2; ++i) {
      const splitting now(any_split());
      property(items);
    }
  }));
}

int same(int v) { return v; }
std::string text(int v) { return "number " + std::to_string(v); }
const auto by_value = [](int v) { return v; };
const auto by_text = [](int v) { return text(v); };

template <class T>
bool same_bits(const std::vector<std::pair<int, T>>& a, const std::vector<std::pair<int, T>>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    return x.first == y.first && std::memcmp(&x.second, &y.second, sizeof(T)) == 0;
  });
}

}  // namespace

TEST_CASE("count_by counts as the loop does, for numbers and for strings") {
  hold("numbers", [](const std::vector<int>& items) {
    std::vector<std::pair<int, std::size_t>> expected;
    for (const auto& [key, of] : indices_by_key<int>(items, same)) expected.emplace_back(key, of.size());
    RC_ASSERT(berth::count_by(items, by_value) == expected);
  });
  hold("strings", [](const std::vector<int>& items) {
    std::vector<std::pair<std::string, std::size_t>> expected;
    for (const auto& [key, of] : indices_by_key<std::string>(items, text)) expected.emplace_back(key, of.size());
    RC_ASSERT(berth::count_by(items, by_text) == expected);
  });
}

TEST_CASE("group_by keeps keys in order of first occurrence and values in order") {
  hold("copies of the items", [](const std::vector<int>& items) {
    const auto expected = indices_by_key<int>(items, [](int v) { return v % 100; });
    const auto groups = berth::group_by(items, [](int v) { return v % 100; });
    RC_ASSERT(groups.size() == expected.size());
    for (std::size_t g = 0; g != groups.size(); ++g) {
      RC_ASSERT(groups[g].key == expected[g].first);
      RC_ASSERT(std::equal(groups[g].values.begin(), groups[g].values.end(), expected[g].second.begin(),
                           expected[g].second.end(), [&items](int v, std::size_t i) { return v == items[i]; }));
    }
  });
  hold("values that can only be moved", [](const std::vector<int>& items) {
    const auto groups = berth::group_by(items, by_text, [](int v) { return counted(v); });
    const auto expected = indices_by_key<std::string>(items, text);
    RC_ASSERT(groups.size() == expected.size());
    for (std::size_t g = 0; g != groups.size(); ++g) {
      RC_ASSERT(groups[g].key == expected[g].first);
      RC_ASSERT(groups[g].values.size() == expected[g].second.size());
      for (const counted& c : groups[g].values) RC_ASSERT(c.value() == items[expected[g].second[0]]);
    }
  });
  CHECK(counted::living == 0);
}

TEST_CASE("group_reduce adds integers as the loop does, and joins what must not change places") {
  hold("integers", [](const std::vector<int>& items) {
    std::vector<std::pair<int, long>> expected;
    for (const auto& [key, of] : indices_by_key<int>(items, [](int v) { return v % 50; })) {
      long total = 7;
      for (const std::size_t i : of) total += items[i];
      expected.emplace_back(key, total);
    }
    RC_ASSERT(berth::group_reduce(items, [](int v) { return v % 50; }, by_value, 7L, std::plus<>{}) == expected);
  });
  hold("strings", [](const std::vector<int>& items) {
    std::vector<std::pair<int, std::string>> expected;
    for (const auto& [key, of] : indices_by_key<int>(items, [](int v) { return v % 50; })) {
      std::string total = "start";
      for (const std::size_t i : of) total += text(items[i]);
      expected.emplace_back(key, total);
    }
    RC_ASSERT(berth::group_reduce(
                  items, [](int v) { return v % 50; }, by_text, std::string("start"), std::plus<>{}) == expected);
  });
}

TEST_CASE("group_reduce gives floating-point totals in its documented order, bit for bit, in any pieces") {
  hold("doubles", [](const std::vector<int>& items) {
    constexpr std::size_t block = 1024;  // of so few items
    const auto third = [](int v) { return v / 3.0; };
    std::vector<std::pair<int, double>> expected;
    for (const auto& [key, of] : indices_by_key<int>(items, [](int v) { return v % 50; })) {
      double total = 0.25;
      bool first = true;
      double all = 0;
      for (std::size_t k = 0; k != of.size(); first = false) {
        const std::size_t b = of[k] / block;
        double part = third(items[of[k++]]);
        while (k != of.size() && of[k] / block == b) part += third(items[of[k++]]);
        all = first ? part : all + part;
      }
      expected.emplace_back(key, total + all);
    }
    RC_ASSERT(
        same_bits(berth::group_reduce(items, [](int v) { return v % 50; }, third, 0.25, std::plus<>{}), expected));
  });
}

TEST_CASE("distinct keeps the first of equal items, in order") {
  hold("items and keys", [](const std::vector<int>& items) {
    std::vector<int> once;
    std::vector<int> by_rest;
    for (const auto& [key, of] : indices_by_key<int>(items, same)) once.push_back(key);
    for (const auto& [key, of] : indices_by_key<int>(items, [](int v) { return v % 7; }))
      by_rest.push_back(items[of[0]]);
    RC_ASSERT(berth::distinct(items) == once);
    RC_ASSERT(berth::distinct(items, [](int v) { return v % 7; }) == by_rest);
  });
}

TEST_CASE("of keys that are equal but not alike the first is given, in any pieces") {
  const auto last_digit = [](int v) { return static_cast<std::uint64_t>((v + 10) % 10); };
  const auto same_digit = [](int a, int b) { return (a + 10) % 10 == (b + 10) % 10; };
  hold("numbers by their last digit", [&](const std::vector<int>& items) {
    std::vector<int> once;
    std::vector<std::pair<int, std::size_t>> counted_by_digit;
    for (const auto& [key, of] : indices_by_key<std::uint64_t>(items, last_digit)) {
      once.push_back(items[of[0]]);
      counted_by_digit.emplace_back(items[of[0]], of.size());
    }
    RC_ASSERT(berth::distinct(items, by_value, {}, last_digit, same_digit) == once);
    RC_ASSERT(berth::count_by(items, by_value, {}, last_digit, same_digit) == counted_by_digit);
  });
}

TEST_CASE("to_map keeps the first, the last, or what all combine to") {
  hold("every rule", [](const std::vector<int>& items) {
    const auto rest = [](int v) { return v % 90; };
    std::map<int, int> first;
    std::map<int, int> last;
    std::map<int, std::string> all;
    for (const int v : items) {
      first.emplace(rest(v), v);
      last[rest(v)] = v;
      all[rest(v)] += text(v);
    }
    RC_ASSERT((berth::to_map<std::map<int, int>>(items, rest, by_value, berth::keep_first{}) == first));
    RC_ASSERT((berth::to_map<std::map<int, int>>(items, rest, by_value, berth::keep_last{}) == last));
    RC_ASSERT((berth::to_map<std::map<int, std::string>>(items, rest, by_text, std::plus<>{}) == all));
  });
}

TEST_CASE("to_map names the item that is the first to repeat a key") {
  hold("or takes all", [](const std::vector<int>& items) {
    std::map<int, std::size_t> seen;
    std::string expected;
    for (std::size_t i = 0; i != items.size() && expected.empty(); ++i)
      if (const auto [at, is_new] = seen.emplace(items[i], i); !is_new)
        expected = "berth::to_map: items " + std::to_string(at->second) + " and " + std::to_string(i) +
                   " have the same key " + std::to_string(items[i]) + ";";
    std::string said;
    try {
      RC_ASSERT(berth::to_map(items, by_value, by_value).size() == items.size());
    } catch (const std::invalid_argument& e) {
      said = e.what();
      said.resize(said.find(';') + 1);
    }
    RC_ASSERT(said == expected);
  });
}

TEST_CASE("histogram counts what falls into each bin, and what lies outside") {
  hold("by number", [](const std::vector<int>& items) {
    std::vector<std::size_t> expected(30);
    for (const int v : items) ++expected[static_cast<std::size_t>((v + 10) % 30)];
    RC_ASSERT(berth::histogram(items, 30, [](int v) { return (v + 10) % 30; }) == expected);
  });
  hold("by width", [](const std::vector<int>& items) {
    const auto made = berth::histogram(items, berth::equal_bins{0.0, 50.0, 5}, by_value);
    std::vector<std::size_t> expected(5);
    std::size_t below = 0;
    std::size_t above = 0;
    for (const int v : items) ++(v < 0 ? below : v >= 50 ? above : expected[static_cast<std::size_t>(v / 10)]);
    RC_ASSERT(made.counts == expected);
    RC_ASSERT(made.below == below);
    RC_ASSERT(made.above == above);
    RC_ASSERT(made.neither == 0u);
  });
}

TEST_CASE("partition_by keeps both sides in order") {
  hold("even and odd", [](const std::vector<int>& items) {
    const auto even = [](int v) { return v % 2 == 0; };
    std::vector<int> yes;
    std::vector<int> no;
    std::partition_copy(items.begin(), items.end(), std::back_inserter(yes), std::back_inserter(no), even);
    const auto made = berth::partition_by(items, even);
    RC_ASSERT(made.yes == yes);
    RC_ASSERT(made.no == no);
  });
}

TEST_CASE("join_strings puts separators between, and prefix and suffix around") {
  hold("texts", [](const std::vector<int>& items) {
    std::string expected = "[";
    for (std::size_t i = 0; i != items.size(); ++i) expected += (i == 0 ? "" : ", ") + text(items[i]);
    expected += "]";
    RC_ASSERT(berth::join_strings(items, by_text, {.separator = ", ", .prefix = "[", .suffix = "]"}) == expected);
  });
}
