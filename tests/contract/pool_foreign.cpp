// berth beside other people's threads: the user's own oneTBB and OpenMP code, and std::execution::par.
#include <doctest/doctest.h>

#include <berth/async.hpp>
#include <berth/for_each.hpp>

#include "pool_foreign_tbb.hpp"
#include "pool_support.hpp"
#include "support/skip.hpp"

#if __has_include(<berth/explain.hpp>)
#include <berth/explain.hpp>
#endif

using namespace berth_tests;
using namespace std::chrono_literals;

namespace {

bool tbb_lends() {
  const char* supply = std::getenv("BERTH_SUPPLY");
  return budget_cpus() > 1 && (!supply || std::string(supply) != "own");
}

// What the thread sanitizer sees of a hand-over through a library that is not instrumented: whoever counts comes after
// everybody who has counted before. Outside what is handed over, whose very memory is in question.
std::atomic<std::size_t> hand_over{0};
void pass_on() { hand_over.fetch_add(1, std::memory_order_acq_rel); }

// Runs f(i) under the given loop.
template <class F>
void loop(void (*over)(std::size_t, void (*)(void*, std::size_t), void*), std::size_t count, F&& f) {
  pass_on();
  over(
      count,
      [](void* raw, std::size_t i) {
        pass_on();
        (*static_cast<std::remove_reference_t<F>*>(raw))(i);
        pass_on();
      },
      &f);
  pass_on();
}

template <class F>
void tbb_loop(std::size_t count, F&& f) {
  loop(tbb_for, count, std::forward<F>(f));
}

#if defined(BERTH_TEST_OPENMP)
template <class F>
void openmp_threads(int threads, F&& f) {
#pragma omp parallel num_threads(threads)
  f();
}
#endif

void a_call(std::atomic<long>& ran, const berth::hints& with) {
  berth::for_each_index(
      16,
      [&](std::size_t) {
        busy(10us);
        ++ran;
      },
      with);
}

const berth::hints queues{.item_cost = 1ms};

}  // namespace

TEST_CASE("a foreign tbb::global_control of 1 does not make berth sequential") {
  const watchdog guard("threads to meet under a foreign limit");
  {
    const auto limit = tbb_limit(1);
    std::atomic<long> ran{0};
    for (int round = 0; round != 20; ++round) a_call(ran, {});
    CHECK(ran == 320);
    if (budget_cpus() > 1) CHECK(can_meet(2));
    CHECK(berth::async([] { return 1; }).get() == 1);
#if __has_include(<berth/explain.hpp>)
    if (tbb_lends()) CHECK(berth::to_text(berth::explain()).find("global_control") != std::string::npos);
#endif
  }
  if (budget_cpus() > 1) CHECK(can_meet(2));
}

TEST_CASE("callers inside the user's own TBB tasks complete, whether or not the budget is spent") {
  const watchdog guard("calls inside TBB tasks");
  warm_up();
  std::atomic<long> ran{0};
  for (unsigned round = 0; round != rounds(10); ++round) tbb_loop(32, [&](std::size_t) { a_call(ran, queues); });
  CHECK(ran == 16l * 32 * rounds(10));
  const full_budget others;
  ran = 0;
  for (unsigned round = 0; round != rounds(5); ++round) tbb_loop(32, [&](std::size_t) { a_call(ran, queues); });
  CHECK(ran == 16l * 32 * rounds(5));
}

TEST_CASE("several threads' TBB loops may all call") {
  const watchdog guard("calls inside the TBB tasks of several threads");
  std::atomic<long> ran{0};
  run_threads(6, [&](unsigned) {
    for (unsigned round = 0; round != rounds(4); ++round)
      tbb_loop(8, [&](std::size_t i) { a_call(ran, i % 2 ? queues : berth::hints{}); });
  });
  CHECK(ran == 6l * rounds(4) * 8 * 16);
}

TEST_CASE("a body may run TBB loops, and no other item gets into one that waits") {
  const watchdog guard("TBB loops inside bodies");
  warm_up();
  std::atomic<long> ran{0};
  std::atomic<int> violations{0};
  run_threads(3, [&](unsigned) {
    for (unsigned round = 0; round != rounds(6); ++round)
      berth::for_each_index(16, [&](std::size_t) {
        static thread_local bool inside = false;
        if (std::exchange(inside, true)) ++violations;
        tbb_loop(16, [&](std::size_t) {
          busy(10us);
          ++ran;
        });
        inside = false;
      });
  });
  CHECK(ran == 3l * rounds(6) * 16 * 16);
  CHECK(violations == 0);
}

TEST_CASE("TBB loops inside bodies inside TBB tasks complete") {
  const watchdog guard("TBB, berth and TBB inside each other");
  std::atomic<long> ran{0};
  tbb_loop(8, [&](std::size_t) {
    berth::for_each_index(8, [&](std::size_t) { tbb_loop(8, [&](std::size_t) { ++ran; }); }, queues);
  });
  CHECK(ran == 512);
}

TEST_CASE("std::execution::par keeps within the budget in the same process") {
  const watchdog guard("std::execution::par");
  if (!tbb_lends()) return skip("oneTBB is capped only where it lends berth's threads");
  warm_up();
  std::atomic<unsigned> inside{0}, most{0};
  for (unsigned round = 0; round != rounds(10); ++round)
    loop(std_par_for, 400, [&](std::size_t) {
      const unsigned now = ++inside;
      for (unsigned m = most; now > m && !most.compare_exchange_weak(m, now);) {
      }
      busy(20us);
      --inside;
    });
  CHECK(most <= budget_cpus());
}

TEST_CASE("callers inside an OpenMP region complete, whether or not the budget is spent") {
#if defined(BERTH_TEST_OPENMP)
  const watchdog guard("calls inside an OpenMP region");
  warm_up();
  std::atomic<long> ran{0};
  for (unsigned round = 0; round != rounds(10); ++round) openmp_threads(6, [&] { a_call(ran, queues); });
  CHECK(ran == 6l * 16 * rounds(10));
  const full_budget others;
  ran = 0;
  for (unsigned round = 0; round != rounds(5); ++round) openmp_threads(6, [&] { a_call(ran, queues); });
  CHECK(ran == 6l * 16 * rounds(5));
#else
  skip("built without OpenMP: there is none, or its barriers are not instrumented for the thread sanitizer");
#endif
}

TEST_CASE("a caller in an OpenMP region never sleeps in the queue: it runs its call itself") {
#if defined(BERTH_TEST_OPENMP)
  const watchdog guard("calls inside an OpenMP region beside a full budget");
  warm_up();
  const full_budget others;
  std::atomic<int> calls{0}, ran_here{0};
  for (unsigned round = 0; round != rounds(10); ++round)
    openmp_threads(2, [&] {
      std::atomic<bool> here{false};
      berth::for_each_index(50,
                            [&, mine = thread_id()](std::size_t) {
                              if (thread_id() == mine) here = true;
                              busy(20us);
                            },
                            {.item_cost = 20us});
      ++calls;
      ran_here += here ? 1 : 0;
    });
  // Helpers may be quicker than a caller that has lost its CPU, now and then.
  CHECK(4 * ran_here >= 3 * calls);
#else
  skip("built without OpenMP: there is none, or its barriers are not instrumented for the thread sanitizer");
#endif
}
