#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <berth/blocks.hpp>
#include <berth/divide_and_conquer.hpp>
#include <berth/errors.hpp>
#include <berth/for_each.hpp>
#include <berth/map.hpp>
#include <numeric>
#include <ranges>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

std::vector<int> scrambled(std::size_t count) {
  std::vector<int> values(count);
  unsigned at = 12345;
  for (int& v : values) v = static_cast<int>((at = at * 1664525u + 1013904223u) >> 8);
  return values;
}

// Asks to stop once so many have been counted.
struct stop_after {
  std::atomic<int>& counted;
  int limit;
  [[nodiscard]] bool stop_requested() const { return counted >= limit; }
};

bool is_short(std::span<int> s) { return s.size() <= 100; }
std::pair<std::span<int>, std::span<int>> halves(std::span<int> s) {
  return {s.first(s.size() / 2), s.subspan(s.size() / 2)};
}

}  // namespace

TEST_CASE("the tiles of a plane cover each cell once, whatever the sizes") {
  CHECK(rc::check([] {
    const auto rows = *rc::gen::inRange<std::size_t>(0, 60), columns = *rc::gen::inRange<std::size_t>(0, 60);
    const berth::tile_2d tile{*rc::gen::inRange<std::size_t>(1, 70), *rc::gen::inRange<std::size_t>(1, 70)};
    std::vector<std::atomic<int>> seen(rows * columns);
    berth::for_each(berth::blocks_2d(rows, columns, tile), [&](const berth::block_2d& at) {
      RC_ASSERT(at.size() > 0 && at.rows.size() <= tile.rows && at.columns.size() <= tile.columns);
      at.for_each([&](std::size_t row, std::size_t column) { ++seen[row * columns + column]; });
    });
    RC_ASSERT(std::all_of(seen.begin(), seen.end(), [](const auto& times) { return times == 1; }));
  }));
}

TEST_CASE("the tiles of a space cover each cell once") {
  for (const std::size_t side : {0u, 1u, 7u, 16u, 33u}) {
    std::vector<std::atomic<int>> seen(side * side * side);
    berth::for_each(berth::blocks_3d(side, side, side, {3, 5, 7}), [&](const berth::block_3d& at) {
      at.for_each([&](std::size_t z, std::size_t y, std::size_t x) { ++seen[(z * side + y) * side + x]; });
    });
    CHECK(std::all_of(seen.begin(), seen.end(), [](const auto& times) { return times == 1; }));
  }
}

TEST_CASE("tiles are numbered along the columns, then the rows, then the planes") {
  const auto plane = berth::blocks_2d(5, 7, {2, 4});
  REQUIRE(plane.size() == 6);
  CHECK(plane[0] == berth::block_2d{{0, 2}, {0, 4}});
  CHECK(plane[1] == berth::block_2d{{0, 2}, {4, 7}});
  CHECK(plane[5] == berth::block_2d{{4, 5}, {4, 7}});
  CHECK(berth::blocks_2d(0, 7).empty());
  CHECK(berth::blocks_2d(7, 0).empty());
  CHECK(berth::blocks_3d(4, 0, 4).empty());
  CHECK(berth::blocks_2d(3, 3, {~std::size_t{0}, ~std::size_t{0}}).size() == 1);
  const auto space = berth::blocks_3d(2, 2, 2, {1, 1, 1});
  REQUIRE(space.size() == 8);
  CHECK(space[1] == berth::block_3d{{0, 1}, {0, 1}, {1, 2}});
  CHECK(space[6] == berth::block_3d{{1, 2}, {1, 2}, {0, 1}});
  CHECK_THROWS_AS((void)berth::blocks_2d(5, 7, {0, 4}), std::invalid_argument);
  CHECK_THROWS_WITH_AS((void)berth::blocks_3d(5, 7, 1, {1, 1, 0}), "berth::blocks_3d: a length of 0",
                       std::invalid_argument);
}

