// Calls inside bodies, and that a thread which waits in a call runs nothing but that call.
#include <doctest/doctest.h>

#include <berth/for_each.hpp>
#include <berth/map_into.hpp>
#include <future>
#include <mutex>
#include <numeric>

#include "pool_support.hpp"
#include "support/skip.hpp"

using namespace berth_tests;
using namespace std::chrono_literals;

namespace {

// The outer item that this thread is in the middle of. Whoever enters another one meanwhile has broken in.
struct outer_item {
  const void* call = nullptr;
  std::size_t index = 0;
};
thread_local outer_item current;

class in_outer_item {
 public:
  in_outer_item(const void* call, std::size_t index, std::atomic<int>& violations) {
    if (current.call) ++violations;
    current = {call, index};
  }
  ~in_outer_item() { current = {}; }
  in_outer_item(const in_outer_item&) = delete;
  in_outer_item& operator=(const in_outer_item&) = delete;
};

// An inner piece may run on a thread in the middle of the outer item that it belongs to, or of none.
bool foreign_here(const void* call, std::size_t index) {
  return current.call && (current.call != call || current.index != index);
}

void nested_pair(std::atomic<int>& violations, std::atomic<long>& ran, std::size_t outer, std::size_t inner) {
  const void* const id = &ran;
  berth::for_each_index(outer, [&](std::size_t i) {
    const in_outer_item here(id, i, violations);
    berth::for_each_index(inner, [&, i](std::size_t) {
      if (foreign_here(id, i)) ++violations;
      busy(10us);
      ++ran;
    });
  });
}

}  // namespace

TEST_CASE("calls nest, and every item of every level runs once") {
  const watchdog guard("nested calls");
  std::vector<std::atomic<int>> seen(8 * 8 * 40);
  berth::for_each_index(8, [&](std::size_t i) {
    berth::for_each_index(8, [&](std::size_t j) {
      berth::for_each_index(40, [&](std::size_t k) {
        busy(2us);
        ++seen[(i * 8 + j) * 40 + k];
      });
    });
  });
  CHECK(std::all_of(seen.begin(), seen.end(), [](const auto& s) { return s == 1; }));
}

TEST_CASE("a thread that waits in a nested call runs no other item of the outer call") {
  const watchdog guard("nested calls");
  warm_up();
  std::atomic<int> violations{0};
  for (unsigned round = 0; round != rounds(20); ++round) {
    std::atomic<long> ran{0};
    nested_pair(violations, ran, 16, 32);
    CHECK(ran == 16 * 32);
  }
  CHECK(violations == 0);
}

TEST_CASE("a thread that waits in a nested call runs nothing of anybody else's call") {
  const watchdog guard("nested calls of many threads");
  warm_up();
  std::atomic<int> violations{0}, short_of_items{0};
  run_threads(6, [&](unsigned) {
    for (unsigned round = 0; round != rounds(8); ++round) {
      std::atomic<long> ran{0};
      nested_pair(violations, ran, 8, 24);
      if (ran != 8 * 24) ++short_of_items;
    }
  });
  CHECK(violations == 0);
  CHECK(short_of_items == 0);
}

TEST_CASE("a body may hold an ordinary mutex across a nested call") {
  const watchdog guard("a mutex held across nested calls");
  warm_up();
  std::mutex lock;
  std::atomic<long> ran{0};
  run_threads(3, [&](unsigned) {
    for (unsigned round = 0; round != rounds(5); ++round)
      berth::for_each_index(8, [&](std::size_t) {
        const std::lock_guard hold(lock);  // the same thread must not come by here again
        berth::for_each_index(16, [&](std::size_t) {
          busy(10us);
          ++ran;
        });
      });
  });
  CHECK(ran == 3l * rounds(5) * 8 * 16);
}

TEST_CASE("a caller asleep in an outer call helps with what is inside it") {
  const watchdog guard("threads to meet in nested calls");
  if (budget_cpus() == 1) return berth_tests::skip(nobody_else);
  warm_up();
  CHECK(eventually([] {
    bool met = false;
    berth::for_each_index(2, [&](std::size_t i) {
      if (i == 1) met = try_to_meet(2);
    });
    return met;
  }));
}

TEST_CASE("std::async in a body may make parallel calls, and be waited for") {
  const watchdog guard("std::async inside bodies");
  warm_up();
  std::atomic<long> ran{0};
  for (unsigned round = 0; round != rounds(10); ++round)
    berth::for_each_index(8, [&](std::size_t) {
      std::async(std::launch::async, [&] {
        berth::for_each_index(32,
                              [&](std::size_t) {
                                busy(10us);
                                ++ran;
                              },
                              {.item_cost = 10us});
      }).get();
    });
  CHECK(ran == static_cast<long>(rounds(10)) * 8 * 32);
}

TEST_CASE("std::thread in a body may make a call that has to queue, and be joined") {
  const watchdog guard("threads inside bodies whose calls queue");
  warm_up();
  std::atomic<long> ran{0};
  run_threads(4, [&](unsigned) {
    for (unsigned round = 0; round != rounds(3); ++round)
      berth::for_each_index(
          4,
          [&](std::size_t) {
            std::thread([&] { berth::for_each_index(8, [&](std::size_t) { ++ran; }, {.item_cost = 1ms}); }).join();
          },
          {.item_cost = 1ms});
  });
  CHECK(ran == static_cast<long>(rounds(3)) * 4 * 4 * 8);
}

TEST_CASE("many levels deep is not too deep") {
  const watchdog guard("a call 60 levels deep");
  std::atomic<int> leaves{0};
  std::function<void(int)> descend = [&](int level) {
    if (level == 0) {
      ++leaves;
      return;
    }
    berth::for_each_index(level % 20 == 0 ? 2 : 1, [&](std::size_t) { descend(level - 1); }, {.item_cost = 1ms});
  };
  descend(60);
  CHECK(leaves == 8);
}

TEST_CASE("more than 600 calls at a time all complete") {
  const watchdog guard("600 threads in calls");
  const unsigned threads = under_sanitizer ? 150 : 600;
  warm_up();
  std::atomic<unsigned> inside{0};
  std::atomic<long> ran{0};
  run_threads(threads, [&](unsigned) {
    berth::for_each_index(2, [&](std::size_t) {
      ++inside;
      busy(2us);
      ++ran;
    });
  });
  CHECK(ran == 2l * threads);
}
