#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <berth/compare.hpp>
#include <berth/for_each.hpp>
#include <berth/plan.hpp>
#include <berth/sequential_scope.hpp>
#include <chrono>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

std::set<std::thread::id> threads_of_a_call() {
  std::mutex lock;
  std::set<std::thread::id> seen;
  berth::for_each_index(2000, [&](std::size_t) {
    [[maybe_unused]] volatile int sink = 0;
    for (int i = 0; i < 2000; ++i) sink = i;
    const std::lock_guard hold(lock);
    seen.insert(std::this_thread::get_id());
  });
  return seen;
}

}  // namespace

TEST_CASE("inside a sequential_scope every item runs on the caller, nested scopes included") {
  const berth::sequential_scope outer;
  {
    const berth::sequential_scope inner;
  }
  CHECK(threads_of_a_call() == std::set{std::this_thread::get_id()});
}

TEST_CASE("compare runs both sides as often, and tells their times, the ratio and a verdict in words") {
  std::atomic<int> left = 0;
  std::atomic<int> right = 0;
  const berth::comparison found = berth::compare([&] { ++left; }, [&] { ++right; }, {.seconds = 0, .least_rounds = 5});
  CHECK(found.rounds == 5);
  CHECK(found.calls >= 1);
  CHECK(left == static_cast<int>(10 * found.calls) + 1);
  CHECK(right == static_cast<int>(5 * found.calls) + 1);
  CHECK(found.sequential > 0);
  CHECK(found.parallel > 0);
  CHECK(found.noise >= 0.01);
  const std::string text = found.to_text();
  for (const char* word : {"sequential", "sequential again", "parallel", "ratio", "verdict: "})
    CHECK(text.find(word) != std::string::npos);
}

TEST_CASE("compare of one function runs it forced sequential and as it is") {
  int forced = 0, as_it_is = 0;
  const auto found = berth::compare(
      [&] {
        const bool in_scope = berth::detail::forced_sequential();
        ++(in_scope ? forced : as_it_is);
        if (in_scope) REQUIRE(threads_of_a_call() == std::set{std::this_thread::get_id()});
      },
      {.seconds = 0, .least_rounds = 3});
  CHECK(found.rounds == 3);
  CHECK(forced >= 6);
  CHECK(as_it_is >= 3);
}

TEST_CASE("the verdict's words follow the figures") {
  berth::comparison found;
  found.sequential = found.sequential_again = 1000;
  found.parallel = 500;
  found.ratio = 0.5;
  found.noise = 0.02;
  found.verdict = berth::verdict::keep_parallel;
  CHECK(found.to_text().find("keep parallel: 2.00 times as fast") != std::string::npos);
  found.verdict = berth::verdict::keep_sequential;
  found.ratio = 3;
  CHECK(found.to_text().find("keep sequential: parallel takes 3.00 times as long") != std::string::npos);
  found.verdict = berth::verdict::no_difference;
  found.ratio = 1.01;
  CHECK(found.to_text().find("no measurable difference") != std::string::npos);
}

TEST_CASE("what a compared function throws comes out, and the scope is left") {
  CHECK_THROWS_AS((void)berth::compare([] { throw std::runtime_error("no"); }), std::runtime_error);
  CHECK(!berth::detail::forced_sequential());
}

TEST_CASE("one round is no reason for a verdict") {
  int calls = 0;
  const auto found = berth::compare([&] { ++calls; }, [&] { calls += 2; }, {.seconds = 0, .least_rounds = 1});
  REQUIRE(found.rounds == 1);
  CHECK(found.verdict == berth::verdict::no_difference);
}

TEST_CASE("a plan made in a sequential scope names the scope") {
  const berth::sequential_scope plain;
  const berth::plan made = berth::plan_for(10'000, {.item_cost = std::chrono::milliseconds(1)});
  CHECK_FALSE(made.parallel);
  CHECK(made.because.find("sequential_scope") != std::string::npos);
}