TEST_CASE("divide and conquer adds up, in the order of the parts") {
  auto values = scrambled(100'000);
  const auto total = berth::divide_and_conquer(
      std::span(values), is_short, halves, [](std::span<int> s) { return std::accumulate(s.begin(), s.end(), 0L); },
      [](long a, long b) { return a + b; });
  CHECK(total == std::accumulate(values.begin(), values.end(), 0L));
  const auto text = berth::divide_and_conquer(
      std::span(values).first(1000), is_short, halves, [](std::span<int> s) { return std::to_string(s[0]) + ' '; },
      [](std::string a, const std::string& b) { return std::move(a) + b; });
  CHECK(text.starts_with(std::to_string(values[0])));
}

TEST_CASE("divide and conquer sorts in place where there is nothing to return") {
  auto values = scrambled(200'000);
  auto expected = values;
  std::sort(expected.begin(), expected.end());
  berth::divide_and_conquer(
      std::span(values), [](std::span<int> s) { return s.size() <= 1000; },
      [](std::span<int> s) {
        const auto middle = s.size() / 2;
        std::nth_element(s.begin(), s.begin() + static_cast<std::ptrdiff_t>(middle), s.end());
        return std::array{s.first(middle), s.subspan(middle)};
      },
      [](std::span<int> s) { std::sort(s.begin(), s.end()); }, [] {});
  CHECK(values == expected);
}

TEST_CASE("divide and conquer takes any number of parts, and of three") {
  const auto size_of_tree = [](int depth) {
    return berth::divide_and_conquer(
        depth, [](int d) { return d == 0; }, [](int d) { return std::vector<int>(static_cast<std::size_t>(d), d - 1); },
        [](int) { return 1; },
        [](const std::vector<int>& sizes) { return std::accumulate(sizes.begin(), sizes.end(), 1); });
  };
  CHECK(size_of_tree(0) == 1);
  CHECK(size_of_tree(3) == 1 + 3 * (1 + 2 * (1 + 1)));
  const auto leaves = berth::divide_and_conquer(
      9, [](int d) { return d == 0; }, [](int d) { return std::tuple(d - 1, d - 1, d - 1); }, [](int) { return 1; },
      [](int a, int b, int c) { return a + b + c; });
  CHECK(leaves == 19683);
}

TEST_CASE("divide and conquer takes parts that are made one by one") {
  const auto leaves = berth::divide_and_conquer(
      6, [](int d) { return d == 0; }, [](int d) { return std::views::iota(0, d); }, [](int) { return 1; },
      [](const std::vector<int>& sizes) { return std::accumulate(sizes.begin(), sizes.end(), 0); });
  CHECK(leaves == 32);
}

TEST_CASE("divide and conquer is deep where the problem is") {
  const int sum = berth::divide_and_conquer(
      2000, [](int d) { return d <= 1; }, [](int d) { return std::pair(d - 1, 1); }, [](int) { return 1; },
      [](int a, int b) { return a + b; });
  CHECK(sum == 2000);
}

TEST_CASE("divide and conquer is stopped by its hints, between parts") {
  std::atomic<int> solved{0};
  const auto run = [&](auto split) {
    berth::divide_and_conquer(
        16, [](int d) { return d == 0; }, split, [&](int) { ++solved; }, [] {}, {.stop = stop_after{solved, 100}});
  };
  CHECK_THROWS_AS(run([](int d) { return std::pair(d - 1, d - 1); }), berth::cancelled);
  CHECK(solved < 60'000);
  solved = 0;
  CHECK_THROWS_AS(run([](int d) { return std::vector<int>{d - 1, d - 1}; }), berth::cancelled);
  CHECK(solved < 60'000);
}

TEST_CASE("what a part throws comes out of divide and conquer") {
  const auto run = [] {
    return berth::divide_and_conquer(
        12, [](int d) { return d == 0; }, [](int d) { return std::pair(d - 1, d - 1); },
        [](int) -> int { throw std::runtime_error("a leaf"); }, [](int a, int b) { return a + b; });
  };
  CHECK_THROWS_WITH_AS((void)run(), "a leaf", std::runtime_error);
}
