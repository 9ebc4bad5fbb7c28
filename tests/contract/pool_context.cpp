// The context hook. One hook a process, so this program has it from the first case on.
#include <doctest/doctest.h>

#include <berth/context.hpp>
#include <berth/errors.hpp>
#include <berth/for_each.hpp>
#include <map>
#include <mutex>
#include <stdexcept>

#include "pool_support.hpp"

using namespace berth_tests;
using namespace std::chrono_literals;

namespace {

// What a tracing library would keep: a span a thread. Captured values are numbered, so that each can be accounted for.
thread_local long span = 0;

struct capture {
  long span;
  std::int64_t thread;
};

struct ledger {
  std::atomic<long> captured{0}, released{0}, entered{0}, left{0}, mistakes{0};
} book;

void* take() {
  ++book.captured;
  return new capture{span, thread_id()};
}

void* enter(void* raw) {
  ++book.entered;
  auto* before = new long(span);
  span = static_cast<capture*>(raw)->span;
  return before;
}

void leave(void* raw, void* before) {
  ++book.left;
  if (span != static_cast<capture*>(raw)->span) ++book.mistakes;
  span = *static_cast<long*>(before);
  delete static_cast<long*>(before);
}

void release(void* raw) {
  ++book.released;
  if (static_cast<capture*>(raw)->thread != thread_id()) ++book.mistakes;
  delete static_cast<capture*>(raw);
}

// Before the first call of the process, as the contract asks.
const bool installed = [] {
  berth::set_context_hook({.capture = take, .enter = enter, .leave = leave, .release = release});
  return true;
}();

bool balanced() { return book.captured == book.released && book.entered == book.left && book.mistakes == 0; }

}  // namespace

TEST_CASE("a second hook is refused") {
  CHECK(installed);
  CHECK_THROWS_AS(berth::set_context_hook({}), berth::configuration_error);
}

TEST_CASE("every item sees its caller's context, whoever runs it") {
  const watchdog guard("calls with a context");
  warm_up();
  std::atomic<int> wrong{0};
  run_threads(6, [&](unsigned k) {
    span = 100 + k;
    for (unsigned round = 0; round != rounds(40); ++round)
      berth::for_each_index(32,
                            [&, expected = span](std::size_t) {
                              if (span != expected) ++wrong;
                              busy(10us);
                            },
                            {.item_cost = round % 2 ? 10us : 1us});
    if (span != 100 + k) ++wrong;
  });
  CHECK(wrong == 0);
  CHECK(eventually(balanced));
}

TEST_CASE("nested calls see the context of the body that they are made in") {
  const watchdog guard("nested calls with a context");
  std::atomic<int> wrong{0};
  span = 7;
  for (unsigned round = 0; round != rounds(20); ++round)
    berth::for_each_index(8, [&](std::size_t i) {
      const long outer = std::exchange(span, 1000 + static_cast<long>(i));
      if (outer != 7) ++wrong;
      berth::for_each_index(16, [&, i](std::size_t) {
        if (span != 1000 + static_cast<long>(i)) ++wrong;
        busy(5us);
      });
      span = outer;
    });
  CHECK(span == 7);
  CHECK(wrong == 0);
  CHECK(eventually(balanced));
}

TEST_CASE("a body that throws leaves the hook balanced") {
  const watchdog guard("failing calls with a context");
  for (unsigned round = 0; round != rounds(60); ++round)
    CHECK_THROWS_AS(berth::for_each_index(200,
                                          [](std::size_t i) {
                                            busy(1us);
                                            if (i > 20) throw std::runtime_error("no");
                                          }),
                    std::runtime_error);
  CHECK(eventually(balanced));
}

TEST_CASE("a lone call captures once, and each helper enters about once") {
  const watchdog guard("lone calls with a context");
  warm_up();
  CHECK(eventually(balanced));
  const long captured = book.captured, entered = book.entered;
  const unsigned calls = rounds(40);
  for (unsigned round = 0; round != calls; ++round)
    berth::for_each_index(200, [](std::size_t) { busy(5us); }, {.item_cost = 5us});
  CHECK(eventually(balanced));
  CHECK(book.captured - captured == calls);
  // A helper that gave its place to a caller for a moment comes back, and enters again: here there is no other caller.
  CHECK(book.entered - entered <= static_cast<long>(calls) * (budget_cpus() - 1));
}
