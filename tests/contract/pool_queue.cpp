// More callers than the budget has places: who waits, who does not, and that nobody waits for ever.
#include <doctest/doctest.h>
#include <sys/resource.h>

#include <berth/blocking.hpp>
#include <berth/errors.hpp>
#include <berth/for_each.hpp>
#include <berth/map_into.hpp>
#include <mutex>
#include <numeric>
#include <stop_token>

#include "pool_support.hpp"

using namespace berth_tests;
using namespace std::chrono_literals;

namespace {

// Far above what makes a call queue when the budget is spent.
const berth::hints queues{.item_cost = 1ms};

// Fills every place of the budget with bodies that block on `lock`, held by a thread whose own call then has to queue.
template <class Meanwhile>
void hold_what_running_bodies_need(Meanwhile&& meanwhile) {
  const unsigned cpus = budget_cpus();
  std::mutex lock;
  std::atomic<bool> held{false}, over{false};
  std::atomic<unsigned> blocked{0};
  std::vector<std::thread> threads;
  threads.emplace_back([&] {
    const std::lock_guard hold(lock);
    held = true;
    eventually([&] { return blocked >= cpus; }, 2s);
    berth::for_each_index(4, [](std::size_t) { busy(20us); }, queues);
    over = true;
  });
  for (unsigned k = 0; k != cpus + 1; ++k)
    threads.emplace_back([&] {
      eventually([&] { return held.load(); });
      berth::for_each_index(
          2,
          [&](std::size_t) {
            ++blocked;
            const std::lock_guard hold(lock);
          },
          queues);
    });
  meanwhile(over, blocked);
  for (auto& t : threads) t.join();
}

}  // namespace

TEST_CASE("a body may need a mutex that a queued caller holds") {
  const watchdog guard("bodies that need a queued caller's mutex");
  warm_up();
  for (unsigned round = 0; round != rounds(10); ++round) hold_what_running_bodies_need([](auto&, auto&) {});
}

TEST_CASE("a queued caller gets its turn although small calls never cease") {
  const watchdog guard("a queued caller beside endless small calls");
  warm_up();
  for (unsigned round = 0; round != rounds(4); ++round)
    hold_what_running_bodies_need([](std::atomic<bool>& over, auto&) {
      while (!over) berth::for_each_index(4, [](std::size_t) { busy(5us); }, {.item_cost = 5us});
    });
}

TEST_CASE("a queued caller gets its turn although others never cease to queue") {
  const watchdog guard("a queued caller among endless queued calls");
  warm_up();
  for (unsigned round = 0; round != rounds(3); ++round)
    hold_what_running_bodies_need([](std::atomic<bool>& over, std::atomic<unsigned>& blocked) {
      eventually([&] { return blocked >= budget_cpus(); }, 2s);
      run_threads(8, [&](unsigned) {
        while (!over) berth::for_each_index(4, [](std::size_t) { busy(5us); }, queues);
      });
    });
}

TEST_CASE("bodies that sleep do not keep others' calls from completing") {
  const watchdog guard("calls beside sleeping bodies");
  warm_up();
  std::atomic<bool> others_done{false};
  std::atomic<int> ran{0};
  std::vector<std::thread> sleepers;
  for (unsigned k = 0; k != budget_cpus(); ++k)
    sleepers.emplace_back([&] {
      berth::for_each_index(
          2,
          [&](std::size_t) {
            while (!others_done) usleep(1000);
          },
          queues);
    });
  run_threads(6, [&](unsigned) {
    for (int round = 0; round != 3; ++round) berth::for_each_index(8, [&](std::size_t) { ++ran; }, queues);
  });
  others_done = true;
  for (auto& t : sleepers) t.join();
  CHECK(ran == 6 * 3 * 8);
}

TEST_CASE("endless batches let queued calls pass") {
  const watchdog guard("calls beside endless batches");
  warm_up();
  for (const bool cost_known : {true, false}) {
    CAPTURE(cost_known);
    std::stop_source source;
    std::atomic<unsigned> begun{0};
    std::vector<std::thread> batches;
    for (unsigned k = 0; k != budget_cpus() + 1; ++k)
      batches.emplace_back([&] {
        berth::hints with{.stop = source.get_token()};
        if (cost_known) with.item_cost = 20us;
        bool first = true;
        CHECK_THROWS_AS(berth::for_each_index(
                            100'000'000,
                            [&, mine = thread_id()](std::size_t) {
                              if (thread_id() == mine && std::exchange(first, false)) ++begun;
                              busy(20us);
                            },
                            with),
                        berth::cancelled);
      });
    eventually([&] { return begun >= budget_cpus(); }, 2s);
    for (int round = 0; round != 10; ++round) {
      std::atomic<int> ran{0};
      berth::for_each_index(8, [&](std::size_t) { ++ran; }, queues);
      CHECK(ran == 8);
      berth::for_each_index(8, [&](std::size_t) { ++ran; }, {.item_cost = 2us});
      CHECK(ran == 16);
    }
    source.request_stop();
    for (auto& t : batches) t.join();
  }
}

