// Stop tokens and deadlines.
#include <doctest/doctest.h>

#include <berth/errors.hpp>
#include <berth/for_each.hpp>
#include <berth/map_into.hpp>
#include <memory>
#include <numeric>
#include <optional>
#include <stop_token>

#include "pool_support.hpp"

using namespace berth_tests;
using namespace std::chrono_literals;

namespace {

// How many items the error says were done; the body must not run one more afterwards.
template <class Error, class Call>
std::optional<std::size_t> items_done(Call&& call) {
  try {
    call();
  } catch (const Error& e) {
    return e.items_done();
  }
  return std::nullopt;
}

}  // namespace

TEST_CASE("a stopped map_into leaves exactly the items it says were done") {
  const watchdog guard("stopped calls");
  warm_up();
  for (unsigned round = 0; round != rounds(40); ++round) {
    std::stop_source source;
    const std::vector<int> in(10'000, 1);
    std::vector<int> out(10'000, 0);
    std::atomic<int> calls{0};
    const auto done = items_done<berth::cancelled>([&] {
      berth::map_into(in, out,
                      [&](int) {
                        busy(1us);
                        if (++calls == 300) source.request_stop();
                        return 7;
                      },
                      {.stop = source.get_token()});
    });
    REQUIRE(done.has_value());
    REQUIRE(*done >= 300);
    REQUIRE(*done < 10'000);
    REQUIRE(static_cast<std::size_t>(calls) == *done);
    for (std::size_t i = 0; i != out.size(); ++i) REQUIRE((out[i] == 7) == (i < *done));
  }
}

TEST_CASE("a call stopped from another thread ends, and says how far it came") {
  const watchdog guard("a call stopped from outside");
  std::stop_source source;
  std::atomic<std::size_t> calls{0};
  std::thread stopper([&] {
    eventually([&] { return calls > 10; });
    source.request_stop();
  });
  const auto done = items_done<berth::cancelled>([&] {
    berth::for_each_index(10'000'000,
                          [&](std::size_t) {
                            busy(1us);
                            ++calls;
                          },
                          {.stop = source.get_token()});
  });
  stopper.join();
  REQUIRE(done.has_value());
  CHECK(*done == calls);
}

TEST_CASE("a call whose token is stopped before it starts does nothing") {
  const watchdog guard("a call stopped beforehand");
  std::stop_source source;
  source.request_stop();
  int calls = 0;
  for (const bool sequential : {false, true}) {
    const auto done = items_done<berth::cancelled>([&] {
      berth::for_each_index(1000, [&](std::size_t) { ++calls; },
                            {.sequential = sequential, .stop = source.get_token()});
    });
    CHECK(done == std::size_t{0});
  }
  CHECK(calls == 0);
}

TEST_CASE("a call whose deadline has passed before it starts does nothing") {
  const watchdog guard("an expired call");
  int calls = 0;
  for (const bool sequential : {false, true}) {
    const auto done = items_done<berth::deadline_exceeded>([&] {
      berth::for_each_index(1000, [&](std::size_t) { ++calls; },
                            {.sequential = sequential, .until = steady_clock::now() - 1s});
    });
    CHECK(done == std::size_t{0});
  }
  CHECK(calls == 0);
}

TEST_CASE("every point in time is a limit, the clock's own epoch and long before it too") {
  int calls = 0;
  for (const auto& passed : {steady_clock::time_point{}, steady_clock::time_point::min()}) {
    const auto done = items_done<berth::deadline_exceeded>(
        [&] { berth::for_each_index(1000, [&](std::size_t) { ++calls; }, {.until = passed}); });
    CHECK(done == std::size_t{0});
  }
  CHECK(calls == 0);
}

TEST_CASE("a point in time and a cost beyond what berth counts in are never and very long") {
  using far = std::chrono::time_point<steady_clock, std::chrono::hours>;
  static_assert(!berth::time_limit(far::max()).present());
  static_assert(berth::time_limit(far::min()).nanoseconds() < 0);
  static_assert(berth::cost(std::chrono::hours::max()).picoseconds() >= berth::cost(24h * 100).picoseconds());
  static_assert(berth::cost(-1ns).picoseconds() == 0);
  std::atomic<int> calls{0};
  berth::for_each_index(100, [&](std::size_t) { ++calls; },
                        {.item_cost = std::chrono::hours::max(), .until = far::max()});
  CHECK(calls == 100);
}

TEST_CASE("an empty call is complete, stopped and expired or not") {
  std::stop_source source;
  source.request_stop();
  berth::for_each_index(0, [](std::size_t) { FAIL("called"); },
                        {.stop = source.get_token(), .until = steady_clock::now() - 1s});
}

TEST_CASE("a deadline that passes on the way leaves a prefix done") {
  const watchdog guard("a call that expires");
  for (const bool sequential : {false, true}) {
    std::vector<std::atomic<char>> seen(1'000'000);
    const auto done = items_done<berth::deadline_exceeded>([&] {
      berth::for_each_index(seen.size(),
                            [&](std::size_t i) {
                              busy(2us);
                              seen[i] = 1;
                            },
                            {.sequential = sequential, .until = steady_clock::now() + 20ms});
    });
    REQUIRE(done.has_value());
    REQUIRE(*done < seen.size());
    for (std::size_t i = 0; i != seen.size(); ++i) REQUIRE((seen[i] == 1) == (i < *done));
  }
}

TEST_CASE("a deadline far away and a token never stopped change nothing") {
  const watchdog guard("calls with limits that do not strike");
  std::stop_source source;
  std::atomic<int> calls{0};
  for (int round = 0; round != 20; ++round)
    berth::for_each_index(500,
                          [&](std::size_t) {
                            busy(1us);
                            ++calls;
                          },
                          {.stop = source.get_token(), .until = steady_clock::now() + 1h});
  CHECK(calls == 10'000);
}

TEST_CASE("a stop that comes with the last item stops nothing") {
  const watchdog guard("a late stop");
  for (int round = 0; round != 50; ++round) {
    std::stop_source source;
    berth::for_each_index(1, [&](std::size_t) { source.request_stop(); }, {.stop = source.get_token()});
    CHECK(source.stop_requested());
  }
}

TEST_CASE("the stop source may be gone before the call and the hints") {
  const watchdog guard("calls with an orphaned token");
  auto source = std::make_unique<std::stop_source>();
  berth::hints with{.stop = source->get_token()};
  const berth::hints copy = with;
  source.reset();
  std::atomic<int> calls{0};
  berth::for_each_index(100, [&](std::size_t) { ++calls; }, with);
  with = {};
  berth::for_each_index(100, [&](std::size_t) { ++calls; }, copy);
  CHECK(calls == 200);
}

TEST_CASE("the error says how many of how many items were done, and where") {
  try {
    berth::for_each_index(1234, [](std::size_t) {}, {.name = "the long one", .until = steady_clock::now() - 1s});
    FAIL("nothing was thrown");
  } catch (const berth::deadline_exceeded& e) {
    const std::string text = e.what();
    CHECK(text.find("0 of 1234") != std::string::npos);
    CHECK(text.find("the long one") != std::string::npos);
  }
}

TEST_CASE("an error of the body counts for more than a stop") {
  const watchdog guard("calls that fail and are stopped");
  for (unsigned round = 0; round != rounds(100); ++round) {
    std::stop_source source;
    CHECK_THROWS_AS(berth::for_each_index(1000,
                                          [&](std::size_t i) {
                                            busy(1us);
                                            if (i == 0) {
                                              source.request_stop();
                                              throw 5;
                                            }
                                          },
                                          {.stop = source.get_token()}),
                    int);
  }
}

TEST_CASE("a stopped call may be made again from the same place") {
  const watchdog guard("calls stopped now and then");
  for (unsigned round = 0; round != rounds(200); ++round) {
    std::stop_source source;
    std::atomic<std::size_t> calls{0};
    const bool stopping = round % 3 == 0;
    const auto done = items_done<berth::cancelled>([&] {
      berth::for_each_index(2000,
                            [&](std::size_t) {
                              busy(500ns);
                              if (++calls == 50 && stopping) source.request_stop();
                            },
                            {.stop = source.get_token()});
    });
    if (done)
      CHECK(*done == calls);
    else
      CHECK(calls == 2000);
  }
}

TEST_CASE("an expired nested call ends by itself and leaves the outer one alone") {
  const watchdog guard("nested calls that expire");
  std::atomic<int> expired{0}, outer{0};
  berth::for_each_index(16, [&](std::size_t) {
    try {
      berth::for_each_index(100'000, [](std::size_t) { busy(1us); }, {.until = steady_clock::now() + 1ms});
    } catch (const berth::deadline_exceeded&) {
      ++expired;
    }
    ++outer;
  });
  CHECK(expired == 16);
  CHECK(outer == 16);
}
