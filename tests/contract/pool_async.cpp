// berth::async and its future.
#include <doctest/doctest.h>

#include <berth/async.hpp>
#include <berth/blocking.hpp>
#include <berth/for_each.hpp>
#include <future>
#include <memory>
#include <stdexcept>

#include "pool_support.hpp"

using namespace berth_tests;
using namespace std::chrono_literals;

TEST_CASE("a future gives what its function returned, whatever the type") {
  const watchdog guard("futures");
  CHECK(berth::async([] { return 3; }).get() == 3);
  CHECK(*berth::async([] { return std::make_unique<int>(4); }).get() == 4);
  CHECK(berth::async([] { return std::vector<int>(3, 1); }).get().size() == 3);
  bool ran = false;
  berth::async([&] { ran = true; }).get();
  CHECK(ran);
  struct no_default {
    explicit no_default(int v) : value(v) {}
    int value;
  };
  CHECK(berth::async([] { return no_default(5); }).get().value == 5);
}

TEST_CASE("the function may be move-only and is called once, as an rvalue") {
  const watchdog guard("a move-only function");
  auto held = std::make_unique<int>(6);
  auto f = berth::async([held = std::move(held)]() mutable { return std::move(held); });
  CHECK(*f.get() == 6);
}

TEST_CASE("what the function throws comes out of get, and is dropped with the future otherwise") {
  const watchdog guard("futures whose functions throw");
  for (unsigned round = 0; round != rounds(200); ++round) {
    auto f = berth::async([]() -> int { throw std::string("no"); });
    CHECK_THROWS_AS(f.get(), std::string);
    CHECK_FALSE(f.valid());
    const auto dropped = berth::async([] { throw std::string("no"); });
  }
}

TEST_CASE("a future is valid until get, and moves") {
  const watchdog guard("futures that move");
  berth::future<int> empty;
  CHECK_FALSE(empty.valid());
  CHECK_FALSE(empty.ready());
  empty.wait();
  auto a = berth::async([] { return 1; });
  auto b = std::move(a);
  CHECK(b.valid());
  CHECK_FALSE(a.valid());  // NOLINT(bugprone-use-after-move): what a moved-from future is, is promised
  b.wait();
  CHECK(b.ready());
  b.wait();
  a = berth::async([] { return 2; });
  std::swap(a, b);
  CHECK(a.get() == 1);
  CHECK(b.get() == 2);
}

TEST_CASE("a future that is assigned waits for what it held before, and leaves the other one empty") {
  const watchdog guard("an assigned future");
  std::atomic<bool> ran{false};
  auto f = berth::async([&] {
    ran = true;
    return 1;
  });
  auto g = berth::async([] { return 2; });
  f = std::move(g);
  CHECK(ran);
  CHECK_FALSE(g.valid());  // NOLINT(bugprone-use-after-move): what a moved-from future is, is promised
  CHECK(f.get() == 2);
}

TEST_CASE("a future without a result says so") {
  berth::future<int> none;
  CHECK_THROWS_AS((void)none.get(), std::logic_error);
  auto f = berth::async([] { return 1; });
  CHECK(f.get() == 1);
  CHECK_THROWS_AS((void)f.get(), std::logic_error);
}

TEST_CASE("what nobody awaits is run all the same") {
  const watchdog guard("a future that is only polled");
  for (int round = 0; round != 50; ++round) {
    auto f = berth::async([] { return 8; });
    REQUIRE(eventually([&] { return f.ready(); }));
    CHECK(f.get() == 8);
  }
}

TEST_CASE("what nobody awaits is run although its caller keeps making calls") {
  const watchdog guard("a future polled between calls");
  for (unsigned round = 0; round != rounds(20); ++round) {
    auto f = berth::async([] { return 8; });
    while (!f.ready()) berth::for_each_index(8, [](std::size_t) { busy(50us); }, {.item_cost = 50us});
    CHECK(f.get() == 8);
  }
}

