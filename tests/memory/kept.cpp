#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <berth/buffer.hpp>
#include <berth/memory.hpp>
#include <cstddef>
#include <thread>
#include <vector>

#include "contract/pool_support.hpp"
#include "support/skip.hpp"

namespace {

constexpr std::size_t megabyte = std::size_t{1} << 20;

berth::buffer<unsigned char> written(std::size_t bytes, unsigned char with) {
  berth::buffer<unsigned char> made(bytes);
  for (std::size_t i = 0; i < bytes; i += 4096) made[i] = with;
  return made;
}

}  // namespace

TEST_CASE("a large buffer's memory is kept, comes round again, and is released on request") {
  berth::set_memory_kept_at_most(64 * megabyte);
  berth::release_memory();
  unsigned char* first = nullptr;
  {
    auto one = written(8 * megabyte, 1);
    first = one.data();
    CHECK(berth::memory_kept() == 0);
  }
  CHECK(berth::memory_kept() >= 8 * megabyte);
  {
    const auto again = written(7 * megabyte, 2);
    CHECK(again.data() == first);
    CHECK(berth::memory_kept() == 0);
  }
  CHECK(berth::release_memory() >= 8 * megabyte);
  CHECK(berth::memory_kept() == 0);
  CHECK(berth::release_memory() == 0);
}

TEST_CASE("a kept block is not given to who wants far less") {
  berth::set_memory_kept_at_most(64 * megabyte);
  berth::release_memory();
  {
    const auto large = written(16 * megabyte, 1);
  }
  const std::size_t kept = berth::memory_kept();
  const auto small = written(2 * megabyte, 2);
  CHECK(berth::memory_kept() == kept);
}

TEST_CASE("no more is kept than the bound says, and a lower bound counts at once") {
  berth::release_memory();
  berth::set_memory_kept_at_most(10 * megabyte);
  CHECK(berth::memory_kept_at_most() == 10 * megabyte);
  {
    std::vector<berth::buffer<unsigned char>> many;
    for (int i = 0; i != 8; ++i) many.push_back(written(3 * megabyte, 1));
    many.push_back(written(32 * megabyte, 1));
  }
  CHECK(berth::memory_kept() > 0);
  CHECK(berth::memory_kept() <= 10 * megabyte);
  berth::set_memory_kept_at_most(4 * megabyte);
  CHECK(berth::memory_kept() <= 4 * megabyte);
  berth::set_memory_kept_at_most(0);
  CHECK(berth::memory_kept() == 0);
  {
    const auto one = written(3 * megabyte, 1);
  }
  CHECK(berth::memory_kept() == 0);
}

TEST_CASE("more blocks than there are places for are released, not lost") {
  berth::release_memory();
  berth::set_memory_kept_at_most(256 * megabyte);
  {
    std::vector<berth::buffer<unsigned char>> many;
    for (int i = 0; i != 50; ++i) many.push_back(written(megabyte, 1));
  }
  const std::size_t kept = berth::memory_kept();
  CHECK(kept > 0);
  CHECK(berth::release_memory() == kept);
}

TEST_CASE("what is kept is given back when the pool has nothing to do any more") {
  if (berth_tests::budget_cpus() < 2) return berth_tests::skip(berth_tests::nobody_else);
  berth::set_memory_kept_at_most(64 * megabyte);
  {
    const auto one = written(8 * megabyte, 1);
  }
  CHECK(berth::memory_kept() >= 8 * megabyte);
  // More than once, if need be: the thread that starts the pool does not wait for more work, as those after it do.
  CHECK(berth_tests::eventually([] {
    (void)berth_tests::try_to_meet(2);
    std::this_thread::sleep_for(berth_tests::milliseconds(300));
    return berth::memory_kept() == 0;
  }));
}

TEST_CASE("a forked child keeps its own, and its parent's stay") {
  berth::set_memory_kept_at_most(64 * megabyte);
  auto mine = written(4 * megabyte, 1);
  {
    const auto one = written(8 * megabyte, 1);
  }
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const auto taken = written(8 * megabyte, 2);
    const bool kept_none = berth::memory_kept() == 0;
    _exit(kept_none && mine[0] == 1 ? 0 : 1);
  }
  int status = -1;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(status == 0);
  const auto again = written(8 * megabyte, 3);
  CHECK(again[0] == 3);
  CHECK(mine[0] == 1);
}

TEST_CASE("a bound that is lowered while others give back holds when all are done") {
  for (int turn = 0; turn != 20; ++turn) {
    berth::set_memory_kept_at_most(64 * megabyte);
    std::thread giver([] {
      for (int i = 0; i != 4; ++i) (void)written(2 * megabyte, 1);
    });
    berth::set_memory_kept_at_most(0);
    giver.join();
    REQUIRE(berth::memory_kept() == 0);
  }
}

TEST_CASE("threads that take and give at the same time never share a block") {
  berth::set_memory_kept_at_most(16 * megabyte);
  std::vector<std::thread> threads;
  std::vector<int> shared(4, 0);
  for (unsigned char self = 0; self != 4; ++self)
    threads.emplace_back([&shared, self] {
      for (int turn = 0; turn != 60; ++turn) {
        const auto mine = written(megabyte + static_cast<std::size_t>(turn % 3) * megabyte, self);
        std::this_thread::yield();
        for (std::size_t i = 0; i < mine.size(); i += 4096) shared[self] += mine[i] != self;
        if (turn % 20 == 0) berth::release_memory();
      }
    });
  for (auto& t : threads) t.join();
  CHECK(shared == std::vector<int>(4, 0));
  berth::release_memory();
  CHECK(berth::memory_kept() == 0);
}
