// Ends of pipelines against loops.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <berth/buffer.hpp>
#include <berth/pipeline.hpp>
#include <deque>
#include <iterator>
#include <list>
#include <set>
#include <stdexcept>
#include <stop_token>
#include <string>
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

TEST_CASE("count sees that it has been stopped before it began, as every end does") {
  std::stop_source source;
  source.request_stop();
  const berth::hints with{.stop = source.get_token()};
  const std::vector<int> items(100);
  CHECK_THROWS_AS((berth::par(items, with) | berth::count()), berth::cancelled);
  CHECK_THROWS_AS((berth::par(berth::iota(9), with) | berth::skip(3) | berth::count()), berth::cancelled);
  CHECK_THROWS_AS((berth::par(items, with) | berth::to_vector()), berth::cancelled);
}

TEST_CASE("a pipeline may end in a buffer, made in place or gathered first") {
  const auto text = [](std::size_t i) { return std::to_string(i) + " and what makes a text long enough"; };
  const auto is_odd = [](std::size_t i) { return i % 2 != 0; };
  for (const std::size_t count : {0, 1, 100, 20'000}) {
    const auto expected = berth::par(berth::iota(count)) | berth::map(text) | berth::to_vector();
    auto made = berth::par(berth::iota(count)) | berth::map(text) | berth::collect<berth::buffer<std::string>>();
    CHECK(std::move(made).to_vector() == expected);
    const berth::buffer<std::size_t> odd =
        berth::par(berth::iota(count)) | berth::filter(is_odd) | berth::collect<berth::buffer>();
    REQUIRE(odd.size() == count / 2);
    for (std::size_t i = 0; i != odd.size(); ++i) CHECK(odd[i] == 2 * i + 1);
  }
  const std::vector<int> items{3, 1, 2};
  CHECK((berth::par(items) | berth::collect<berth::buffer<long>>()).to_vector() == std::vector<long>{3, 1, 2});
  CHECK((berth::par(items) | berth::collect<std::vector>()) == items);
  CHECK((berth::par(items) | berth::collect<std::set>()) == std::set<int>{1, 2, 3});
}

TEST_CASE("what a buffer's items have made is destroyed where one fails") {
  const auto fail = [](std::size_t i) {
    if (i == 15'000) throw std::runtime_error("no");
    return std::to_string(i) + " and what makes a text long enough";
  };
  CHECK_THROWS_AS((void)(berth::par(berth::iota(20'000)) | berth::map(fail) | berth::collect<berth::buffer>()),
                  std::runtime_error);
}
