// What every parallel call promises, whoever lends the threads.
#include <doctest/doctest.h>

#include <array>
#include <berth/for_each.hpp>
#include <berth/map_into.hpp>
#include <deque>
#include <functional>
#include <memory>
#include <numeric>
#include <ranges>
#include <span>
#include <stdexcept>

#include "pool_support.hpp"
#include "support/skip.hpp"

using namespace berth_tests;
using namespace std::chrono_literals;

TEST_CASE("for_each_index calls the body once for every index, whatever the count") {
  const watchdog guard("calls of 0 to 100000 items");
  for (const std::size_t n : {0u, 1u, 2u, 3u, 7u, 64u, 1000u, 100'000u}) {
    std::vector<std::atomic<int>> seen(n);
    for (int round = 0; round != 3; ++round) berth::for_each_index(n, [&](std::size_t i) { ++seen[i]; });
    CHECK(std::all_of(seen.begin(), seen.end(), [](const auto& s) { return s == 3; }));
  }
}

TEST_CASE("for_each takes any random-access range and may change its items") {
  const watchdog guard("calls over ranges");
  std::vector<int> v(1000, 1);
  std::deque<int> d(1000, 1);
  std::array<int, 5> a{1, 1, 1, 1, 1};
  berth::for_each(v, [](int& x) { ++x; });
  berth::for_each(d, [](int& x) { ++x; });
  berth::for_each(a, [](int& x) { ++x; });
  berth::for_each(std::span(v).first(500), [](int& x) { ++x; });
  CHECK(std::accumulate(v.begin(), v.end(), 0) == 2500);
  CHECK(std::accumulate(d.begin(), d.end(), 0) == 2000);
  CHECK(std::accumulate(a.begin(), a.end(), 0) == 10);
  std::atomic<long> sum{0};
  berth::for_each(std::views::iota(0L, 1000L), [&](long x) { sum += x; });
  CHECK(sum == 499'500);
}

TEST_CASE("map_into keeps the order and leaves the rest of a longer output alone") {
  const watchdog guard("map_into");
  std::vector<int> in(5000);
  std::iota(in.begin(), in.end(), 0);
  std::vector<int> out(5003, -1);
  berth::map_into(in, out, [](int x) {
    busy(1us);
    return 2 * x;
  });
  for (int i = 0; i != 5000; ++i) REQUIRE(out[static_cast<std::size_t>(i)] == 2 * i);
  CHECK(std::all_of(out.begin() + 5000, out.end(), [](int x) { return x == -1; }));
}

TEST_CASE("map_into may write over its own input") {
  const watchdog guard("map_into in place");
  std::vector<long> data(3000);
  std::iota(data.begin(), data.end(), 0L);
  for (int round = 0; round != 3; ++round)
    berth::map_into(data, data, [](long x) {
      busy(1us);
      return x + 1;
    });
  for (long i = 0; i != 3000; ++i) REQUIRE(data[static_cast<std::size_t>(i)] == i + 3);
}

TEST_CASE("map_into with too short an output throws, names both sizes and calls nothing") {
  std::vector<int> in(5, 1), out(3, 0);
  int calls = 0;
  try {
    berth::map_into(in, out, [&](int x) {
      ++calls;
      return x;
    });
    FAIL("nothing was thrown");
  } catch (const std::invalid_argument& e) {
    CHECK(std::string(e.what()).find('5') != std::string::npos);
    CHECK(std::string(e.what()).find('3') != std::string::npos);
  }
  CHECK(calls == 0);
  CHECK(out == std::vector<int>(3, 0));
}

TEST_CASE("with a budget above one, as many threads as the budget can be inside one call") {
  const watchdog guard("the budget's threads to meet");
  const unsigned cpus = budget_cpus();
  if (cpus > 1) CHECK(can_meet(cpus));
}

TEST_CASE("a lone call never runs on more threads at a moment than the budget allows") {
  const watchdog guard("calls that count who is inside");
  warm_up();
  std::atomic<unsigned> inside{0}, most{0};
  for (int round = 0; round != 20; ++round)
    berth::for_each_index(64, [&](std::size_t) {
      const unsigned now = ++inside;
      for (unsigned m = most; now > m && !most.compare_exchange_weak(m, now);) {
      }
      busy(100us);
      --inside;
    });
  CHECK(most <= budget_cpus());
}

TEST_CASE("with a budget of one and nobody else about, a call stays on its caller") {
  const watchdog guard("lone calls");
  if (budget_cpus() != 1) return berth_tests::skip("the budget is more than 1");
  thread_set who;
  for (int round = 0; round != 20; ++round)
    berth::for_each_index(32, [&](std::size_t) {
      who.add();
      busy(100us);
    });
  CHECK(who.only(thread_id()));
}

TEST_CASE("one heavy first item does not keep the rest from others") {
  const watchdog guard("the rest of a call beside its first item");
  if (budget_cpus() == 1) return berth_tests::skip(nobody_else);
  warm_up();
  // The first item ends only when another one has been run: elsewhere, then.
  CHECK(eventually([] {
    std::atomic<bool> another{false};
    bool met = false;
    berth::for_each_index(8, [&](std::size_t i) {
      if (i != 0) {
        another = true;
        return;
      }
      met = eventually([&] { return another.load(); }, 500ms);
    });
    return met;
  }));
}

TEST_CASE("no piece is smaller than the grain, except the last") {
  const watchdog guard("calls with a grain");
  constexpr std::size_t n = 1003, grain = 64;
  for (int round = 0; round != 20; ++round) {
    struct visit {
      std::int64_t thread;
      unsigned turn;
    };
    std::vector<visit> visits(n);
    berth::for_each_index(n,
                          [&](std::size_t i) {
                            static thread_local unsigned turn = 0;
                            visits[i] = {thread_id(), ++turn};
                            busy(1us);
                          },
                          {.item_cost = 1us, .grain = grain});
    for (std::size_t begin = 0; begin != n;) {
      std::size_t end = begin + 1;
      while (end != n && visits[end].thread == visits[begin].thread && visits[end].turn == visits[end - 1].turn + 1)
        ++end;
      if (end != n) REQUIRE(end - begin >= grain);
      begin = end;
    }
  }
}

TEST_CASE("a grain of at least the whole makes one piece on one thread") {
  const watchdog guard("calls in one piece");
  for (int round = 0; round != 20; ++round) {
    thread_set who;
    berth::for_each_index(50,
                          [&](std::size_t) {
                            who.add();
                            busy(20us);
                          },
                          {.grain = 50});
    CHECK(who.size() == 1);
  }
}

TEST_CASE("the hint sequential keeps a call on its caller") {
  const watchdog guard("sequential calls");
  warm_up();
  thread_set who;
  for (int round = 0; round != 5; ++round)
    berth::for_each_index(200,
                          [&](std::size_t) {
                            who.add();
                            busy(20us);
                          },
                          {.item_cost = 20us, .sequential = true});
  CHECK(who.only(thread_id()));
}

TEST_CASE("the hint sequential keeps a call on its caller when the budget is spent and limits are set") {
  const watchdog guard("sequential calls beside a full budget");
  warm_up();
  const full_budget others;
  thread_set who;
  for (unsigned round = 0; round != rounds(40); ++round)
    berth::for_each_index(8,
                          [&](std::size_t) {
                            who.add();
                            busy(50us);
                          },
                          {.item_cost = 50us, .sequential = true, .until = steady_clock::now() + 1h});
  CHECK(who.only(thread_id()));
}

namespace {
struct wait_for {
  void operator()(const std::chrono::nanoseconds& time) const {
    if (time > 1us) busy(time);
    ++calls;
  }
  static inline std::atomic<long> calls{0};
};
}  // namespace

TEST_CASE("one generic callable with items of a nanosecond and of milliseconds is shared where it is heavy") {
  const watchdog guard("a site with two costs to be found out");
  const std::vector<std::chrono::nanoseconds> cheap(500, 1ns), dear(4, 1ms);
  const wait_for body;
  const auto call = [&](const std::vector<std::chrono::nanoseconds>& items, const auto& f) {
    berth::for_each(items, f);
  };
  for (int round = 0; round != 1000; ++round) call(cheap, body);
  CHECK(wait_for::calls == 500'000);
  if (budget_cpus() == 1) return;  // nobody to share the dear ones with
  thread_set who;
  const auto noted = [&](const std::chrono::nanoseconds& time) {
    who.add();
    if (time > 1us) busy(time);
  };
  for (int round = 0; round != 1000; ++round) call(cheap, noted);
  CHECK(eventually([&] {
    call(dear, noted);
    return who.size() > 1;
  }));
}

TEST_CASE("of two sites that take turns in a loop, each is measured again") {
  const watchdog guard("a site that becomes heavy to be found out");
  if (budget_cpus() == 1) return berth_tests::skip(nobody_else);
  std::atomic<bool> heavy{false};
  thread_set who;
  const auto both = [&] {
    berth::for_each_index(50, [&](std::size_t) {
      if (!heavy) return;
      who.add();
      busy(20us);
    });
    berth::for_each_index(50, [](std::size_t) {});
  };
  for (int round = 0; round != 1000; ++round) both();
  heavy = true;
  CHECK(eventually([&] {
    for (int round = 0; round != 100; ++round) both();
    return who.size() > 1;
  }));
}

TEST_CASE("callables of erased type and member pointers are called like any other") {
  const watchdog guard("erased callables");
  std::vector<std::atomic<int>> seen(300);
  const std::function<void(std::size_t)> erased = [&](std::size_t i) { ++seen[i]; };
  for (int round = 0; round != 100; ++round) berth::for_each_index(300, erased);
  CHECK(std::all_of(seen.begin(), seen.end(), [](const auto& s) { return s == 100; }));
  std::vector<int> out(300), in(300, 4);
  int (*twice)(int) = [](int x) { return 2 * x; };
  berth::map_into(in, out, twice);
  CHECK(out == std::vector<int>(300, 8));
}

TEST_CASE("a body may be called through a const object only") {
  struct adder {
    std::atomic<int>* sum;
    void operator()(std::size_t) const { ++*sum; }
  };
  std::atomic<int> sum{0};
  const adder a{&sum};
  berth::for_each_index(100, a);
  CHECK(sum == 100);
}

TEST_CASE("what other threads wrote in a body is there when the call returns") {
  const watchdog guard("plain writes");
  for (unsigned round = 0; round != rounds(200); ++round) {
    std::vector<std::unique_ptr<int>> made(64);
    berth::for_each_index(64, [&](std::size_t i) {
      busy(5us);
      made[i] = std::make_unique<int>(static_cast<int>(i));
    });
    for (std::size_t i = 0; i != 64; ++i) REQUIRE(*made[i] == static_cast<int>(i));
  }
}
