// Streams, of which nobody knows how long they are.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <berth/pipeline.hpp>
#include <chrono>
#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <utility>
#include <vector>

#include "pipelines/numbers.hpp"

using berth_tests::holds;
using berth_tests::some_numbers;

namespace {

// 0, 1, 2, ... without end.
auto endless(std::size_t& read) {
  return berth::stream([&read]() -> std::optional<std::size_t> { return read++; });
}

const auto third = [](std::size_t i) { return i % 3 == 0; };

}  // namespace

TEST_CASE("an endless stream is read through every stage as far as the answer") {
  const std::vector<char> letters{'a', 'b', 'c'};
  std::size_t read = 0;
  const auto begin = [&] {
    read = 0;
    return berth::par(endless(read)) | berth::filter(third);
  };
  CHECK((begin() | berth::skip(5) | berth::take(2) | berth::to_vector()) == std::vector<std::size_t>{15, 18});
  const auto placed = begin() | berth::enumerate() | berth::find_first([](const auto& p) { return p.first == 1000; });
  CHECK(placed == std::pair(std::size_t{1000}, std::size_t{3000}));
  CHECK((begin() | berth::zip(letters) | berth::to_vector()) ==
        std::vector<std::pair<std::size_t, char>>{{0, 'a'}, {3, 'b'}, {6, 'c'}});
  CHECK((begin() | berth::chunked(2) | berth::take(2) | berth::to_vector()) ==
        std::vector<std::vector<std::size_t>>{{0, 3}, {6, 9}});
  CHECK((begin() | berth::scan(std::size_t{1}, std::plus<>()) | berth::take(3) | berth::to_vector()) ==
        std::vector<std::size_t>{1, 4, 10});
  CHECK((begin() | berth::drop_while([](std::size_t i) { return i < 700; }) | berth::find_first()) == 702u);
  CHECK((begin() | berth::map([](std::size_t i) { return i % 5; }) | berth::distinct() | berth::take(5) |
         berth::to_vector()) == std::vector<std::size_t>{0, 3, 1, 4, 2});
  CHECK((begin() | berth::any([](std::size_t i) { return i > 5000; })));
  CHECK(read < 30'000);
}

TEST_CASE("a stream gives what a range gives, through every stage") {
  CHECK(holds("streams", [] {
    const auto items = some_numbers();
    const auto n = *rc::gen::inRange<std::size_t>(1, 1000);
    const auto other = berth_tests::numbers(*rc::gen::inRange<std::size_t>(0, 20'000), 7);
    const auto same = [&](auto stage) {
      const auto of_stream =
          berth::par(berth::stream(items.begin(), items.end())) | stage | berth::enumerate() | berth::to_vector();
      const auto of_range = berth::par(items) | stage | berth::enumerate() | berth::to_vector();
      RC_ASSERT(of_stream == of_range);
    };
    same(berth::skip(n));
    same(berth::take(n));
    same(berth::zip(other));
    same(berth::chunked(n));
    same(berth::scan(0L, std::plus<long>()));
    same(berth::drop_while([n](int x) { return x % 1000 < static_cast<int>(n); }));
    same(berth::distinct());
    same(berth::distinct([](int x) { return x % 10; }));
    same(berth::sorted());
  }));
}

TEST_CASE("a source that has said that it is at its end is not asked again") {
  int asked_behind_the_end = 0;
  int left = 100;
  const auto next = [&]() -> std::optional<int> {
    if (left < 0) ++asked_behind_the_end;
    return left-- > 0 ? std::optional(left) : std::nullopt;
  };
  CHECK((berth::par(berth::stream(next)) | berth::count()) == 100);
  CHECK(asked_behind_the_end == 0);
}

TEST_CASE("what fails in reading comes out behind what was read before") {
  int next = 0;
  const auto failing = [&]() -> std::optional<int> {
    if (next == 1000) throw std::runtime_error("torn");
    return next++;
  };
  std::vector<int> seen;
  CHECK_THROWS_WITH_AS(berth::par(berth::stream(failing)) | berth::for_each_in_order([&](int x) { seen.push_back(x); }),
                       "torn", std::runtime_error);
  CHECK(seen.size() == 1000);
  next = 0;
  CHECK((berth::par(berth::stream(failing)) | berth::find_first([](int x) { return x == 999; })) == 999);
}

TEST_CASE("elements of a list are handed over themselves, those of a temporary one to be moved from") {
  std::list<std::unique_ptr<int>> owners;
  for (int i = 0; i != 1000; ++i) owners.push_back(std::make_unique<int>(i));
  berth::par(owners) | berth::filter([](const auto& p) { return *p % 2 == 0; }) | berth::skip(1) |
      berth::for_each([](std::unique_ptr<int>& p) { *p = -1; });
  CHECK(*owners.front() == 0);
  CHECK(*owners.back() == 999);
  CHECK((berth::par(owners) | berth::map([](const auto& p) { return *p; }) | berth::summing()) == 250'000 - 499);
  const auto moved = berth::par(std::move(owners)) | berth::to_vector();
  REQUIRE(moved.size() == 1000);
  CHECK(*moved[2] == -1);
}

TEST_CASE("a stream that is stopped is not read to the end of its batch") {
  std::stop_source source;
  std::size_t read = 0;
  const auto next = [&]() -> std::optional<std::size_t> {
    if (++read == 1'000) source.request_stop();
    return read;
  };
  CHECK_THROWS_AS((berth::par(berth::stream(next), {.stop = source.get_token()}) | berth::count()), berth::cancelled);
  CHECK(read == 1'000);
}

TEST_CASE("a deadline is seen between two items of a batch") {
  const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(5);
  std::size_t read_late = 0;
  const auto next = [&]() -> std::optional<int> {
    if (std::chrono::steady_clock::now() > until) ++read_late;
    return 1;
  };
  CHECK_THROWS_AS((berth::par(berth::stream(next), {.until = until}) | berth::count()), berth::deadline_exceeded);
  CHECK(read_late <= 1);
}

TEST_CASE("what one thread does alone is stopped between two items") {
  std::stop_source source;
  const std::vector<int> items(20'000, 1);
  std::size_t scanned = 0;
  const auto add = [&](int total, int item) {
    if (++scanned == 5'000) source.request_stop();
    return total + item;
  };
  CHECK_THROWS_AS((berth::par(items, {.stop = source.get_token()}) | berth::scan(0, add) | berth::to_vector()),
                  berth::cancelled);
  CHECK(scanned == 5'000);
}
