// The board where calls hang out what is left of them.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "pool/board.hpp"

using namespace berth::impl;

namespace {

std::unique_ptr<board> new_board() { return std::make_unique<board>(); }

std::unique_ptr<region> with_items(std::size_t items) {
  auto r = std::make_unique<region>();
  r->items.store(items);
  return r;
}

std::size_t count(board& b) {
  std::size_t seen = 0;
  b.find([&](region&) {
    ++seen;
    return false;
  });
  return seen;
}

}  // namespace

TEST_CASE("an empty board shows nothing") {
  const auto b = new_board();
  CHECK_FALSE(b->any());
  CHECK(count(*b) == 0);
}

TEST_CASE("a region hangs there from publish to withdraw") {
  const auto b = new_board();
  const auto r = with_items(3);
  REQUIRE(b->publish(*r));
  CHECK(b->any());
  CHECK(b->find([&](region& seen) { return &seen == r.get(); }));
  b->withdraw(*r);
  CHECK_FALSE(b->any());
  CHECK(count(*b) == 0);
}

TEST_CASE("a region without unclaimed items is not shown") {
  const auto b = new_board();
  const auto r = with_items(3);
  REQUIRE(b->publish(*r));
  (void)r->end_claims();
  CHECK(b->any());
  CHECK(count(*b) == 0);
}

TEST_CASE("512 regions fit, one more is refused, and fits when one has gone") {
  const auto b = new_board();
  std::vector<std::unique_ptr<region>> all;
  for (std::uint32_t k = 0; k != board::slots; ++k) {
    all.push_back(with_items(1));
    REQUIRE(b->publish(*all.back()));
  }
  CHECK(count(*b) == board::slots);
  const auto late = with_items(1);
  CHECK_FALSE(b->publish(*late));
  b->withdraw(*all[300]);
  CHECK(b->publish(*late));
  CHECK(late->board_slot == all[300]->board_slot);
  CHECK(count(*b) == board::slots);
}

TEST_CASE("a search ends with the first region that is accepted") {
  const auto b = new_board();
  std::vector<std::unique_ptr<region>> all;
  for (int k = 0; k != 10; ++k) {
    all.push_back(with_items(1));
    REQUIRE(b->publish(*all.back()));
  }
  int visits = 0;
  CHECK(b->find([&](region&) { return ++visits == 4; }));
  CHECK(visits == 4);
}

TEST_CASE("after clear the board is as new") {
  const auto b = new_board();
  const auto r = with_items(1);
  REQUIRE(b->publish(*r));
  b->clear();
  CHECK_FALSE(b->any());
  CHECK(b->publish(*r));
  CHECK(count(*b) == 1);
}

TEST_CASE("whatever is published and withdrawn, the board shows what hangs there") {
  CHECK(rc::check([](const std::vector<std::uint8_t>& steps) {
    const auto b = new_board();
    std::vector<std::unique_ptr<region>> hung;
    for (const std::uint8_t step : steps) {
      if (step % 3 != 0 || hung.empty()) {
        hung.push_back(with_items(1));
        RC_ASSERT(b->publish(*hung.back()));
      } else {
        const std::size_t which = step % hung.size();
        b->withdraw(*hung[which]);
        hung.erase(hung.begin() + static_cast<std::ptrdiff_t>(which));
      }
      RC_ASSERT(count(*b) == hung.size());
      RC_ASSERT(b->any() == !hung.empty());
    }
  }));
}

TEST_CASE("many threads publish and withdraw without losing one another's regions") {
  const auto b = new_board();
  std::atomic<int> lost{0};
  std::vector<std::unique_ptr<region>> regions;  // outlive the threads: who looks may hold a stale pointer
  for (int k = 0; k != 8; ++k) regions.push_back(with_items(1));
  std::vector<std::thread> threads;
  for (const auto& r : regions)
    threads.emplace_back([&] {
      for (int round = 0; round != 500; ++round) {
        if (!b->publish(*r)) ++lost;
        if (!b->find([&](region& seen) { return &seen == r.get(); })) ++lost;
        b->withdraw(*r);
      }
    });
  for (auto& t : threads) t.join();
  CHECK(lost == 0);
  CHECK_FALSE(b->any());
}
