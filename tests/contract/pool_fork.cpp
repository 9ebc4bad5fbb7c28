// fork(): the child has its own pool, of own threads, whatever the parent was doing.
//
// Promised: new calls in the child run, in parallel, also inside a body in which the process forked. Not promised: that
// a call which was in progress completes in the child, since pieces that other threads had begun are lost; such a child
// makes what calls it needs and ends with _exit() or exec().
#include <doctest/doctest.h>
#include <sys/wait.h>

#include <berth/async.hpp>
#include <berth/errors.hpp>
#include <berth/for_each.hpp>
#include <berth/map_into.hpp>
#include <numeric>
#include <optional>

#include "pool_support.hpp"
#include "support/skip.hpp"

// Threads in a forked child are what is tested; the sanitizer would end such a child.
extern "C" const char* __tsan_default_options() { return "die_after_fork=0"; }

using namespace berth_tests;
using namespace std::chrono_literals;

namespace {

constexpr int all_well = 0, wrong_result = 3, not_parallel = 4, threw = 5;

// What a child does to show that its berth works.
int use_berth() {
  std::vector<int> in(500), out(500);
  std::iota(in.begin(), in.end(), 0);
  for (int round = 0; round != 3; ++round) {
    berth::map_into(in, out, [](int x) {
      busy(2us);
      return 2 * x;
    });
    for (std::size_t i = 0; i != 500; ++i)
      if (out[i] != 2 * in[i]) return wrong_result;
  }
  if (berth::async([] { return 4; }).get() != 4) return wrong_result;
  if (budget_cpus() > 1 && !can_meet(2)) return not_parallel;
  return all_well;
}

pid_t start_child(const std::function<int()>& f) {
  const pid_t child = fork();
  if (child != 0) return child;
  alarm(under_sanitizer ? 120 : 40);  // the watchdog's handler is inherited, its alarm is not
  try {
    _exit(f());
  } catch (...) {
    _exit(threw);
  }
}

// The child's exit code; -1 if it was killed.
int ending_of(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) != child) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int in_child(const std::function<int()>& f) { return ending_of(start_child(f)); }

}  // namespace

// In the child of a threaded process the address sanitizer's allocator may stay locked for ever, and the thread
// sanitizer takes a new thread for one that the parent had ("dup thread with used id") and ends the process.
constexpr auto not_under_a_sanitizer = "sanitizers do not work in the child of a threaded process";

TEST_CASE("a child forked before the first call works") {
  if (under_sanitizer) return skip(not_under_a_sanitizer);
  const watchdog guard("a child of a fresh process");
  CHECK(in_child(use_berth) == all_well);
}

TEST_CASE("a child forked from an idle process works in parallel, and so does its own child") {
  if (under_sanitizer) return skip(not_under_a_sanitizer);
  const watchdog guard("children of an idle process");
  warm_up();
  for (unsigned round = 0; round != rounds(8); ++round) {
    CHECK(in_child(use_berth) == all_well);
    CHECK(in_child([] {
            if (const int code = use_berth()) return code;
            return in_child(use_berth);
          }) == all_well);
  }
  CHECK(use_berth() == all_well);
}

TEST_CASE("children forked while the pool is busy work") {
  if (under_sanitizer) return skip(not_under_a_sanitizer);
  const watchdog guard("children of a busy process");
  warm_up();
  for (const auto cost : {1us, 1000us}) {  // some queue, some do not
    std::atomic<bool> stop{false};
    std::vector<std::thread> others;
    for (int k = 0; k != 4; ++k)
      others.emplace_back([&] {
        while (!stop) {
          berth::for_each_index(50, [](std::size_t) { busy(10us); }, {.item_cost = cost});
          berth::async([] {}).get();
        }
      });
    for (unsigned round = 0; round != rounds(25); ++round) {
      usleep(500 + round * 37 % 1000);
      CHECK(in_child(use_berth) == all_well);
    }
    stop = true;
    for (auto& t : others) t.join();
  }
  CHECK(use_berth() == all_well);
}

TEST_CASE("children forked while the pool starts work") {
  if (under_sanitizer) return skip(not_under_a_sanitizer);
  const watchdog guard("a child forked during the first call");
  for (unsigned round = 0; round != rounds(8); ++round)
    CHECK(in_child([round] {
            // This child's pool has not been used: its first call and the fork of a grandchild race.
            std::thread first([] { berth::for_each_index(8, [](std::size_t) { busy(300us); }); });
            usleep(round * 100);
            const int code = in_child(use_berth);
            first.join();
            return code;
          }) == all_well);
}

