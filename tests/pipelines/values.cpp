// What results hold, what functions are handed, and what a pipeline leaves alone.
#include <doctest/doctest.h>

#include <algorithm>
#include <berth/pipeline.hpp>
#include <berth/zip.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "pipelines/numbers.hpp"

using berth_tests::numbers;

namespace {

template <class Wanted, class Got>
void check_type(const Got&) {
  static_assert(std::is_same_v<Wanted, Got>);
}

using placed = std::pair<std::size_t, std::string>;

std::vector<std::string> some_words() { return {"quay", "berth", "ship", "rope", "bunk"}; }

const auto second_less = [](const auto& a, const auto& b) { return a.second < b.second; };

}  // namespace

TEST_CASE("results hold values, whatever the items referred to") {
  const auto words = some_words();
  const auto all = berth::par(words) | berth::enumerate() | berth::to_vector();
  check_type<std::vector<placed>>(all);
  check_type<std::optional<placed>>(berth::par(words) | berth::enumerate() | berth::find_first());
  check_type<std::optional<placed>>(berth::par(words) | berth::enumerate() |
                                    berth::largest([](const auto& p) { return p.second; }));
  check_type<std::vector<placed>>(berth::par(words) | berth::enumerate() |
                                  berth::top_k(2, [](const auto& p) { return p.second; }));
  const auto by_pair = berth::par(words) | berth::zip(words) | berth::group_by(berth::identity, berth::counting());
  check_type<std::vector<std::pair<std::pair<std::string, std::string>, std::size_t>>>(by_pair);
  CHECK(by_pair.size() == words.size());
  check_type<std::vector<std::tuple<std::string, std::string>>>(berth::par(berth::zip(words, words)) |
                                                                berth::to_vector());
  std::vector<bool> flags{true, false, true};
  check_type<std::vector<bool>>(berth::par(flags) | berth::to_vector());
  CHECK((berth::par(flags) | berth::find_first()) == true);
  CHECK((berth::par(words) | berth::zip(flags) | berth::to_vector()) ==
        std::vector<std::pair<std::string, bool>>{{"quay", true}, {"berth", false}, {"ship", true}});
}

TEST_CASE("nothing that results hold dies with the pipeline") {
  const auto placed_words = berth::par(some_words()) | berth::filter([](const auto& w) { return w.size() == 4; }) |
                            berth::enumerate() | berth::to_vector();
  CHECK(placed_words == std::vector<placed>{{0, "quay"}, {1, "ship"}, {2, "rope"}, {3, "bunk"}});
  const auto pairs =
      berth::par(berth::iota(2)) | berth::zip(some_words()) | berth::sorted(second_less) | berth::to_vector();
  CHECK(pairs == std::vector<placed>{{1, "berth"}, {0, "quay"}});
  const auto chunks = berth::par(some_words()) | berth::enumerate() | berth::chunked(4) | berth::to_vector();
  CHECK(chunks.back() == std::vector<placed>{{4, "bunk"}});
}

TEST_CASE("a temporary range in a zip is moved from") {
  std::vector<std::unique_ptr<int>> owned;
  for (int i = 0; i != 10'000; ++i) owned.push_back(std::make_unique<int>(i));
  const auto got = berth::par(berth::iota(20'000)) | berth::zip(std::move(owned)) |
                   berth::filter([](const auto& p) { return p.first % 2 == 1; }) | berth::skip(10) | berth::to_vector();
  REQUIRE(got.size() == 4990);
  for (const auto& [i, p] : got) REQUIRE(*p == static_cast<int>(i));
}

TEST_CASE("behind enumerate, zip and distinct stand the elements themselves, also in another order") {
  auto words = some_words();
  auto marks = numbers(5);
  const auto unmarked = marks;
  berth::par(words) | berth::enumerate() | berth::sorted(second_less) | berth::take(2) |
      berth::for_each([](auto p) { p.second += std::to_string(p.first); });
  CHECK(words == std::vector<std::string>{"quay", "berth1", "ship", "rope", "bunk4"});
  berth::par(words) | berth::zip(marks) | berth::filter([](const auto& p) { return p.first.size() == 4; }) |
      berth::skip(1) | berth::for_each([](auto p) { p.second = -1; });
  CHECK(marks == std::vector<int>{unmarked[0], unmarked[1], -1, -1, unmarked[4]});
  berth::par(words) | berth::distinct(&std::string::size) | berth::for_each([](std::string& w) { w = "first"; });
  CHECK(words == std::vector<std::string>{"first", "first", "ship", "rope", "first"});
}

TEST_CASE("items that refer to something are sorted without a change to what they refer to") {
  auto items = numbers(10'000);
  const auto before = items;
  auto rank = berth::par(berth::iota(items.size())) |
              berth::map([&](std::size_t i) { return std::pair<std::size_t, int&>(i, items[i]); }) |
              berth::sorted(second_less) | berth::map([](auto p) { return std::pair(p.second, p.first); }) |
              berth::to_vector();
  CHECK(items == before);
  CHECK(std::is_sorted(rank.begin(), rank.end()));
}

TEST_CASE("filter_map keeps what its function gives") {
  const auto items = numbers(50'000);
  const auto half = [](int x) { return x % 2 == 0 ? std::optional(std::to_string(x / 2)) : std::nullopt; };
  std::vector<std::string> halves;
  for (const int x : items)
    if (const auto h = half(x)) halves.push_back(*h);
  CHECK((berth::par(items) | berth::filter_map(half) | berth::to_vector()) == halves);
  const auto large = [](const int& x) { return x > 900 ? &x : nullptr; };
  CHECK((berth::par(items) | berth::filter_map(large) | berth::count()) ==
        static_cast<std::size_t>(std::count_if(items.begin(), items.end(), [](int x) { return x > 900; })));
}
