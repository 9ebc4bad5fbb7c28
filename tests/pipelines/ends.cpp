// Ends and collectors against loops.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <berth/pipeline.hpp>
#include <bit>
#include <cstdint>
#include <deque>
#include <iterator>
#include <list>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "pipelines/numbers.hpp"

using berth_tests::holds;
using berth_tests::numbers;
using berth_tests::some_numbers;

namespace {

// The order in which keys occur first, and each one's items in theirs.
std::vector<std::pair<int, std::vector<int>>> grouped(const std::vector<int>& items, int keys) {
  std::vector<std::pair<int, std::vector<int>>> groups;
  std::map<int, std::size_t> places;
  for (const int x : items) {
    const auto [there, is_new] = places.emplace(x % keys, groups.size());
    if (is_new) groups.emplace_back(x % keys, std::vector<int>());
    groups[there->second].second.push_back(x);
  }
  return groups;
}

// The sum of the values below 0.5 in the order that berth/pipeline.hpp documents.
double documented_sum(const std::vector<double>& values) {
  const std::size_t length = std::bit_floor(values.size() / 64);
  std::vector<double> blocks;
  for (std::size_t i = 0; i != values.size(); ++i) {
    if (i % length == 0) blocks.push_back(0);
    if (values[i] < 0.5) blocks.back() += values[i];
  }
  while (blocks.size() > 1) {
    std::vector<double> pairs;
    for (std::size_t i = 0; i < blocks.size(); i += 2)
      pairs.push_back(i + 1 < blocks.size() ? blocks[i] + blocks[i + 1] : blocks[i]);
    blocks = pairs;
  }
  return blocks[0];
}

// The longest run of equal numbers: a collector of the tests' own.
struct longest_run {
  struct part {
    std::size_t length = 0, first = 0, last = 0, longest = 0;
    int front = 0, back = 0;
  };
  static constexpr bool exact = true;
  [[nodiscard]] part make() const { return {}; }
  void add(part& to, int x) const { merge(to, part{1, 1, 1, 1, x, x}); }
  void merge(part& left, part&& right) const {
    if (left.length == 0 || right.length == 0) {
      if (left.length == 0) left = right;
      return;
    }
    const std::size_t across = left.back == right.front ? left.last + right.first : 0;
    if (left.first == left.length && across != 0) left.first = across;
    left.last = right.last == right.length && across != 0 ? across : right.last;
    left.longest = std::max({left.longest, right.longest, across});
    left.length += right.length;
    left.back = right.back;
  }
  [[nodiscard]] std::size_t finish(part&& all) const { return all.longest; }
};

}  // namespace

TEST_CASE("group_by gives the keys in the order of their first occurrence, whatever is collected of the groups") {
  CHECK(holds("group_by", [] {
    const auto items = some_numbers();
    const int keys = *rc::gen::element(1, 10, 5000);
    const auto expected = grouped(items, keys);
    const auto key = [keys](int x) { return x % keys; };
    RC_ASSERT((berth::par(items) | berth::group_by(key)) == expected);
    const auto counts = berth::par(items) | berth::group_by(key, berth::counting());
    const auto sums = berth::par(items) | berth::filter([](int) { return true; }) |
                      berth::group_by(key, berth::summing([](int x) { return x * 0.5; }));
    RC_ASSERT(counts.size() == expected.size());
    RC_ASSERT(sums.size() == expected.size());
    for (std::size_t g = 0; g != expected.size(); ++g) {
      const auto& [k, group] = expected[g];
      RC_ASSERT((counts[g] == std::pair(k, group.size())));
      RC_ASSERT((sums[g] == std::pair(k, 0.5 * std::accumulate(group.begin(), group.end(), 0.0))));
    }
  }));
}

