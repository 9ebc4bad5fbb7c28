#pragma once
// Parallel calls that would be shared anywhere else, and a check that they were not.
#include <berth/async.hpp>
#include <berth/for_each.hpp>
#include <chrono>
#include <cstddef>

#include "checks.hpp"

// Runs calls of unknown, of long and of hinted items, nested ones and an async; everything must happen on this thread.
inline void work_on_this_thread_only() {
  using namespace std::chrono_literals;
  const long here = thread_id();
  int ran = 0;
  const auto item = [&](std::size_t) {
    MUST(thread_id() == here);
    for (const auto end = std::chrono::steady_clock::now() + 1ms; std::chrono::steady_clock::now() < end;) {
    }
    ++ran;
  };
  berth::for_each_index(8, item);
  berth::for_each_index(8, item, {.item_cost = 1ms});
  berth::for_each_index(2, [&](std::size_t) { berth::for_each_index(4, item); });
  berth::for_each_index(100, [&](std::size_t i) {
    if (i % 20 == 0) item(i);
  });
  MUST(ran == 8 + 8 + 8 + 5);
  MUST(berth::async([&] {
         MUST(thread_id() == here);
         return 5;
       }).get() == 5);
}
