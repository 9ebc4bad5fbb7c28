// What the claim counter, the error slot and the gate of a region promise.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "pool/region.hpp"

using namespace berth::impl;

namespace {

// A region as reset_for_call() leaves it, of so many items.
void make_ready(region& r, std::size_t items) {
  r.next.store(0);
  r.items.store(items);
}

std::string text_of(const std::exception_ptr& e) {
  try {
    std::rethrow_exception(e);
  } catch (const std::runtime_error& what) {
    return what.what();
  }
}

struct wish {
  std::size_t want, least, shares;
};

rc::Gen<wish> any_wish() {
  return rc::gen::build<wish>(rc::gen::set(&wish::want, rc::gen::inRange<std::size_t>(1, 5000)),
                              rc::gen::set(&wish::least, rc::gen::inRange<std::size_t>(1, 500)),
                              rc::gen::set(&wish::shares, rc::gen::inRange<std::size_t>(1, 64)));
}

}  // namespace

TEST_CASE("claims cover the range in order, without gaps or overlaps") {
  CHECK(rc::check([](std::uint16_t items) {
    region r;
    make_ready(r, items);
    std::size_t at = 0;
    for (;;) {
      const wish w = *any_wish();
      const piece p = r.claim(w.want, w.least, w.shares);
      if (p.empty()) break;
      RC_ASSERT(p.begin == at);
      RC_ASSERT(p.end > p.begin);
      RC_ASSERT(p.end <= items);
      at = p.end;
      RC_ASSERT(r.left() == items - at);
    }
    RC_ASSERT(at == items);
  }));
}

TEST_CASE("a claim takes no less than the least, unless it is the last") {
  CHECK(rc::check([](std::uint16_t items) {
    region r;
    make_ready(r, items);
    for (;;) {
      const wish w = *any_wish();
      const piece p = r.claim(w.want, w.least, w.shares);
      if (p.empty()) break;
      RC_ASSERT(p.size() >= w.least || p.end == items);
    }
  }));
}

TEST_CASE("a claim takes no more than was wanted, its share or the least, and a rest too small to be left") {
  CHECK(rc::check([](std::uint16_t items) {
    region r;
    make_ready(r, items);
    for (;;) {
      const wish w = *any_wish();
      const std::size_t rest = r.left();
      const piece p = r.claim(w.want, w.least, w.shares);
      if (p.empty()) break;
      const std::size_t share = std::max<std::size_t>(rest / w.shares, 1);
      const std::size_t most = std::max(std::min(w.want, share), w.least);
      RC_ASSERT(p.size() <= most + (p.end == items ? w.least : 0));
    }
  }));
}

TEST_CASE("ended claims hand out nothing more, and say where they ended") {
  CHECK(rc::check([](std::uint16_t items) {
    region r;
    make_ready(r, items);
    const std::size_t claims = *rc::gen::inRange<std::size_t>(0, 6);
    std::size_t at = 0;
    for (std::size_t k = 0; k != claims; ++k)
      at = std::max(at, r.claim(*rc::gen::inRange<std::size_t>(1, 300), 1, 2).end);
    RC_ASSERT(r.end_claims() == std::min<std::size_t>(at, items));
    RC_ASSERT(r.left() == 0u);
    RC_ASSERT(r.claim(1, 1, 1).empty());
    RC_ASSERT(r.end_claims() == std::size_t{items});
  }));
}

TEST_CASE("concurrent claims still cover the range once, and ending them leaves a prefix") {
  for (int round = 0; round != 50; ++round) {
    region r;
    constexpr std::size_t items = 20'000;
    make_ready(r, items);
    std::vector<std::atomic<int>> taken(items);
    std::atomic<std::size_t> ended{items};
    std::vector<std::thread> threads;
    for (std::size_t k = 0; k != 4; ++k)
      threads.emplace_back([&, k] {
        for (int turn = 0;; ++turn) {
          const piece p = r.claim(7 + k, 1, 4);
          if (p.empty()) return;
          for (std::size_t i = p.begin; i != p.end; ++i) ++taken[i];
          if (k == 0 && turn == 100 && round % 2) ended = r.end_claims();
        }
      });
    for (auto& t : threads) t.join();
    for (std::size_t i = 0; i != items; ++i) REQUIRE(taken[i] == (i < ended ? 1 : 0));
  }
}

TEST_CASE("of the errors of several pieces the one of the lowest is kept, and taken once") {
  CHECK(rc::check([](const std::vector<std::uint16_t>& at) {
    region r;
    make_ready(r, 70'000);
    RC_ASSERT_FALSE(r.failed.load());
    for (const std::uint16_t i : at) r.fail(i, std::make_exception_ptr(std::runtime_error(std::to_string(i))));
    if (at.empty()) return;
    RC_ASSERT(r.failed.load());
    RC_ASSERT(r.claim(1, 1, 1).empty());
    RC_ASSERT(text_of(r.take_error()) == std::to_string(*std::min_element(at.begin(), at.end())));
    RC_ASSERT_FALSE(r.failed.load());
    r.fail(60'000, std::make_exception_ptr(std::runtime_error("next call")));
    RC_ASSERT(text_of(r.take_error()) == "next call");
  }));
}

TEST_CASE("nobody enters a closed gate, and an open one counts who is inside") {
  region r;
  CHECK_FALSE(r.enter());
  r.gate.store(region::open);
  CHECK(r.enter());
  CHECK(r.enter());
  CHECK((r.gate.load() & region::inside) == 2);
  r.gate.fetch_and(~region::open);
  CHECK_FALSE(r.enter());
  r.leave();
  r.leave();
  CHECK(r.gate.load() == 0);
}

TEST_CASE("a call is within itself and the calls around it only") {
  region outer, middle, inner, other;
  middle.parent.store(&outer);
  inner.parent.store(&middle);
  for (const region* around : {&outer, &middle, &inner}) CHECK(inner.within(around));
  CHECK_FALSE(inner.within(&other));
  CHECK_FALSE(outer.within(&inner));
}

TEST_CASE("regions are used again, by their thread first and by others once it is gone") {
  region* mine = nullptr;
  std::thread([&] {
    mine = &take_region();
    return_region(*mine);
    CHECK(&take_region() == mine);
    return_region(*mine);
  }).join();
  std::vector<region*> taken;
  bool again = false;
  for (int k = 0; k != 100 && !again; ++k) {
    taken.push_back(&take_region());
    again = taken.back() == mine;
  }
  CHECK(again);
  for (region* r : taken) return_region(*r);
}