TEST_CASE("groups keep their order where a position gives several items") {
  const auto items = numbers(60'000, 3, 5000);
  const auto got = berth::par(items) | berth::flat_map([](int x) { return std::vector<int>{x, x + 1}; }) |
                   berth::group_by(berth::identity, berth::counting());
  std::vector<int> doubled;
  for (const int x : items) doubled.insert(doubled.end(), {x, x + 1});
  const auto expected = grouped(doubled, 1'000'000);
  REQUIRE(got.size() == expected.size());
  for (std::size_t g = 0; g != got.size(); ++g)
    REQUIRE(got[g] == std::pair(expected[g].first, expected[g].second.size()));
}

TEST_CASE("keys may be text, pairs and enumerations, and groups may be grouped again") {
  enum class parity { even, odd };
  const auto items = numbers(30'000, 5, 100);
  const auto by_text = berth::par(items) | berth::map([](int x) { return std::to_string(x % 7); }) |
                       berth::group_by(berth::identity, berth::counting());
  CHECK(by_text.size() == 7);
  const auto by_pair =
      berth::par(items) |
      berth::group_by([](int x) { return std::pair(x % 3, std::to_string(x % 4)); }, berth::counting());
  CHECK(by_pair.size() == 12);
  const auto nested =
      berth::par(items) | berth::group_by([](int x) { return x % 2 == 0 ? parity::even : parity::odd; },
                                          berth::group_by([](int x) { return x % 10; }, berth::summing()));
  REQUIRE(nested.size() == 2);
  long long total = 0;
  for (const auto& [half, digits] : nested) {
    CHECK(digits.size() == 5);
    for (const auto& [digit, sum] : digits) total += sum;
  }
  CHECK(total == std::accumulate(items.begin(), items.end(), 0LL));
}

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

TEST_CASE("of equal keys a map keeps the first, or what its rule makes of them") {
  const auto items = numbers(40'000);
  const auto first = berth::par(items) | berth::enumerate() |
                     berth::map([](auto p) { return std::pair(p.second % 10, p.first); }) |
                     berth::collect<std::map<int, std::size_t>>();
  const auto key = [](int x) { return x % 10; };
  const auto largest =
      berth::par(items) | berth::to_map(key, berth::identity, [](int a, int b) { return std::max(a, b); });
  const auto last = berth::par(items) | berth::to_map(key, berth::identity, berth::keep_last());
  REQUIRE(first.size() == 10);
  for (int k = 0; k != 10; ++k) {
    const auto has = [k](int x) { return x % 10 == k; };
    CHECK(first.at(k) == static_cast<std::size_t>(std::find_if(items.begin(), items.end(), has) - items.begin()));
    CHECK(largest.at(k) == 990 + k);
    CHECK(last.at(k) == *std::find_if(items.rbegin(), items.rend(), has));
  }
}

TEST_CASE("text is joined, reduced and summed in order") {
  const auto items = numbers(20'000);
  std::string all;
  for (const int x : items) all += (all.empty() ? "" : ",") + std::to_string(x);
  const auto text = [](int x) { return std::to_string(x); };
  CHECK((berth::par(items) | berth::map(text) | berth::joining(",", "[", "]")) == "[" + all + "]");
  std::string run;
  for (const int x : items) run += std::to_string(x);
  CHECK((berth::par(items) | berth::map(text) | berth::reduce(std::string("="), std::plus<>())) == "=" + run);
  CHECK((berth::par(items) | berth::map(text) | berth::summing()) == run);
  CHECK((berth::par(std::vector<int>()) | berth::map(text) | berth::joining(",", "[", "]")) == "[]");
}

TEST_CASE("extremes and the best few keep the first of equals") {
  CHECK(holds("extremes", [] {
    const auto items = some_numbers();
    const auto digit = [](const auto& p) { return p.second % 10; };
    auto pairs = berth::par(items) | berth::enumerate() |
                 berth::map([](auto p) { return std::pair<std::size_t, int>(p); }) | berth::to_vector();
    const auto most = berth::par(pairs) | berth::largest(digit);
    const auto least = berth::par(pairs) | berth::smallest(digit);
    const auto best = berth::par(pairs) | berth::top_k(5, digit);
    auto by = [&](const auto& a, const auto& b) { return digit(a) < digit(b); };
    RC_ASSERT(most.has_value() == !items.empty());
    if (!items.empty()) {
      RC_ASSERT(*most == *std::max_element(pairs.begin(), pairs.end(), by));
      RC_ASSERT(*least == *std::min_element(pairs.begin(), pairs.end(), by));
    }
    std::stable_sort(pairs.begin(), pairs.end(), [&](const auto& a, const auto& b) { return digit(a) > digit(b); });
    pairs.resize(std::min<std::size_t>(pairs.size(), 5));
    RC_ASSERT(best == pairs);
  }));
}

TEST_CASE("statistics, averages and two collectors at once") {
  const auto items = numbers(30'000);
  const auto all = berth::par(items) | berth::statistics();
  const double mean = static_cast<double>(std::accumulate(items.begin(), items.end(), 0LL)) / 30'000;
  double squares = 0;
  for (const int x : items) squares += (x - mean) * (x - mean);
  CHECK(all.count == 30'000);
  CHECK(all.sum == std::accumulate(items.begin(), items.end(), 0LL));
  CHECK(all.smallest == *std::min_element(items.begin(), items.end()));
  CHECK(all.largest == *std::max_element(items.begin(), items.end()));
  CHECK(all.mean == doctest::Approx(mean));
  CHECK(all.variance == doctest::Approx(squares / 29'999));
  CHECK((berth::par(items) | berth::averaging()) == mean);
  const auto both = berth::par(items) | berth::teeing(berth::filtering([](int x) { return x < 10; }, berth::counting()),
                                                      berth::mapping([](int x) { return -x; }, berth::smallest()),
                                                      [](std::size_t n, auto x) { return std::pair(n, *x); });
  CHECK(both.first ==
        static_cast<std::size_t>(std::count_if(items.begin(), items.end(), [](int x) { return x < 10; })));
  CHECK(both.second == -all.largest);
}

TEST_CASE("a collector of the user's own needs four functions") {
  CHECK(holds("longest run", [] {
    auto items = some_numbers();
    for (int& x : items) x %= 3;
    std::size_t longest = 0;
    std::size_t run = 0;
    for (std::size_t i = 0; i != items.size(); ++i) {
      run = i != 0 && items[i] == items[i - 1] ? run + 1 : 1;
      longest = std::max(longest, run);
    }
    RC_ASSERT((berth::par(items) | longest_run()) == longest);
  }));
}

TEST_CASE("sums of floating-point numbers have the same bits whatever the path") {
  std::vector<double> values(200'000);
  for (std::size_t i = 0; i != values.size(); ++i) values[i] = 1.0 / static_cast<double>(i + 1);
  const auto sum = [&](const berth::hints& with) {
    return berth::par(values, with) | berth::filter([](double x) { return x < 0.5; }) | berth::summing();
  };
  const double alone = sum({.sequential = true});
  CHECK(std::bit_cast<std::uint64_t>(alone) == std::bit_cast<std::uint64_t>(sum({})));
  CHECK(std::bit_cast<std::uint64_t>(alone) == std::bit_cast<std::uint64_t>(sum({.grain = 777})));
  CHECK(std::bit_cast<std::uint64_t>(alone) == std::bit_cast<std::uint64_t>(documented_sum(values)));
  const auto grouped_sum = [&](const berth::hints& with) {
    return berth::par(values, with) | berth::enumerate() |
           berth::group_by([](const auto& p) { return p.first % 100; },
                           berth::summing([](const auto& p) { return p.second; }));
  };
  CHECK(grouped_sum({.sequential = true}) == grouped_sum({.grain = 1}));
}
