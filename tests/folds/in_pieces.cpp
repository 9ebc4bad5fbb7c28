// Folds give the same whatever pieces a call is cut into, in whatever order these run.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <berth/average.hpp>
#include <berth/count.hpp>
#include <berth/count_if.hpp>
#include <berth/max.hpp>
#include <berth/min.hpp>
#include <berth/minmax.hpp>
#include <berth/statistics.hpp>
#include <berth/sum.hpp>
#include <functional>
#include <utility>
#include <vector>

#include "algorithms/split_run_call.hpp"
#include "folds/values.hpp"

namespace {

using namespace berth_tests;

split any_split() {
  return {.seed = *rc::gen::arbitrary<unsigned>(),
          .pieces = *rc::gen::inRange<std::size_t>(1, 40),
          .threads = *rc::gen::inRange<unsigned>(1, 4)};
}

}  // namespace

TEST_CASE("sums, averages and statistics have the same bits in any pieces") {
  CHECK(rc::check([] {
    const auto values = made(1 + any_size(20'000), some_double);
    const double sum = berth::sum(values);
    const double average = *berth::average(values, [](double v) { return v * 0.1; });
    const auto all = *berth::statistics(values);
    const splitting now(any_split());
    RC_ASSERT(same_bits(berth::sum(values), sum));
    RC_ASSERT(same_bits(*berth::average(values, [](double v) { return v * 0.1; }), average));
    const auto again = *berth::statistics(values);
    RC_ASSERT(same_bits(again.sum, all.sum));
    RC_ASSERT(same_bits(again.variance, all.variance));
  }));
}

TEST_CASE("counts and extremes are the same in any pieces") {
  CHECK(rc::check([] {
    using pair = std::pair<int, std::size_t>;
    auto pairs = made(1 + any_size(20'000), [](auto x) { return pair(static_cast<int>(x % 9), 0); });
    std::vector<int> firsts;
    for (std::size_t i = 0; i != pairs.size(); ++i) {
      pairs[i].second = i;
      firsts.push_back(pairs[i].first);
    }
    const auto threes = berth::count(firsts, 3);
    const auto odd = [](int v) { return v % 2 != 0; };
    const auto odds = berth::count_if(firsts, odd);
    const auto ends = berth::minmax(firsts);
    const auto least = berth::min(pairs, std::less<>{}, &pair::first);
    const auto both = berth::minmax(pairs, std::less<>{}, &pair::first);
    const splitting now(any_split());
    RC_ASSERT(berth::count(firsts, 3) == threes);
    RC_ASSERT(berth::count_if(firsts, odd) == odds);
    RC_ASSERT(berth::minmax(firsts) == ends);
    RC_ASSERT(berth::max(firsts) == ends->max);
    RC_ASSERT(berth::min(pairs, std::less<>{}, &pair::first) == least);
    RC_ASSERT(berth::minmax(pairs, std::less<>{}, &pair::first) == both);
  }));
}
