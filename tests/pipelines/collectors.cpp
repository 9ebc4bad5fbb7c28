// Collectors against loops.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <berth/pipeline.hpp>
#include <berth/statistics.hpp>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pipelines/numbers.hpp"

using berth_tests::holds;
using berth_tests::numbers;
using berth_tests::some_numbers;

namespace {

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

TEST_CASE("a NaN is the smallest and the largest wherever it stands, and the last of the best") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> some{1, 9, nan, 4, 3, 8, 2};
  for (std::size_t turn = 0; turn != some.size(); ++turn) {
    std::rotate(some.begin(), some.begin() + 1, some.end());
    CHECK((berth::par(some) | berth::top_k(3)) == std::vector<double>{9, 8, 4});
    CHECK(std::isnan((berth::par(some) | berth::top_k(9)).back()));
    CHECK(std::isnan(*(berth::par(some) | berth::smallest())));
    CHECK(std::isnan(*(berth::par(some) | berth::largest())));
    const auto all = berth::par(some) | berth::statistics();
    CHECK(std::isnan(all->min));
    CHECK(std::isnan(all->max));
  }
}

TEST_CASE("statistics, averages and two collectors at once") {
  const auto items = numbers(30'000);
  const auto all = berth::par(items) | berth::statistics();
  const double mean = static_cast<double>(std::accumulate(items.begin(), items.end(), 0LL)) / 30'000;
  double squares = 0;
  for (const int x : items) squares += (x - mean) * (x - mean);
  REQUIRE(all);
  CHECK(all->count == 30'000);
  CHECK(all->sum == std::accumulate(items.begin(), items.end(), 0LL));
  CHECK(all->min == *std::min_element(items.begin(), items.end()));
  CHECK(all->max == *std::max_element(items.begin(), items.end()));
  CHECK(all->average == doctest::Approx(mean));
  CHECK(all->variance == doctest::Approx(squares / 30'000));
  CHECK(all->variance == doctest::Approx(berth::statistics(items)->variance));
  CHECK((berth::par(std::vector<int>()) | berth::statistics()) == std::nullopt);
  CHECK((berth::par(items) | berth::averaging()) == mean);
  const auto both = berth::par(items) | berth::teeing(berth::filtering([](int x) { return x < 10; }, berth::counting()),
                                                      berth::mapping([](int x) { return -x; }, berth::smallest()),
                                                      [](std::size_t n, auto x) { return std::pair(n, *x); });
  CHECK(both.first ==
        static_cast<std::size_t>(std::count_if(items.begin(), items.end(), [](int x) { return x < 10; })));
  CHECK(both.second == -all->max);
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
