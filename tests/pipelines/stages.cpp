// Every stage against the loop that one would have written.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <berth/pipeline.hpp>
#include <functional>
#include <string>
#include <vector>

#include "pipelines/numbers.hpp"

using berth_tests::even;
using berth_tests::evens;
using berth_tests::holds;
using berth_tests::is_even;
using berth_tests::some_numbers;

TEST_CASE("filter, map and flat_map give what nested loops give, in their order") {
  CHECK(holds("filter | map | flat_map", [] {
    const auto items = some_numbers();
    std::vector<std::string> expected;
    for (const int x : items)
      if (is_even(x))
        for (const int y : {x, x + 1}) expected.push_back(std::to_string(y));
    const auto got = berth::par(items) | berth::filter(even) |
                     berth::flat_map([](int x) { return std::vector<int>{x, x + 1}; }) |
                     berth::map([](int x) { return std::to_string(x); }) | berth::collect<std::vector<std::string>>();
    RC_ASSERT(got == expected);
  }));
}

TEST_CASE("take, skip, take_while and drop_while cut where a loop would, before a filter and behind it") {
  CHECK(holds("cuts", [] {
    const auto items = some_numbers();
    const auto n = *rc::gen::inRange<std::size_t>(0, 20'000);
    const auto small = [limit = *rc::gen::inRange(0, 1000)](int x) { return x % 1000 < limit; };
    for (const bool filtered : {false, true}) {
      const auto kept = filtered ? evens(items) : items;
      const auto cut = [&](auto stage) {
        return filtered ? berth::par(items) | berth::filter(even) | stage | berth::to_vector()
                        : berth::par(items) | stage | berth::to_vector();
      };
      const auto there = kept.begin() + static_cast<std::ptrdiff_t>(std::min(n, kept.size()));
      const auto failing = std::find_if_not(kept.begin(), kept.end(), small);
      RC_ASSERT(cut(berth::take(n)) == std::vector(kept.begin(), there));
      RC_ASSERT(cut(berth::skip(n)) == std::vector(there, kept.end()));
      RC_ASSERT(cut(berth::take_while(small)) == std::vector(kept.begin(), failing));
      RC_ASSERT(cut(berth::drop_while(small)) == std::vector(failing, kept.end()));
    }
  }));
}

TEST_CASE("scan, sorted and distinct see all items in order") {
  CHECK(holds("scan, sorted, distinct", [] {
    const auto items = some_numbers();
    std::vector<long> sums;
    long sum = 3;
    for (const int x : items) sums.push_back(sum += x);
    RC_ASSERT((berth::par(items) | berth::scan(3L, [](long a, int b) { return a + b; }) | berth::to_vector()) == sums);
    // By the last digit, so that many are equal and have to keep their order.
    auto by_digit = items;
    std::stable_sort(by_digit.begin(), by_digit.end(), [](int a, int b) { return a % 10 > b % 10; });
    RC_ASSERT((berth::par(items) | berth::sorted(std::greater<>(), [](int x) { return x % 10; }) |
               berth::to_vector()) == by_digit);
    std::vector<int> firsts;
    std::vector<bool> seen(1'000'000);
    for (const int x : items)
      if (!seen[static_cast<std::size_t>(x)]) {
        seen[static_cast<std::size_t>(x)] = true;
        firsts.push_back(x);
      }
    RC_ASSERT((berth::par(items) | berth::distinct() | berth::to_vector()) == firsts);
  }));
}
