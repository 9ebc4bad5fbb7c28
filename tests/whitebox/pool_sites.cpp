// What a call site learns, and the mask of CPUs.
#include <doctest/doctest.h>
#include <rapidcheck.h>
#include <sched.h>

#include <algorithm>
#include <berth/detail/call.hpp>
#include <chrono>
#include <mutex>
#include <source_location>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "algorithms/sites.hpp"
#include "pool/clock.hpp"
#include "pool/cpu_mask.hpp"

using namespace berth::impl;

namespace {

site_record fresh(const char* name = nullptr) { return {std::source_location::current(), name}; }

void learn_often(site_record& site, int times, std::uint64_t items, std::uint64_t ns) {
  for (int k = 0; k != times; ++k) site.learn(items, ns);
}

}  // namespace

TEST_CASE("a fresh site knows nothing, and lets no call go unmeasured") {
  auto site = fresh();
  CHECK(site.item_ps() == 0);
  CHECK(site.plain_items(4000) == 0);
  site.learn(0, 100);
  CHECK(site.item_ps() == 0);
}

TEST_CASE("the first measurement is believed, but calls go on being measured until there are several") {
  auto site = fresh();
  site.learn(1000, 2000);
  CHECK(site.item_ps() == 2000);
  CHECK(site.plain_items(4000) == 0);
  learn_often(site, 7, 1000, 2000);
  CHECK(site.plain_items(4000) == 2000);
}

TEST_CASE("an item that takes no measurable time still costs something") {
  auto site = fresh();
  site.learn(1'000'000, 0);
  CHECK(site.item_ps() == 1);
}

TEST_CASE("a single outlier changes no cost, but has the next calls measured") {
  auto site = fresh();
  learn_often(site, 20, 1000, 1000);
  site.learn(1000, 1'000'000);
  CHECK(site.item_ps() == 1000);
  CHECK(site.plain_items(4000) == 0);
  learn_often(site, 4, 1000, 1000);
  CHECK(site.plain_items(4000) == 4000);
}

TEST_CASE("a cost that jumps and stays is believed the second time") {
  auto site = fresh();
  learn_often(site, 20, 1000, 1000);
  site.learn(1000, 1'000'000);
  site.learn(1000, 1'000'000);
  CHECK(site.item_ps() == 1'000'000);
}

TEST_CASE("a cost that rises a little is taken over at once, one that falls slowly") {
  auto site = fresh();
  learn_often(site, 10, 1000, 1000);
  site.learn(1000, 2000);
  CHECK(site.item_ps() == 2000);
  site.learn(1000, 1000);
  CHECK(site.item_ps() == 1875);
  learn_often(site, 200, 1000, 1000);
  CHECK(site.item_ps() < 1010);
}

TEST_CASE("a site keeps a high quantile: with one call in ten twice as dear, it is above the mean") {
  auto site = fresh();
  for (int k = 0; k != 200; ++k) site.learn(1000, k % 10 ? 1000 : 2000);
  CHECK(site.item_ps() > 1100);
  CHECK(site.item_ps() <= 2000);
}

TEST_CASE("what is learned is never above what was seen, nor below the least of it") {
  CHECK(rc::check([](const std::vector<std::uint16_t>& costs) {
    auto site = fresh();
    std::uint64_t least = ~std::uint64_t{0}, most = 0;
    for (const std::uint16_t ns : costs) {
      site.learn(1, ns);
      const std::uint64_t ps = std::max<std::uint64_t>(ns * std::uint64_t{1000}, 1);
      least = std::min(least, ps);
      most = std::max(most, ps);
      RC_ASSERT(site.item_ps() >= least);
      RC_ASSERT(site.item_ps() <= most);
    }
  }));
}

TEST_CASE("after an outlier a site settles again, whatever came before") {
  CHECK(rc::check([](const std::vector<std::uint16_t>& before) {
    auto site = fresh();
    for (const std::uint16_t ns : before) site.learn(1, ns);
    for (int k = 0; k != 2000; ++k) site.learn(1, 1000);
    RC_ASSERT(site.item_ps() >= 1'000'000u);
    RC_ASSERT(site.item_ps() < 1'010'000u);
    RC_ASSERT(site.plain_items(1'000'000) > 900u);
  }));
}

