#include <doctest/doctest.h>

#include <atomic>
#include <berth/collect.hpp>
#include <berth/errors.hpp>
#include <berth/for_each.hpp>
#include <berth/join.hpp>
#include <berth/map.hpp>
#include <berth/map_into.hpp>
#include <berth/map_reduce.hpp>
#include <chrono>
#include <list>
#include <ranges>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "support/skip.hpp"

namespace {

constexpr int many = 20'000;

class counted {
 public:
  explicit counted(int value) : value_(value) { ++living; }
  counted(counted&& other) noexcept : value_(other.value_) { ++living; }
  counted& operator=(counted&&) noexcept = default;
  counted(const counted&) = delete;
  counted& operator=(const counted&) = delete;
  ~counted() { --living; }
  int value_;
  static inline std::atomic<int> living = 0;
};

void take_a_while() {
  [[maybe_unused]] volatile int sink = 0;
  for (int i = 0; i < 300; ++i) sink = i;
}

counted make_below(int v, int limit) {
  take_a_while();
  if (v >= limit) throw std::out_of_range(std::to_string(v));
  return counted(v);
}

counted sum(counted a, counted b) { return counted(a.value_ + b.value_); }

}  // namespace

TEST_CASE("of several failing items the lowest is reported, and what was built is destroyed") {
  for (const int limit : {0, 1, 77, many / 2, many - 1}) {
    const auto make = [limit](int v) { return make_below(v, limit); };
    const auto items = std::views::iota(0, many);
    const std::string lowest = std::to_string(limit);
    CHECK_THROWS_WITH_AS((void)berth::map(items, make), lowest.c_str(), std::out_of_range);
    CHECK_THROWS_WITH_AS((void)berth::collect<std::list<counted>>(items, make), lowest.c_str(), std::out_of_range);
    CHECK_THROWS_WITH_AS((void)berth::map_reduce(items, counted(0), sum, make), lowest.c_str(), std::out_of_range);
    CHECK_THROWS_WITH_AS(berth::for_each(items, [&](int v) { (void)make(v); }), lowest.c_str(), std::out_of_range);
    CHECK(counted::living == 0);
  }
}

TEST_CASE("map_into has written everything before the failing item") {
  std::vector<int> out(many, -1);
  CHECK_THROWS_AS(berth::map_into(std::views::iota(0, many), out, [](int v) { return make_below(v, 12'345).value_; }),
                  std::out_of_range);
  for (int i = 0; i != 12'345; ++i) REQUIRE(out[static_cast<std::size_t>(i)] == i);
}

TEST_CASE("join reports the failure of the first function in the order written") {
  const auto fail = [](const char* name) { return [name] { throw std::out_of_range(name); }; };
  CHECK_THROWS_WITH_AS(berth::join(fail("first"), fail("second")), "first", std::out_of_range);
  CHECK_THROWS_WITH_AS(berth::join([] {}, fail("second"), fail("third")), "second", std::out_of_range);
}

TEST_CASE("a call can be made again after one that failed") {
  CHECK_THROWS_AS((void)berth::map(std::views::iota(0, many), [](int v) { return make_below(v, 3); }),
                  std::out_of_range);
  CHECK(berth::map(std::views::iota(0, many), [](int v) { return v; }).size() == many);
}

TEST_CASE("a token stopped before the call leaves every item undone") {
  std::stop_source source;
  source.request_stop();
  std::atomic<int> calls = 0;
  try {
    berth::for_each(std::views::iota(0, many), [&](int) { ++calls; }, {.stop = source.get_token()});
    FAIL("was not stopped");
  } catch (const berth::cancelled& e) {
    CHECK(e.items_done() == 0);
  }
  CHECK(calls == 0);
}

TEST_CASE("a call stopped under way says how many items were done, and map_into keeps them") {
  std::stop_source source;
  std::vector<int> out(2'000'000, -1);
  try {
    berth::map_into(std::views::iota(0, 2'000'000), out,
                    [&](int v) {
                      if (v == 5000) source.request_stop();
                      take_a_while();
                      return v;
                    },
                    {.stop = source.get_token()});
    FAIL("was not stopped");
  } catch (const berth::cancelled& e) {
    CHECK(e.items_done() > 0);
    CHECK(e.items_done() < out.size());
    for (std::size_t i = 0; i != e.items_done(); ++i) REQUIRE(out[i] == static_cast<int>(i));
  }
}

TEST_CASE("what a stopped or expired call has made is destroyed") {
  std::stop_source source;
  const auto make = [&](int v) {
    if (v == 5000) source.request_stop();
    return make_below(v, 2'000'000);
  };
  const auto items = std::views::iota(0, 2'000'000);
  CHECK_THROWS_AS((void)berth::map(items, make, {.stop = source.get_token()}), berth::cancelled);
  source = std::stop_source();
  CHECK_THROWS_AS((void)berth::map_reduce(items, counted(0), sum, make, {.stop = source.get_token()}),
                  berth::cancelled);
  source = std::stop_source();
  CHECK_THROWS_AS((void)berth::collect<std::list<counted>>(items, make, {.stop = source.get_token()}),
                  berth::cancelled);
  CHECK_THROWS_AS((void)berth::map(items, make, {.until = std::chrono::steady_clock::now()}), berth::deadline_exceeded);
  CHECK(counted::living == 0);
}

TEST_CASE("a range as long as there are numbers is stopped or refused like any other") {
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
  return berth_tests::skip("a sanitizer's operator new ends the process where it should throw std::bad_alloc");
#endif
  const auto items = std::views::iota(std::size_t{0}, ~std::size_t{0});
  const auto soon = [] { return std::chrono::steady_clock::now() + std::chrono::milliseconds(5); };
  const auto same = [](std::size_t i) { return static_cast<double>(i); };
  const auto add = [](double a, double b) { return a + b; };
  CHECK_THROWS_AS(berth::for_each(items, [](std::size_t) {}, {.until = soon()}), berth::deadline_exceeded);
  CHECK_THROWS((void)berth::map_reduce(items, 0.0, add, same, {.until = soon()}));
  CHECK_THROWS((void)berth::collect<std::list<double>>(items, same, {.until = soon()}));
}

TEST_CASE("a deadline that has not come and a token that is not stopped change nothing") {
  const std::stop_source source;
  const auto results =
      berth::map(std::views::iota(0, many), [](int v) { return v; },
                 {.stop = source.get_token(), .until = std::chrono::steady_clock::now() + std::chrono::hours(1)});
  CHECK(results.size() == many);
  CHECK(results.back() == many - 1);
}