TEST_CASE("a child forked in a body may make calls and end") {
  if (under_sanitizer) return skip(not_under_a_sanitizer);
  const watchdog guard("children forked in bodies");
  warm_up();
  for (unsigned round = 0; round != rounds(5); ++round) {
    std::atomic<int> well{0};
    berth::for_each_index(6,
                          [&](std::size_t) {
                            busy(200us);
                            if (in_child(use_berth) == all_well) ++well;
                          },
                          {.item_cost = 1ms});
    CHECK(well == 6);
  }
}

TEST_CASE("a child forked in a nested call may make calls and end") {
  if (under_sanitizer) return skip(not_under_a_sanitizer);
  const watchdog guard("children forked in nested bodies");
  warm_up();
  std::atomic<int> well{0};
  berth::for_each_index(3, [&](std::size_t) {
    berth::for_each_index(3, [&](std::size_t) {
      busy(100us);
      if (in_child(use_berth) == all_well) ++well;
    });
  });
  CHECK(well == 9);
}

TEST_CASE("a future that nobody had begun is run in the child and in the parent") {
  if (under_sanitizer) return skip(not_under_a_sanitizer);
  const watchdog guard("futures pending at a fork");
  warm_up();
  for (unsigned round = 0; round != rounds(20); ++round) {
    // Bodies that sleep keep every place of the budget, so that the futures stay pending.
    std::atomic<bool> stop{false};
    std::vector<std::thread> sleepers;
    std::atomic<unsigned> asleep{0};
    for (unsigned k = 0; k != budget_cpus(); ++k)
      sleepers.emplace_back([&] {
        berth::for_each_index(2,
                              [&](std::size_t) {
                                ++asleep;
                                while (!stop) usleep(200);
                              },
                              {.item_cost = 1ms});
      });
    eventually([&] { return asleep >= budget_cpus(); });
    auto before = std::make_optional(berth::async([] { return 1; }));
    auto ours = berth::async([] { return 2; });
    auto behind = std::make_optional(berth::async([] { return 3; }));
    CHECK(in_child([&] {
            if (ours.get() != 2) return wrong_result;
            if (const int code = use_berth()) return code;
            return before->get() == 1 && behind->get() == 3 ? use_berth() : wrong_result;
          }) == all_well);
    CHECK(ours.get() == 2);
    stop = true;
    for (auto& t : sleepers) t.join();
  }
}

TEST_CASE("a future that another thread was running at the fork throws in the child, and is well in the parent") {
  if (under_sanitizer) return skip(not_under_a_sanitizer);
  const watchdog guard("a future in the middle of its work at a fork");
  warm_up();
  std::atomic<bool> begun{false}, stop{false};
  std::optional f(berth::async([&] {
    begun = true;
    while (!stop) usleep(200);
    return 6;
  }));
  auto unseen = berth::async([] { return 7; });
  REQUIRE(eventually([&] { return begun.load(); }));
  CHECK(in_child([&] {
          try {
            (void)f->get();
            return wrong_result;
          } catch (const berth::error&) {
            return use_berth();
          }
        }) == all_well);
  CHECK(in_child([&] {
          f.reset();
          return use_berth();
        }) == all_well);
  stop = true;
  CHECK(f->get() == 6);
  CHECK(unseen.get() == 7);
}

TEST_CASE("many threads of a child may call") {
  if (under_sanitizer) return skip(not_under_a_sanitizer);
  const watchdog guard("threads of a child");
  warm_up();
  CHECK(in_child([] {
          std::atomic<int> ran{0};
          run_threads(20, [&](unsigned) {
            for (int round = 0; round != 5; ++round)
              berth::for_each_index(16, [&](std::size_t) { ++ran; }, {.item_cost = 1ms});
          });
          return ran == 20 * 5 * 16 ? all_well : wrong_result;
        }) == all_well);
}

TEST_CASE("a child of a busy process may end by exit") {
  if (under_sanitizer) return skip(not_under_a_sanitizer);
  const watchdog guard("a child that ends by exit()");
  warm_up();
  std::atomic<bool> stop{false};
  std::thread other([&] {
    while (!stop) berth::for_each_index(50, [](std::size_t) { busy(10us); });
  });
  for (unsigned round = 0; round != rounds(5); ++round)
    CHECK(in_child([]() -> int {
            const int code = use_berth();
            quick_exit(code);
          }) == all_well);
  stop = true;
  other.join();
}