TEST_CASE("a site is found again by its place or its name, and two are two") {
  berth::detail::site at;
  const auto here = std::source_location::current();
  const auto there = std::source_location::current();
  site_record& first = record_for(at, nullptr, here);
  CHECK(&record_for(at, nullptr, here) == &first);
  CHECK(&record_for(at, nullptr, there) != &first);
  site_record& named = record_for(at, "fields", here);
  CHECK(&named != &first);
  CHECK(&record_for(at, std::string("fields").c_str(), there) == &named);
  CHECK(named.title() == "fields");
  CHECK(first.title() == "pool_sites.cpp:" + std::to_string(here.line()));
}

TEST_CASE("two places that call the same leaf are both short of the clock, each after its own first calls") {
  struct leaf {
    std::uint64_t total = 0;
    void operator()(std::size_t begin, std::size_t end) {
      for (; begin != end; ++begin) total += begin;
    }
  } sum;
  const auto here = std::source_location::current();
  const auto there = std::source_location::current();
  const auto expected_at = [](const std::source_location& place) {
    return berth::detail::advice_for(berth::detail::site_of<leaf>, place).plain_items;
  };
  // As many calls as it takes: a thread that loses its CPU makes some be measured again.
  const auto becomes_short_at = [&](const std::source_location& place) {
    for (int k = 0; k != 100'000 && expected_at(place) < 100; ++k)
      berth::detail::run<false>(100, sum, berth::no_hints, place);
    return expected_at(place) >= 100;
  };
  CHECK(becomes_short_at(here));
  CHECK(expected_at(there) == 0);
  CHECK(becomes_short_at(there));
}

TEST_CASE("a mask holds, counts and leaves out CPUs, above 1024 as well") {
  cpu_mask m;
  CHECK(m.count() == 0);
  for (const std::size_t cpu : {0u, 63u, 64u, 1023u, 1024u, 8191u}) m.bits[cpu / 64] |= std::uint64_t{1} << (cpu % 64);
  CHECK(m.count() == 6);
  for (const int cpu : {0, 63, 64, 1023, 1024, 8191}) {
    CHECK(m.has(cpu));
    CHECK_FALSE(m.without(cpu).has(cpu));
    CHECK(m.without(cpu).count() == 5);
  }
  for (const int cpu : {-1, 1, 8192, 100'000}) {
    CHECK_FALSE(m.has(cpu));
    CHECK(m.without(cpu).count() == 6);
  }
}

TEST_CASE("a thread's mask is read, applied and put back") {
  std::thread([] {
    const cpu_mask home = cpu_mask::of(0);
    REQUIRE(home.count() >= 1);
    const int here = sched_getcpu();
    CHECK(home.has(here));
    const cpu_mask away = home.without(here);
    if (away.count() != 0) {
      away.apply_to(0);
      CHECK(cpu_mask::of(0).bits == away.bits);
      CHECK(sched_getcpu() != here);
    }
    home.apply_to(0);
    CHECK(cpu_mask::of(0).bits == home.bits);
  }).join();
}

TEST_CASE("the mask of a thread that does not exist is empty") { CHECK(cpu_mask::of(-5).count() == 0); }

TEST_CASE("no piece of a call is smaller than its grain, except the last, whoever runs it and whatever is known") {
  constexpr std::size_t items = 1003, grain = 64;
  std::mutex lock;
  std::vector<std::pair<std::size_t, std::size_t>> pieces;
  auto leaf = [&](std::size_t begin, std::size_t end) {
    for (const auto until = now_ns() + (end - begin) * 1000; now_ns() < until;) {
    }
    const std::lock_guard hold(lock);
    pieces.emplace_back(begin, end);
  };
  // Cold, then known from measuring, and with a hint: each takes another way.
  for (int round = 0; round != 40; ++round) {
    berth::hints with{.grain = grain};
    if (round % 2 == 1) with.item_cost = std::chrono::microseconds(1);
    pieces.clear();
    berth::detail::run<false>(items, leaf, with, std::source_location::current());
    std::sort(pieces.begin(), pieces.end());
    std::size_t next = 0;
    for (const auto& [begin, end] : pieces) {
      REQUIRE(begin == next);
      if (end != items) REQUIRE(end - begin >= grain);
      next = end;
    }
    REQUIRE(next == items);
  }
}
