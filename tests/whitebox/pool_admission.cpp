// The queue of calls and the gauge of who runs.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <atomic>
#include <deque>
#include <memory>
#include <thread>
#include <vector>

#include "pool/admission.hpp"
#include "pool/gauge.hpp"

using namespace berth::impl;

TEST_CASE("calls are popped first come, first served") {
  admission queue;
  std::vector<region> calls(20);
  for (region& r : calls) queue.push(r);
  CHECK(queue.length() == 20);
  CHECK(queue.is_first(calls[0]));
  for (region& r : calls) {
    CHECK(r.stands() == standing::queued);
    CHECK(queue.pop() == &r);
    CHECK(r.stands() == standing::served);
  }
  CHECK(queue.pop() == nullptr);
  CHECK(queue.turns() == 20);
}

TEST_CASE("a call taken back is not popped, and a popped one cannot be taken back") {
  admission queue;
  std::vector<region> calls(3);
  for (region& r : calls) queue.push(r);
  CHECK(queue.take_back(calls[1]));
  CHECK(calls[1].stands() == standing::in_hand);
  CHECK(queue.length() == 2);
  CHECK(queue.pop() == &calls[0]);
  CHECK_FALSE(queue.take_back(calls[0]));
  CHECK(queue.pop() == &calls[2]);
  CHECK(queue.pop() == nullptr);
}

TEST_CASE("a call that is pushed again goes to the end") {
  admission queue;
  std::vector<region> calls(3);
  for (region& r : calls) queue.push(r);
  region* const first = queue.pop();
  queue.push(*first);
  CHECK(queue.pop() == &calls[1]);
  CHECK(queue.pop() == &calls[2]);
  CHECK(queue.pop() == first);
}

TEST_CASE("what was queued before a clear may be taken back after it, and disturbs nobody") {
  admission queue;
  std::vector<region> lost(3), calls(2);
  for (region& r : lost) queue.push(r);
  queue.clear();
  CHECK(queue.length() == 0);
  CHECK(queue.pop() == nullptr);
  queue.push(calls[0]);
  CHECK(queue.take_back(lost[1]));
  CHECK(queue.length() == 1);
  queue.push(calls[1]);
  CHECK(queue.pop() == &calls[0]);
  CHECK(queue.pop() == &calls[1]);
  CHECK(queue.pop() == nullptr);
}

TEST_CASE("whatever is pushed, popped and taken back, the queue is a queue") {
  CHECK(rc::check([](const std::vector<std::uint8_t>& steps) {
    admission queue;
    std::vector<region> calls(8);
    std::deque<region*> expected;
    for (const std::uint8_t step : steps) {
      region& r = calls[step / 4 % calls.size()];
      const auto at = std::find(expected.begin(), expected.end(), &r);
      if (step % 4 < 2 && at == expected.end()) {
        queue.push(r);
        expected.push_back(&r);
      } else if (step % 4 == 2 && at != expected.end()) {
        RC_ASSERT(queue.take_back(r));
        expected.erase(at);
      } else if (step % 4 == 3) {
        region* const popped = queue.pop();
        RC_ASSERT(popped == (expected.empty() ? nullptr : expected.front()));
        if (popped) expected.pop_front();
      }
      RC_ASSERT(queue.length() == expected.size());
      if (!expected.empty()) RC_ASSERT(queue.is_first(*expected.front()));
    }
  }));
}

TEST_CASE("each queued call is had by exactly one of server and caller") {
  admission queue;
  std::atomic<int> served{0}, back{0}, twice{0};
  std::atomic<bool> over{false};
  std::vector<std::thread> threads;
  for (int k = 0; k != 2; ++k)
    threads.emplace_back([&] {
      while (!over)
        if (region* r = queue.pop()) {
          ++served;
          r->place.store(static_cast<std::uint32_t>(standing::returned), std::memory_order_release);
        }
    });
  constexpr int callers = 3, times = 2000;
  std::vector<std::thread> askers;
  for (int k = 0; k != callers; ++k)
    askers.emplace_back([&, k] {
      region r;
      for (int round = 0; round != times; ++round) {
        queue.push(r);
        if ((round + k) % 3 == 0) std::this_thread::yield();
        if (queue.take_back(r)) {
          ++back;
          if (r.stands() != standing::in_hand) ++twice;
        } else {
          while (r.stands() != standing::returned) std::this_thread::yield();
        }
      }
    });
  for (auto& t : askers) t.join();
  over = true;
  for (auto& t : threads) t.join();
  CHECK(served + back == callers * times);
  CHECK(twice == 0);
  CHECK(queue.length() == 0);
}

TEST_CASE("callers fill the gauge up to the width, and beyond it only without asking") {
  gauge g;
  CHECK(g.try_enter_caller(2));
  CHECK(g.try_enter_caller(2));
  CHECK_FALSE(g.try_enter_caller(2));
  g.enter_caller();
  CHECK(g.callers() == 3);
  for (int k = 0; k != 3; ++k) g.leave_caller();
  CHECK(g.callers() == 0);
  CHECK(g.running() == 0);
}

TEST_CASE("helpers take what callers leave, and callers never ask for helpers' leave") {
  gauge g;
  g.enter_caller();
  CHECK(g.try_enter_helper(3));
  CHECK(g.try_enter_helper(3));
  CHECK_FALSE(g.try_enter_helper(3));
  CHECK(g.try_enter_caller(3));
  CHECK(g.callers() == 2);
  CHECK(g.running() == 4);  // a helper will see that, and go
  g.leave_helper();
  g.leave_helper();
  CHECK(g.running() == 2);
}

TEST_CASE("whatever comes and goes, the gauge counts both kinds") {
  CHECK(rc::check([](const std::vector<std::uint8_t>& steps) {
    gauge g;
    std::uint32_t callers = 0, helpers = 0;
    const std::uint32_t width = *rc::gen::inRange<std::uint32_t>(1, 6);
    for (const std::uint8_t step : steps) {
      switch (step % 6) {
        case 0:
          RC_ASSERT(g.try_enter_caller(width) == (callers < width));
          callers += callers < width;
          break;
        case 1:
          RC_ASSERT(g.try_enter_helper(width) == (callers + helpers < width));
          helpers += callers + helpers < width;
          break;
        case 2: g.enter_caller(), ++callers; break;
        case 3: g.enter_helper(), ++helpers; break;
        case 4:
          if (callers) g.leave_caller(), --callers;
          break;
        default:
          if (helpers) g.leave_helper(), --helpers;
      }
      RC_ASSERT(g.callers() == callers);
      RC_ASSERT(g.running() == callers + helpers);
    }
  }));
}
