// Bodies that throw.
#include <doctest/doctest.h>

#include <berth/for_each.hpp>
#include <berth/map_into.hpp>
#include <exception>
#include <numeric>
#include <stdexcept>

#include "pool_support.hpp"

using namespace berth_tests;
using namespace std::chrono_literals;

namespace {

// An exception that knows how many of its kind there are.
struct counted {
  explicit counted(std::size_t i) : index(i) { ++alive; }
  counted(const counted& other) : index(other.index) { ++alive; }
  ~counted() { --alive; }
  std::size_t index;
  static inline std::atomic<int> alive{0};
};

template <class F>
std::size_t thrown_index(F&& call) {
  try {
    call();
  } catch (const counted& e) {
    return e.index;
  }
  return ~std::size_t{0};
}

}  // namespace

TEST_CASE("of many failing items the one with the lowest index is thrown") {
  const watchdog guard("calls that fail");
  warm_up();
  for (std::size_t round = 0; round != rounds(300); ++round) {
    const std::size_t first = round * 37 % 1500;
    CHECK(thrown_index([&] {
            berth::for_each_index(1500, [&](std::size_t i) {
              busy(500ns);
              if (i >= first) throw counted(i);
            });
          }) == first);
  }
}

TEST_CASE("a late failure of a low index wins over an early one of a high index") {
  const watchdog guard("a low index that fails late");
  warm_up();
  for (int round = 0; round != 30; ++round)
    CHECK(thrown_index([&] {
            berth::for_each_index(64,
                                  [&](std::size_t i) {
                                    if (i == 0) busy(500us);
                                    if (i < 3 || i % 8 == 7) throw counted(i);
                                    busy(20us);
                                  },
                                  {.item_cost = 20us});
          }) == 0);
}

TEST_CASE("everything that was thrown is destroyed, once") {
  const watchdog guard("calls that fail");
  for (std::size_t round = 0; round != rounds(200); ++round)
    (void)thrown_index([&] {
      berth::for_each_index(500, [&](std::size_t i) {
        busy(1us);
        throw counted(i);
      });
    });
  CHECK(counted::alive == 0);
}

TEST_CASE("the only failing item is the one that is thrown, wherever it is") {
  const watchdog guard("calls with one failing item");
  for (std::size_t bad = 0; bad < 400; bad += 13)
    CHECK(thrown_index([&] {
            berth::for_each_index(400, [&](std::size_t i) {
              busy(1us);
              if (i == bad) throw counted(i);
            });
          }) == bad);
}

TEST_CASE("when map_into fails, everything before the failing item has been written") {
  const watchdog guard("a map_into that fails");
  for (std::size_t bad = 1; bad < 3000; bad += 211) {
    std::vector<int> in(3000), out(3000, -1);
    std::iota(in.begin(), in.end(), 0);
    const auto run = [&](const berth::hints& with) {
      berth::map_into(
          in, out,
          [&](int x) {
            busy(500ns);
            if (static_cast<std::size_t>(x) >= bad && x % 2 == static_cast<int>(bad % 2))
              throw counted(static_cast<std::size_t>(x));
            return x;
          },
          with);
    };
    REQUIRE(thrown_index([&] { run({}); }) == bad);
    for (std::size_t i = 0; i != bad; ++i) REQUIRE(out[i] == static_cast<int>(i));
  }
}

TEST_CASE("what a nested call throws comes out of the outer one") {
  const watchdog guard("nested calls that fail");
  for (unsigned round = 0; round != rounds(40); ++round) {
    CHECK(thrown_index([&] {
            berth::for_each_index(16, [&](std::size_t i) {
              berth::for_each_index(64, [&](std::size_t j) {
                busy(1us);
                if (i >= 5 && j >= 9) throw counted(i * 100 + j);
              });
            });
          }) == 509);
  }
  CHECK(counted::alive == 0);
}

TEST_CASE("a nested call's error may be handled in the body") {
  const watchdog guard("nested calls that fail");
  std::atomic<int> handled{0};
  berth::for_each_index(64, [&](std::size_t) {
    if (thrown_index([] {
          berth::for_each_index(64, [](std::size_t j) {
            busy(1us);
            if (j >= 7) throw counted(j);
          });
        }) == 7)
      ++handled;
  });
  CHECK(handled == 64);
  CHECK(counted::alive == 0);
}

TEST_CASE("a call in a catch block leaves the exception there alone") {
  const watchdog guard("a call in a catch block");
  try {
    throw std::runtime_error("outer");
  } catch (const std::runtime_error&) {
    CHECK(thrown_index([] { berth::for_each_index(100, [](std::size_t i) { throw counted(i); }); }) == 0);
    try {
      throw;
    } catch (const std::runtime_error& e) {
      CHECK(std::string(e.what()) == "outer");
    }
  }
}

TEST_CASE("a destructor may call while an exception passes") {
  const watchdog guard("a call during unwinding");
  struct calls_at_end {
    std::atomic<int>& sum;
    ~calls_at_end() {
      berth::for_each_index(200, [this](std::size_t) {
        busy(2us);
        ++sum;
      });
    }
  };
  std::atomic<int> sum{0};
  CHECK_THROWS_AS(
      [&] {
        const calls_at_end at_end{sum};
        throw 3;
      }(),
      int);
  CHECK(sum == 200);
}

TEST_CASE("a call that failed leaves the next one whole") {
  const watchdog guard("calls that fail now and then");
  std::atomic<int> whole{0};
  for (unsigned round = 0; round != 100; ++round) {
    const bool failing = round % 2 == 0;
    std::atomic<int> ran{0};
    const std::size_t got = thrown_index([&] {
      berth::for_each_index(300, [&](std::size_t i) {
        busy(1us);
        if (failing && i == 200) throw counted(i);
        ++ran;
      });
    });
    if (!failing && ran == 300) ++whole;
    if (failing) CHECK(got == 200);
  }
  CHECK(whole == 50);
}

TEST_CASE("many threads' calls fail, each with its own error") {
  const watchdog guard("threads whose calls fail");
  std::atomic<int> wrong{0};
  run_threads(12, [&](unsigned k) {
    for (unsigned round = 0; round != rounds(40); ++round)
      if (thrown_index([&] {
            berth::for_each_index(64,
                                  [&](std::size_t i) {
                                    busy(3us);
                                    if (i == 10 + k) throw counted(k * 1000 + i);
                                  },
                                  {.item_cost = 3us});
          }) != k * 1000 + 10 + k)
        ++wrong;
  });
  CHECK(wrong == 0);
  CHECK(counted::alive == 0);
}
