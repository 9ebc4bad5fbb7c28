// Places, lifetimes and what is not looked at.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <atomic>
#include <berth/pipeline.hpp>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "pipelines/numbers.hpp"

using berth_tests::even;
using berth_tests::evens;
using berth_tests::holds;
using berth_tests::numbers;
using berth_tests::some_numbers;

TEST_CASE("enumerate, zip and chunked count the items that reach them") {
  CHECK(holds("places", [] {
    const auto items = some_numbers();
    const auto kept = evens(items);
    const auto other = numbers(*rc::gen::inRange<std::size_t>(0, 20'000), 7);
    const auto counted = berth::par(items) | berth::filter(even) | berth::enumerate() | berth::to_vector();
    RC_ASSERT(counted.size() == kept.size());
    for (std::size_t i = 0; i != kept.size(); ++i) RC_ASSERT((counted[i].first == i && counted[i].second == kept[i]));
    const auto zipped = berth::par(items) | berth::zip(other) | berth::enumerate() | berth::to_vector();
    RC_ASSERT(zipped.size() == std::min(items.size(), other.size()));
    for (std::size_t i = 0; i != zipped.size(); ++i)
      RC_ASSERT((zipped[i].second.first == items[i] && zipped[i].second.second == other[i]));
    const auto length = *rc::gen::inRange<std::size_t>(1, 300);
    const auto chunks = berth::par(items) | berth::filter(even) | berth::chunked(length) | berth::to_vector();
    std::vector<int> again;
    for (const auto& chunk : chunks) {
      RC_ASSERT(chunk.size() == length || &chunk == &chunks.back());
      again.insert(again.end(), chunk.begin(), chunk.end());
    }
    RC_ASSERT(again == kept);
  }));
}

TEST_CASE("distinct by a key keeps the first item of each") {
  const auto items = numbers(50'000);
  const auto firsts = berth::par(items) | berth::enumerate() |
                      berth::distinct([](const auto& p) { return p.second % 7; }) | berth::to_vector();
  REQUIRE(firsts.size() == 7);
  for (const auto& [i, x] : firsts)
    for (std::size_t k = 0; k != i; ++k) REQUIRE(items[k] % 7 != x % 7);
}

TEST_CASE("peek sees every item on its way") {
  std::atomic<long> sum = 0;
  const auto items = numbers(50'000);
  CHECK((berth::par(items) | berth::peek([&](int x) { sum += x; }) | berth::filter(even) | berth::count()) ==
        evens(items).size());
  CHECK(sum == std::accumulate(items.begin(), items.end(), 0L));
}

TEST_CASE("elements of a range that stays are handed over themselves, also behind a stage that gathers") {
  std::vector<std::string> words{"berth", "quay", "ship", "rope", "bunk"};
  berth::par(words) | berth::filter([](const std::string& w) { return w.size() == 4; }) | berth::sorted() |
      berth::skip(1) | berth::for_each([](std::string& w) { w += '!'; });
  CHECK(words == std::vector<std::string>{"berth", "quay!", "ship!", "rope!", "bunk"});
}

TEST_CASE("items that can only be moved go through every stage") {
  std::vector<std::unique_ptr<int>> owned;
  for (int i = 0; i != 20'000; ++i) owned.push_back(std::make_unique<int>((i * 7919) % 20'000));
  const auto got = berth::par(std::move(owned)) | berth::filter([](const auto& p) { return *p % 2 == 0; }) |
                   berth::sorted([](const auto& a, const auto& b) { return *a < *b; }) | berth::skip(10) |
                   berth::take(5000) | berth::chunked(100) | berth::flat_map([](auto chunk) { return chunk; }) |
                   berth::map([](std::unique_ptr<int> p) { return p; }) |
                   berth::collect<std::vector<std::unique_ptr<int>>>();
  REQUIRE(got.size() == 5000);
  for (std::size_t i = 0; i != got.size(); ++i) REQUIRE(*got[i] == 20 + 2 * static_cast<int>(i));
}

TEST_CASE("a pointer to a member is a function, and bools are items like others") {
  struct light {
    int number;
    bool on;
  };
  std::vector<light> lights;
  for (int i = 0; i != 10'000; ++i) lights.push_back({i, i % 3 == 0});
  CHECK((berth::par(lights) | berth::filter(&light::on) | berth::map(&light::number) | berth::summing()) == 16'668'333);
  const auto flags = berth::par(lights) | berth::map([](const light& l) { return l.on; }) | berth::skip(1) |
                     berth::sorted() | berth::to_vector();
  REQUIRE(flags.size() == 9999);
  CHECK(std::count(flags.begin(), flags.end(), true) == 3333);
  CHECK(std::is_sorted(flags.begin(), flags.end()));
}

TEST_CASE("take behind a filter looks at little more than it needs") {
  std::atomic<std::size_t> looked = 0;
  const auto got = berth::par(berth::iota(10'000'000)) | berth::filter([&](std::size_t i) {
                     ++looked;
                     return i % 100 == 0;
                   }) |
                   berth::take(10) | berth::to_vector();
  CHECK(got.size() == 10);
  CHECK(got.back() == 900);
  CHECK(looked <= 256 + 4 * 901);
}

TEST_CASE("a pipeline runs nothing before its end") {
  int calls = 0;
  const std::vector<int> items{1, 2, 3};
  auto waiting = berth::par(items, {.sequential = true}) | berth::map([&](int x) { return ++calls, x; });
  CHECK(calls == 0);
  CHECK((std::move(waiting) | berth::summing()) == 6);
  CHECK(calls == 3);
}
