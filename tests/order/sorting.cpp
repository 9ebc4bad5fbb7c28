#include <doctest/doctest.h>

#include <algorithm>
#include <berth/is_sorted.hpp>
#include <berth/reverse.hpp>
#include <berth/sort.hpp>
#include <berth/sort_by.hpp>
#include <berth/stable_sort.hpp>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "order/values.hpp"

namespace {

using berth_tests::any_size;
using berth_tests::holds;
using berth_tests::values;

std::string text(std::uint64_t x) {
  std::string t = x % 3 == 0 ? "" : x % 5 == 0 ? "a/common/beginning/" : "zz";
  for (std::uint64_t rest = x % 1'000'003; rest != 0; rest /= 256) t += static_cast<char>(rest % 256);
  return t;
}

struct record {
  std::uint64_t key;
  std::uint64_t place;
  char more[48];
  bool operator==(const record& o) const { return key == o.key && place == o.place; }
};

std::vector<record> records() {
  const auto keys = values(any_size(40'000), [](std::uint64_t x) { return x; });
  std::vector<record> made;
  for (std::size_t i = 0; i != keys.size(); ++i) made.push_back({keys[i], i, {}});
  return made;
}

template <class T, class Sort, class Expected>
void compare(std::vector<T> items, Sort sort, Expected expected) {
  auto sorted = items;
  sort(sorted);
  expected(items);
  RC_ASSERT(sorted == items);
}

}  // namespace

TEST_CASE("sort by a comparator gives what std::stable_sort gives") {
  holds([] {
    const auto by_low_bits = [](std::uint64_t a, std::uint64_t b) { return a % 1024 < b % 1024; };
    compare(
        values(any_size(), [](std::uint64_t x) { return x; }), [&](auto& v) { berth::sort(v, by_low_bits); },
        [&](auto& v) { std::stable_sort(v.begin(), v.end(), by_low_bits); });
  });
}

TEST_CASE("sort puts texts in the order of their own, up and down") {
  holds([] {
    compare(
        values(any_size(20'000), text), [](auto& v) { berth::sort(v); },
        [](auto& v) { std::sort(v.begin(), v.end()); });
    compare(
        values(any_size(20'000), text), [](auto& v) { berth::sort(v, std::greater<>{}); },
        [](auto& v) { std::sort(v.begin(), v.end(), std::greater<>{}); });
  });
}

TEST_CASE("texts with a zero byte, and such as begin alike, are told apart") {
  std::vector<std::string> v;
  for (int i = 0; i != 20'000; ++i)
    v.push_back("the same beginning" + std::string(static_cast<std::size_t>(i * 7919 % 11), '\0') +
                std::to_string(i * 7919 % 977));
  v.push_back("the");
  v.push_back("zebra");
  auto expected = v;
  std::sort(expected.begin(), expected.end());
  berth::sort(v);
  CHECK(v == expected);
}

TEST_CASE("sort and stable_sort of records by a number keep the order of equal ones") {
  holds([] {
    const auto by_key = [](const record& a, const record& b) { return a.key % 100 < b.key % 100; };
    compare(
        records(), [](auto& v) { berth::sort(v, {}, [](const record& r) { return r.key % 100; }); },
        [&](auto& v) { std::stable_sort(v.begin(), v.end(), by_key); });
    compare(
        records(), [&](auto& v) { berth::stable_sort(v, by_key); },
        [&](auto& v) { std::stable_sort(v.begin(), v.end(), by_key); });
    compare(
        records(), [](auto& v) { berth::stable_sort(v, std::greater<>{}, &record::key); },
        [](auto& v) {
          std::stable_sort(v.begin(), v.end(), [](const record& a, const record& b) { return a.key > b.key; });
        });
  });
}

TEST_CASE("sort_by makes each key once, and is stable") {
  std::vector<record> v;
  for (std::size_t i = 0; i != 30'000; ++i) v.push_back({berth_tests::scrambled(i) % 500, i, {}});
  auto expected = v;
  std::stable_sort(expected.begin(), expected.end(),
                   [](const record& a, const record& b) { return std::to_string(a.key) < std::to_string(b.key); });
  std::vector<char> made(v.size(), 0);
  berth::sort_by(v, [&made](const record& r) {
    ++made[r.place];
    return std::to_string(r.key);
  });
  CHECK(v == expected);
  CHECK(std::count(made.begin(), made.end(), 1) == 30'000);
  berth::sort_by(v, &record::place, std::greater<>{});
  CHECK(v.front().place == 29'999);
  CHECK(v.back().place == 0);
}

TEST_CASE("sort takes a deque, a part of a vector, an array, and nothing at all") {
  holds([] {
    const auto items = values(any_size(30'000), [](std::uint64_t x) { return static_cast<int>(x % 5000); });
    std::deque<int> d(items.begin(), items.end());
    berth::sort(d);
    RC_ASSERT(std::is_sorted(d.begin(), d.end()));
    RC_ASSERT(std::is_permutation(d.begin(), d.end(), items.begin()) || items.size() > 2000);
  });
  std::vector<int> v{5, 4, 3, 2, 1};
  berth::sort(std::span(v).first(3));
  CHECK(v == std::vector{3, 4, 5, 2, 1});
  int plain[] = {3, 1, 2};
  berth::sort(plain, {.name = "three"});
  CHECK(plain[0] == 1);
  std::vector<std::string> none;
  berth::sort(none);
  berth::stable_sort(none, std::greater<>{}, &std::string::size, {.name = "none"});
}

TEST_CASE("items that can only be moved are sorted, few and many") {
  for (const std::size_t count : {std::size_t{1}, std::size_t{10}, std::size_t{1000}, std::size_t{20'000}}) {
    std::vector<std::unique_ptr<std::uint64_t>> v;
    for (std::size_t i = 0; i != count; ++i) v.push_back(std::make_unique<std::uint64_t>(berth_tests::scrambled(i)));
    berth::sort(v, [](const auto& a, const auto& b) { return *a < *b; });
    REQUIRE(std::is_sorted(v.begin(), v.end(), [](const auto& a, const auto& b) { return *a < *b; }));
    berth::sort_by(v, [](const auto& p) { return ~*p; });
    REQUIRE(std::is_sorted(v.begin(), v.end(), [](const auto& a, const auto& b) { return *a > *b; }));
  }
}

TEST_CASE("a comparator that changes itself is called where it is") {
  struct counting {
    std::size_t calls = 0;
    bool operator()(const std::string& a, const std::string& b) {
      __atomic_fetch_add(&calls, 1, __ATOMIC_RELAXED);
      return a < b;
    }
  } compare;
  std::vector<std::string> v;
  for (std::size_t i = 0; i != 10'000; ++i) v.push_back(std::to_string(berth_tests::scrambled(i)));
  berth::sort(v, compare);
  CHECK(std::is_sorted(v.begin(), v.end()));
  CHECK(compare.calls > v.size());
}

TEST_CASE("a comparator that is const sorts the way it says") {
  const std::greater<> falls;
  std::vector<int> numbers{1, 3, 2};
  berth::sort(numbers, falls);
  CHECK(numbers == std::vector{3, 2, 1});
  for (const std::size_t count : {std::size_t{3}, std::size_t{100}, std::size_t{10'000}}) {
    std::vector<record> by_number;
    std::vector<std::string> texts;
    for (std::size_t i = 0; i != count; ++i) {
      by_number.push_back({berth_tests::scrambled(i), i, {}});
      texts.push_back(std::to_string(berth_tests::scrambled(i)));
    }
    berth::sort(by_number, falls, &record::key);
    REQUIRE(std::is_sorted(by_number.begin(), by_number.end(),
                           [](const record& a, const record& b) { return a.key > b.key; }));
    const std::less<> rises;
    berth::sort(by_number, rises, &record::key);
    REQUIRE(std::is_sorted(by_number.begin(), by_number.end(),
                           [](const record& a, const record& b) { return a.key < b.key; }));
    berth::sort(texts, falls);
    REQUIRE(std::is_sorted(texts.begin(), texts.end(), falls));
  }
}

TEST_CASE("a text with an order of its own is sorted by that") {
  struct word : std::string {
    using std::string::string;
    bool operator<(const word& o) const { return size() < o.size(); }
  };
  std::vector<word> v;
  for (std::size_t i = 0; i != 10'000; ++i)
    v.emplace_back(berth_tests::scrambled(i) % 50, static_cast<char>('a' + i % 26));
  auto expected = v;
  std::stable_sort(expected.begin(), expected.end());
  berth::sort(v);
  CHECK(std::equal(v.begin(), v.end(), expected.begin(),
                   [](const std::string& a, const std::string& b) { return a == b; }));
}

TEST_CASE("is_sorted agrees with std::is_sorted, wherever the pair out of order is") {
  holds([] {
    auto v = values(any_size(), [](std::uint64_t x) { return x; });
    RC_ASSERT(berth::is_sorted(v) == std::is_sorted(v.begin(), v.end()));
    std::sort(v.begin(), v.end());
    RC_ASSERT(berth::is_sorted(v));
    if (v.size() < 2 || v.front() == v.back()) return;
    std::swap(v[*rc::gen::inRange<std::size_t>(0, v.size())], v[*rc::gen::inRange<std::size_t>(0, v.size())]);
    RC_ASSERT(berth::is_sorted(v) == std::is_sorted(v.begin(), v.end()));
    RC_ASSERT(berth::is_sorted(v, std::greater<>{}, [](std::uint64_t x) { return ~x; }) ==
              std::is_sorted(v.begin(), v.end()));
  });
}

TEST_CASE("reverse turns round what std::reverse turns round") {
  holds([] {
    auto v = values(any_size(), text);
    auto expected = v;
    std::reverse(expected.begin(), expected.end());
    berth::reverse(v);
    RC_ASSERT(v == expected);
  });
}