TEST_CASE("a wake-up is never lost, however long the pool has been idle") {
  const watchdog guard("a polled future after a pause");
  // Pauses about where a worker gives up spinning, falls asleep and goes home.
  for (const auto pause : {0us, 5us, 9us, 10us, 11us, 15us, 45us, 50us, 55us, 200us})
    for (unsigned round = 0; round != rounds(40); ++round) {
      auto f = berth::async([] {});
      while (!f.ready()) std::this_thread::yield();
      busy(pause);
    }
  for (const auto pause : {99'000us, 99'900us, 100'000us, 100'050us, 100'100us, 100'200us, 101'000us})
    for (int round = 0; round != 3; ++round) {
      auto f = berth::async([] {});
      while (!f.ready()) usleep(100);
      std::this_thread::sleep_for(pause);
    }
}

TEST_CASE("short calls with pauses about the spin limit and the linger time always complete") {
  const watchdog guard("short calls with pauses");
  std::atomic<int> ran{0};
  unsigned expected = 0;
  for (const auto pause : {0us, 8us, 10us, 12us, 20us, 50us, 1000us})
    for (unsigned round = 0; round != rounds(200); ++round, expected += 4) {
      berth::for_each_index(4, [&](std::size_t) { ++ran; }, {.item_cost = 300us});
      busy(pause);
    }
  for (const auto pause : {99'900us, 100'000us, 100'100us})
    for (int round = 0; round != 5; ++round, expected += 4) {
      berth::for_each_index(4, [&](std::size_t) { ++ran; }, {.item_cost = 300us});
      std::this_thread::sleep_for(pause);
    }
  CHECK(ran == static_cast<int>(expected));
  if (budget_cpus() > 1) CHECK(can_meet(2));
}

TEST_CASE("a future may be awaited by another thread") {
  const watchdog guard("a future in another thread");
  for (unsigned round = 0; round != rounds(100); ++round) {
    auto f = berth::async([round] { return round; });
    std::thread([&, f = std::move(f)]() mutable { CHECK(f.get() == round); }).join();
  }
}

TEST_CASE("a future may outlive the thread that made it") {
  const watchdog guard("a future of a thread that is gone");
  for (unsigned round = 0; round != rounds(50); ++round) {
    berth::future<int> f;
    std::thread([&] { f = berth::async([] { return 9; }); }).join();
    CHECK(f.get() == 9);
  }
}

TEST_CASE("a thousand futures may be awaited in any order") {
  const watchdog guard("a thousand futures");
  std::vector<berth::future<std::size_t>> all;
  for (std::size_t i = 0; i != 1000; ++i) all.push_back(berth::async([i] { return i; }));
  for (std::size_t i = 1000; i-- != 0;) REQUIRE(all[i].get() == i);
}

TEST_CASE("parallel calls inside an async function are shared as usual") {
  const watchdog guard("parallel calls inside async");
  if (budget_cpus() > 1) CHECK(eventually([] { return berth::async([] { return try_to_meet(2); }).get(); }));
  std::atomic<int> ran{0};
  std::vector<berth::future<void>> all;
  for (int k = 0; k != 20; ++k)
    all.push_back(berth::async([&] {
      berth::for_each_index(50, [&](std::size_t) {
        busy(5us);
        ++ran;
      });
    }));
  for (auto& f : all) f.get();
  CHECK(ran == 1000);
}

TEST_CASE("async inside bodies and inside async never waits for a thread to spare") {
  const watchdog guard("async inside everything");
  std::atomic<int> sum{0};
  berth::for_each_index(40, [&](std::size_t) {
    auto f = berth::async([] { return berth::async([] { return 1; }).get() + 1; });
    sum += f.get();
  });
  CHECK(sum == 80);
}

TEST_CASE("a chain of futures, each awaiting the one before, completes") {
  const watchdog guard("a chain of futures");
  berth::future<int> last = berth::async([] { return 0; });
  for (int k = 0; k != 200; ++k) last = berth::async([before = std::move(last)]() mutable { return before.get() + 1; });
  CHECK(last.get() == 200);
}

TEST_CASE("a future that waits for what its maker does next is not run by the maker") {
  const watchdog guard("an async function that waits for its maker");
  // Nobody awaits it before the flag is set, so it must find a thread of its own or wait for its turn.
  std::atomic<bool> go{false};
  auto f = berth::async([&] {
    while (!go) usleep(200);
  });
  berth::for_each_index(100, [](std::size_t) { busy(20us); }, {.item_cost = 20us});
  go = true;
  f.get();
}

TEST_CASE("berth and std futures mix") {
  const watchdog guard("std::async that awaits berth::async");
  auto f = std::async(std::launch::async, [] { return berth::async([] { return 2; }).get(); });
  CHECK(f.get() == 2);
  auto g = berth::async([] { return std::async(std::launch::async, [] { return 3; }).get(); });
  CHECK(g.get() == 3);
}
