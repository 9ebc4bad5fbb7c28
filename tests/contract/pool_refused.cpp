// A system that refuses threads: every call completes all the same.
#include <doctest/doctest.h>
#include <sys/resource.h>

#include <berth/async.hpp>
#include <berth/for_each.hpp>
#include <system_error>

#include "pool_support.hpp"
#include "support/skip.hpp"

using namespace berth_tests;
using namespace std::chrono_literals;

namespace {

bool threads_can_be_had() {
  try {
    std::thread([] {}).join();
    return true;
  } catch (const std::system_error&) {
    return false;
  }
}

// No user but root is above the limit on processes, so root becomes another one first; for good.
class no_more_threads {
 public:
  no_more_threads() {
    if (geteuid() == 0) (void)!setresuid(65534, 65534, 65534);
    getrlimit(RLIMIT_NPROC, &before_);
    const rlimit none{0, before_.rlim_max};
    setrlimit(RLIMIT_NPROC, &none);
  }
  ~no_more_threads() { setrlimit(RLIMIT_NPROC, &before_); }
  no_more_threads(const no_more_threads&) = delete;
  no_more_threads& operator=(const no_more_threads&) = delete;
  [[nodiscard]] static bool in_force() { return !threads_can_be_had(); }

 private:
  rlimit before_{};
};

constexpr const char* why_not = "RLIMIT_NPROC does not keep this process from making threads";

void all_kinds_of_calls() {
  std::atomic<int> ran{0};
  berth::for_each_index(20, [&](std::size_t) {
    busy(100us);
    ++ran;
  });
  berth::for_each_index(20, [&](std::size_t) { ++ran; }, {.item_cost = 1ms});
  berth::for_each_index(4, [&](std::size_t) {
    berth::for_each_index(5, [&](std::size_t) {
      busy(100us);
      ++ran;
    });
  });
  CHECK(ran == 60);
  CHECK(berth::async([] { return 3; }).get() == 3);
  const auto dropped = berth::async([] {});
}

}  // namespace

TEST_CASE("a process that is refused threads from the start completes every call") {
  const no_more_threads limit;
  if (!limit.in_force()) return skip(why_not);
  const watchdog guard("calls without any other thread");
  for (int round = 0; round != 30; ++round) all_kinds_of_calls();
}

TEST_CASE("a process that is refused threads later completes every call, and works in parallel when it may again") {
  const watchdog guard("calls while threads are refused");
  warm_up();
  usleep(300'000);  // what there was has gone home
  {
    const no_more_threads limit;
    if (!limit.in_force()) return skip(why_not);
    for (int round = 0; round != 30; ++round) all_kinds_of_calls();
  }
  REQUIRE(threads_can_be_had());
  if (budget_cpus() > 1) CHECK(can_meet(2));
}

TEST_CASE("callers that fill the budget complete although no server can be had") {
  const watchdog guard("many callers while threads are refused");
  std::atomic<bool> go{false};
  std::atomic<int> ran{0};
  std::vector<std::thread> callers;
  for (int k = 0; k != 12; ++k)
    callers.emplace_back([&] {
      while (!go) usleep(200);
      for (int round = 0; round != 10; ++round)
        berth::for_each_index(8,
                              [&](std::size_t) {
                                busy(20us);
                                ++ran;
                              },
                              {.item_cost = 1ms});
    });
  const no_more_threads limit;
  const bool refused = limit.in_force();
  go = true;
  for (auto& t : callers) t.join();
  CHECK(ran == 12 * 10 * 8);
  if (!refused) skip(why_not);
}
