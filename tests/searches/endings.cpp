// How searches end: at a hit, at an exception, at a token, and that they do end.
#include <doctest/doctest.h>

#include <atomic>
#include <berth/all.hpp>
#include <berth/any.hpp>
#include <berth/errors.hpp>
#include <berth/explain.hpp>
#include <berth/find.hpp>
#include <berth/find_any.hpp>
#include <berth/find_if.hpp>
#include <chrono>
#include <memory>
#include <ranges>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <vector>

namespace {

void take_a_while() {
  [[maybe_unused]] volatile int sink = 0;
  for (int i = 0; i < 300; ++i) sink = i;
}

// Is looked for at `hit`, throws at `bad`.
struct trap {
  int hit, bad;
  bool operator()(int v) const {
    take_a_while();
    if (v == bad) throw std::out_of_range(std::to_string(v));
    return v == hit;
  }
};

}  // namespace

TEST_CASE("a search stops soon after its hit") {
  constexpr int many = 4'000'000;
  for (const int hit : {0, 10, 1000, 20'000}) {
    for (int round = 0; round != 5; ++round) {
      std::atomic<int> calls = 0;
      const auto counted = [&](int v) {
        calls.fetch_add(1, std::memory_order_relaxed);
        return v == hit;
      };
      CHECK(berth::find_if(std::views::iota(0, many), counted) == static_cast<std::size_t>(hit));
      CHECK(calls > hit);
      CHECK(calls < many / 2);
    }
  }
}

TEST_CASE("in a sequential call nothing behind the hit is looked at") {
  std::atomic<int> calls = 0;
  const auto counted = [&](int v) { return ++calls, v == 700; };
  CHECK(berth::any(std::views::iota(0, 1'000'000), counted, {.sequential = true}));
  CHECK(calls == 701);
}

TEST_CASE("a hit before a failing item wins, a failing item before a hit throws") {
  const auto items = std::views::iota(0, 60'000);
  for (int round = 0; round != 20; ++round) {
    for (const int at : {0, 5, 3000, 40'000}) {
      const auto where = static_cast<std::size_t>(at);
      CHECK(berth::find_if(items, trap{at, at + 1}) == where);
      CHECK(berth::find_if(items, trap{at, 50'000}) == where);
      CHECK(!berth::all(items, [&](int v) { return !trap{at, 50'000}(v); }));
      const std::string bad = std::to_string(at);
      CHECK_THROWS_WITH_AS((void)berth::find_if(items, trap{at + 1, at}), bad.c_str(), std::out_of_range);
      CHECK_THROWS_WITH_AS((void)berth::any(items, trap{50'000, at}), bad.c_str(), std::out_of_range);
      CHECK_THROWS_WITH_AS((void)berth::any(items, trap{-1, at}), bad.c_str(), std::out_of_range);
    }
  }
}

TEST_CASE("of several failing items the lowest is reported") {
  const auto fails = [](int v) -> bool {
    take_a_while();
    if (v >= 777) throw std::out_of_range(std::to_string(v));
    return false;
  };
  for (int round = 0; round != 20; ++round)
    CHECK_THROWS_WITH_AS((void)berth::find_if(std::views::iota(0, 60'000), fails), "777", std::out_of_range);
}

TEST_CASE("find_any gives a hit wherever it lies, and throws where there is none") {
  const auto items = std::views::iota(0, 60'000);
  for (int round = 0; round != 20; ++round) {
    const auto some = berth::find_any(items, [](int v) { return take_a_while(), v % 20'000 == 19'999; });
    REQUIRE(some);
    CHECK(*some % 20'000 == 19'999);
    CHECK_THROWS_WITH_AS((void)berth::find_any(items, trap{-1, 700}), "700", std::out_of_range);
  }
}

TEST_CASE("a search that is stopped says so, unless it has found what it looked for") {
  const auto items = std::views::iota(0, 2'000'000);
  std::stop_source stopped;
  stopped.request_stop();
  CHECK_THROWS_AS((void)berth::find_if(items, trap{5, -1}, {.stop = stopped.get_token()}), berth::cancelled);
  CHECK_THROWS_AS((void)berth::find(items, 5, {.until = std::chrono::steady_clock::now()}), berth::deadline_exceeded);
  std::stop_source source;
  const auto stops_itself = [&](int v) {
    if (v == 5000) source.request_stop();
    take_a_while();
    return v == 1'999'999;
  };
  CHECK_THROWS_AS((void)berth::find_if(items, stops_itself, {.stop = source.get_token()}), berth::cancelled);
  source = std::stop_source();
  const auto stops_at_the_hit = [&](int v) { return v == 5000 && source.request_stop(); };
  CHECK(berth::find_if(items, stops_at_the_hit, {.stop = source.get_token()}) == 5000);
}

TEST_CASE("a near hit found over and over teaches nothing false: a far one is still found, by everybody") {
  std::vector<int> values(3'000'000);
  const auto look = [&values] {
    return berth::find_if(values, [](int v) { return v != 0; }, {.name = "near and far"});
  };
  values[0] = 1;
  for (int i = 0; i != 5000; ++i) REQUIRE(look() == 0);
  values[0] = 0;
  values[2'999'999] = 1;
  for (int i = 0; i != 20; ++i) REQUIRE(look() == 2'999'999);
}

TEST_CASE("searches inside searches") {
  const auto rows = std::views::iota(0, 2000);
  const auto has = [](int row) { return berth::any(std::views::iota(0, row), [](int v) { return v == 1500; }); };
  CHECK(berth::find_if(rows, has) == 1501);
}

TEST_CASE("what a search's predicate holds is not copied where it cannot be") {
  const auto seven = std::make_unique<int>(7);
  auto same = [held = std::make_unique<int>(7)](int v) { return v == *held; };
  CHECK(berth::find_if(std::views::iota(0, 1000), same) == static_cast<std::size_t>(*seven));
  CHECK(berth::find_if(std::views::iota(0, 1000), std::move(same)) == 7);
}
