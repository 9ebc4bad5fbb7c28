// Ends of pipelines against loops.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <berth/pipeline.hpp>
#include <deque>
#include <iterator>
#include <list>
#include <set>
#include <vector>

#include "pipelines/numbers.hpp"

using berth_tests::holds;
using berth_tests::some_numbers;

TEST_CASE("any, all, none, find_first, find_any and count answer as loops do") {
  CHECK(holds("searches", [] {
    const auto items = some_numbers();
    const int sought = *rc::gen::inRange(0, 1100);
    const auto is = [sought](int x) { return x == sought; };
    const auto there = std::find_if(items.begin(), items.end(), is);
    RC_ASSERT((berth::par(items) | berth::any(is)) == (there != items.end()));
    RC_ASSERT((berth::par(items) | berth::none(is)) == (there == items.end()));
    RC_ASSERT((berth::par(items) | berth::all(is)) == std::all_of(items.begin(), items.end(), is));
    RC_ASSERT((berth::par(items) | berth::find_any(is)).has_value() == (there != items.end()));
    const auto first =
        berth::par(items) | berth::enumerate() | berth::find_first([&](const auto& p) { return p.second == sought; });
    RC_ASSERT(first.has_value() == (there != items.end()));
    if (first) RC_ASSERT(first->first == static_cast<std::size_t>(there - items.begin()));
    RC_ASSERT((berth::par(items) | berth::filter(is) | berth::count()) ==
              static_cast<std::size_t>(std::count_if(items.begin(), items.end(), is)));
  }));
}

TEST_CASE("containers of every kind are filled in order") {
  CHECK(holds("collect", [] {
    const auto items = some_numbers();
    const auto half = [](int x) { return x / 2; };
    std::vector<int> halves;
    std::transform(items.begin(), items.end(), std::back_inserter(halves), half);
    const auto run = [&](auto end) { return berth::par(items) | berth::map(half) | end; };
    RC_ASSERT(run(berth::collect<std::vector<int>>()) == halves);
    RC_ASSERT(run(berth::collect<std::deque<int>>()) == std::deque<int>(halves.begin(), halves.end()));
    RC_ASSERT(run(berth::collect<std::list<int>>()) == std::list<int>(halves.begin(), halves.end()));
    RC_ASSERT(run(berth::to_set()) == std::set<int>(halves.begin(), halves.end()));
    RC_ASSERT((berth::par(items) | berth::collect<std::vector<int>>()) == items);
    std::vector<int> written;
    run(berth::into(std::back_inserter(written)));
    RC_ASSERT(written == halves);
    std::vector<int> visited;
    run(berth::for_each_in_order([&](int x) { visited.push_back(x); }));
    RC_ASSERT(visited == halves);
  }));
}
