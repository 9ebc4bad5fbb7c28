#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <berth/errors.hpp>
#include <berth/is_sorted.hpp>
#include <berth/nth_element.hpp>
#include <berth/partial_sort.hpp>
#include <berth/reverse.hpp>
#include <berth/set_union.hpp>
#include <berth/sort.hpp>
#include <berth/top_k.hpp>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <vector>

#include "order/values.hpp"

namespace {

constexpr std::size_t sizes[] = {5, 200, 3000, 30'000};

std::vector<std::unique_ptr<std::size_t>> pointers(std::size_t count) {
  std::vector<std::unique_ptr<std::size_t>> v;
  for (std::size_t i = 0; i != count; ++i) v.push_back(std::make_unique<std::size_t>(i * 7919 % count));
  return v;
}

// Each of 0 .. count - 1 as often as pointers() made it: nothing was lost.
void check_all_there(const std::vector<std::unique_ptr<std::size_t>>& v) {
  std::vector<std::size_t> seen, made;
  for (std::size_t i = 0; i != v.size(); ++i) {
    REQUIRE(v[i]);
    seen.push_back(*v[i]);
    made.push_back(i * 7919 % v.size());
  }
  std::sort(seen.begin(), seen.end());
  std::sort(made.begin(), made.end());
  REQUIRE(seen == made);
}

// Throws at the n-th compare.
struct fails {
  std::atomic<std::size_t>& left;
  template <class A, class B>
  bool operator()(const A& a, const B& b) {
    if (left.fetch_sub(1) == 1) throw std::runtime_error("compare");
    return *a < *b;
  }
};

template <class Call>
void check_failing(Call call) {
  for (const std::size_t count : sizes) {
    for (const std::size_t at : {std::size_t{1}, std::size_t{7}, count * 2, count * 6, count * 9}) {
      auto v = pointers(count);
      std::atomic<std::size_t> left = at;
      try {
        call(v, fails{left});
      } catch (const std::runtime_error& e) {
        REQUIRE(std::string(e.what()) == "compare");
      }
      check_all_there(v);
    }
  }
}

// What is sorted as it is, not by way of a pointer.
struct small {
  std::uint64_t value, more;
  const std::uint64_t& operator*() const { return value; }
};

}  // namespace

TEST_CASE("where a comparator throws, every item is there still") {
  check_failing([](auto& v, fails compare) { berth::sort(v, compare); });
  check_failing([](auto& v, fails compare) { berth::stable_sort(v, compare); });
  check_failing([](auto& v, fails compare) { berth::partial_sort(v, v.size() / 2, compare); });
  check_failing([](auto& v, fails compare) { berth::nth_element(v, v.size() / 3, compare); });
}

TEST_CASE("a comparator that is no order loses nothing, and nothing is there twice") {
  for (const std::size_t count : sizes) {
    for (std::uint64_t seed = 0; seed != 5; ++seed) {
      const auto no_order = [seed](std::size_t a, std::size_t b) {
        return berth_tests::scrambled(a * 100'003 + b + seed) % 2 == 0;
      };
      const auto none = [&](const auto& a, const auto& b) { return no_order(*a, *b); };
      auto v = pointers(count);
      berth::sort(v, none);
      check_all_there(v);
      berth::partial_sort(v, count / 2, none);
      check_all_there(v);
      berth::nth_element(v, count / 3, none);
      check_all_there(v);
      std::vector<std::size_t> numbers(count);
      for (std::size_t i = 0; i != count; ++i) numbers[i] = i;
      berth::sort(numbers, no_order);
      std::sort(numbers.begin(), numbers.end());
      for (std::size_t i = 0; i != count; ++i) REQUIRE(numbers[i] == i);
    }
  }
}

TEST_CASE("what moving an item throws comes out, at any place") {
  struct moved {
    std::size_t value;
    int* left;
    moved(std::size_t v, int* l) : value(v), left(l) {}
    moved(moved&& o) : value(o.value), left(o.left) { count_down(); }
    moved& operator=(moved&& o) {
      value = o.value;
      count_down();
      return *this;
    }
    void count_down() const {
      if (--*left == 0) throw std::runtime_error("move");
    }
  };
  const auto less = [](const moved& a, const moved& b) { return a.value < b.value; };
  for (const std::size_t count : {std::size_t{5}, std::size_t{16}, std::size_t{200}}) {
    for (int at = 1; at < 1000; at = at * 5 / 4 + 1) {
      int left = -1;
      std::vector<moved> v;
      v.reserve(count);
      for (std::size_t i = 0; i != count; ++i) v.emplace_back(i * 7919 % count, &left);
      left = at;
      try {
        berth::sort(v, less);
        CHECK(std::is_sorted(v.begin(), v.end(), less));
      } catch (const std::runtime_error& e) {
        CHECK(std::string(e.what()) == "move");
      }
    }
  }
}

TEST_CASE("where a comparator of small items throws, every item is there still") {
  for (const std::size_t count : {std::size_t{10}, std::size_t{1000}, std::size_t{50'000}}) {
    for (const std::size_t at : {std::size_t{1}, count, count * 4, count * 8, count * 10}) {
      std::vector<small> v;
      for (std::size_t i = 0; i != count; ++i) v.push_back({berth_tests::scrambled(i), i});
      std::atomic<std::size_t> left = at;
      try {
        berth::sort(v, fails{left});
      } catch (const std::runtime_error&) {
      }
      std::vector<char> seen(count);
      for (const small& s : v) seen[s.more] = 1;
      REQUIRE(std::count(seen.begin(), seen.end(), 1) == static_cast<std::ptrdiff_t>(count));
    }
  }
}

TEST_CASE("where a key cannot be made nothing has moved") {
  std::vector<std::size_t> v(20'000);
  for (std::size_t i = 0; i != v.size(); ++i) v[i] = i * 7919 % v.size();
  const auto before = v;
  CHECK_THROWS_WITH(berth::sort_by(v,
                                   [](std::size_t x) -> std::string {
                                     if (x == 77) throw std::runtime_error("key");
                                     return std::to_string(x);
                                   }),
                    "key");
  CHECK(v == before);
}

TEST_CASE("a call that has been stopped throws cancelled, and every item is there still") {
  std::stop_source stop;
  stop.request_stop();
  for (const std::size_t count : sizes) {
    auto v = pointers(count);
    CHECK_THROWS_AS(berth::sort(v, [](auto& a, auto& b) { return *a < *b; }, {.stop = stop.get_token()}),
                    berth::cancelled);
    check_all_there(v);
  }
  std::vector<double> numbers(200'000);
  for (std::size_t i = 0; i != numbers.size(); ++i) numbers[i] = static_cast<double>(i * 7919 % 1000);
  CHECK_THROWS_AS(berth::sort(numbers, {.stop = stop.get_token()}), berth::cancelled);
  CHECK_THROWS_AS(berth::reverse(numbers, {.stop = stop.get_token()}), berth::cancelled);
  CHECK_THROWS_AS((void)berth::is_sorted(numbers, {.stop = stop.get_token()}), berth::cancelled);
  CHECK_THROWS_AS((void)berth::top_k(numbers, 3, {}, {}, {.stop = stop.get_token()}), berth::cancelled);
  CHECK_THROWS_AS((void)berth::set_union(numbers, numbers, {}, {.stop = stop.get_token()}), berth::cancelled);
}

TEST_CASE("a call that is stopped half-way has every item still") {
  for (const std::size_t after : {1000u, 100'000u, 250'000u, 400'000u}) {
    std::stop_source stop;
    std::atomic<std::size_t> compares = 0;
    auto v = pointers(30'000);
    try {
      berth::sort(v,
                  [&](auto& a, auto& b) {
                    if (++compares == after) stop.request_stop();
                    return *a < *b;
                  },
                  {.stop = stop.get_token()});
    } catch (const berth::cancelled&) {
    }
    check_all_there(v);
  }
}

TEST_CASE("a deadline that has passed ends a sort") {
  std::vector<std::string> v(10'000, "x");
  CHECK_THROWS_AS(berth::sort(v, {.until = std::chrono::steady_clock::now() - std::chrono::seconds(1)}),
                  berth::deadline_exceeded);
}

TEST_CASE("a comparator may sort") {
  std::vector<int> v(20'000);
  for (std::size_t i = 0; i != v.size(); ++i) v[i] = static_cast<int>(i * 7919 % 20'011);
  std::atomic<int> calls = 0;
  berth::sort(v, [&calls](int a, int b) {
    if (++calls % 5000 == 0) {
      std::vector<int> inner{3, 1, 2};
      berth::sort(inner, [](int x, int y) { return x < y; });
    }
    return a < b;
  });
  CHECK(std::is_sorted(v.begin(), v.end()));
}
