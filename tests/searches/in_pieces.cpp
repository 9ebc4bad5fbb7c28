// Searches give the same whatever pieces a call is cut into, in whatever order these run.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <berth/any.hpp>
#include <berth/find.hpp>
#include <berth/find_any.hpp>
#include <berth/find_if.hpp>
#include <berth/mismatch.hpp>
#include <berth/search.hpp>
#include <optional>
#include <string>
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

TEST_CASE("the first of many hits is found in any pieces") {
  CHECK(rc::check([] {
    const auto values = made(any_size(20'000), [](auto x) { return static_cast<int>(x % 300); });
    const auto is_seven = [](int v) { return v == 7; };
    const auto at = std::find(values.begin(), values.end(), 7);
    const auto expected = at == values.end() ? std::nullopt : std::optional<std::size_t>(at - values.begin());
    const splitting now(any_split());
    RC_ASSERT(berth::find(values, 7) == expected);
    RC_ASSERT(berth::find(values, 7, {.grain = 3}) == expected);  // without the short way through the front
    RC_ASSERT(berth::find_if(values, is_seven) == expected);
    RC_ASSERT(berth::any(values, is_seven) == expected.has_value());
    RC_ASSERT(berth::find_any(values, is_seven).has_value() == expected.has_value());
  }));
}

TEST_CASE("the first place where two ranges differ, or a row begins, is found in any pieces") {
  CHECK(rc::check([] {
    const auto a = made(any_size(20'000), [](auto x) { return static_cast<char>('a' + x % 3); });
    auto b = a;
    for (std::size_t i = 1; i < b.size(); i += 1 + b.size() / 3) b[i] = '!';
    const std::string text(a.begin(), a.end());
    const std::string row = "abcab";
    const auto there = text.find(row);
    const splitting now(any_split());
    RC_ASSERT(berth::mismatch(a, b, {.grain = 3}) == (a.size() > 1 ? std::optional<std::size_t>(1) : std::nullopt));
    RC_ASSERT(berth::search(text, row) == (there == std::string::npos ? std::nullopt : std::optional(there)));
  }));
}