TEST_CASE("a call that has given way gets its turn again, even if all who run wait for it") {
  const watchdog guard("calls that gave way to calls that wait for them");
  warm_up();
  const unsigned callers = budget_cpus() + 2;
  for (unsigned round = 0; round != rounds(6); ++round) {
    std::atomic<unsigned> finished{0};
    run_threads(2 * callers, [&](unsigned k) {
      if (k % 2 == 0) {
        berth::for_each_index(150, [](std::size_t) { busy(100us); }, {.item_cost = 100us});
        ++finished;
      } else {
        berth::for_each_index(
            2,
            [&](std::size_t) {
              while (finished != callers) usleep(200);
            },
            queues);
      }
    });
    CHECK(finished == callers);
  }
}

TEST_CASE("10 000 calls from 200 threads all complete, with the right results") {
  const watchdog guard("10 000 calls from 200 threads");
  std::atomic<int> wrong{0};
  const unsigned calls = rounds(50);
  run_threads(200, [&](unsigned k) {
    std::vector<int> in(20), out(20);
    std::iota(in.begin(), in.end(), static_cast<int>(k));
    for (unsigned round = 0; round != calls; ++round) {
      const berth::hints with = round % 2 ? berth::hints{} : berth::hints{.item_cost = 10us};
      berth::map_into(
          in, out,
          [](int x) {
            busy(1us);
            return 3 * x;
          },
          with);
      for (std::size_t i = 0; i != 20; ++i)
        if (out[i] != 3 * in[i]) ++wrong;
    }
  });
  CHECK(wrong == 0);
}

TEST_CASE("callers that queue mostly keep within the budget") {
  const watchdog guard("callers that queue");
  warm_up();
  std::atomic<unsigned> inside{0};
  std::atomic<unsigned> within{0}, above{0};
  const unsigned cpus = budget_cpus();
  run_threads(16, [&](unsigned) {
    for (unsigned round = 0; round != rounds(20); ++round)
      berth::for_each_index(8,
                            [&](std::size_t) {
                              ++(++inside <= cpus ? within : above);
                              busy(50us);
                              --inside;
                            },
                            {.item_cost = 50us});
  });
  // Not all: a caller that sees nothing move, as on a machine that is busy otherwise, runs its call beside the budget.
  CHECK(within > above);
}

TEST_CASE("a caller at another priority runs its call itself") {
  const watchdog guard("calls of a thread at another priority");
  warm_up();
  const full_budget others;
  unsigned ran_here = 0;
  std::thread([&] {
    setpriority(PRIO_PROCESS, static_cast<id_t>(thread_id()), 1);
    for (int round = 0; round != 20; ++round) {
      std::atomic<bool> here{false};
      berth::for_each_index(50,
                            [&, mine = thread_id()](std::size_t) {
                              if (thread_id() == mine) here = true;
                              busy(20us);
                            },
                            {.item_cost = 20us});
      ran_here += here;
    }
  }).join();
  // Helpers may be quicker than a caller that has lost its CPU, now and then.
  CHECK(ran_here >= 15);
}

TEST_CASE("blocking returns what its function returns and lets its errors pass") {
  std::string text = "abc";
  CHECK(berth::blocking([] { return 7; }) == 7);
  CHECK(&berth::blocking([&]() -> std::string& { return text; }) == &text);
  CHECK_THROWS_AS(berth::blocking([] { throw 4; }), int);
  const watchdog guard("blocking() in bodies");
  std::atomic<int> sum{0};
  berth::for_each_index(20, [&](std::size_t) {
    sum += berth::blocking([] { return berth::blocking([] { return 2; }); });
    try {
      berth::blocking([] { throw 4; });
    } catch (int thrown) {
      sum += thrown;
    }
  });
  CHECK(sum == 20 * 6);
}

TEST_CASE("bodies that block under blocking() make room for queued calls") {
  const watchdog guard("queued calls beside bodies in blocking()");
  warm_up();
  for (unsigned round = 0; round != rounds(10); ++round) {
    std::atomic<bool> released{false};
    std::atomic<unsigned> waiting{0};
    std::vector<std::thread> blocked;
    for (unsigned k = 0; k != budget_cpus(); ++k)
      blocked.emplace_back([&] {
        berth::for_each_index(
            2,
            [&](std::size_t) {
              berth::blocking([&] {
                ++waiting;
                while (!released) usleep(200);
              });
            },
            queues);
      });
    eventually([&] { return waiting >= budget_cpus(); }, 2s);
    std::atomic<int> ran{0};
    run_threads(4, [&](unsigned) { berth::for_each_index(8, [&](std::size_t) { ++ran; }, queues); });
    CHECK(ran == 32);
    released = true;
    for (auto& t : blocked) t.join();
  }
}

TEST_CASE("a parallel call inside blocking() completes") {
  const watchdog guard("calls inside blocking()");
  warm_up();
  std::atomic<int> ran{0};
  run_threads(4, [&](unsigned) {
    berth::for_each_index(
        4,
        [&](std::size_t) { berth::blocking([&] { berth::for_each_index(8, [&](std::size_t) { ++ran; }, queues); }); },
        queues);
  });
  CHECK(ran == 4 * 4 * 8);
}
