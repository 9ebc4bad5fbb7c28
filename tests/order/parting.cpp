// Two pieces that lie apart are parted as one row.
#include <doctest/doctest.h>

#include <algorithm>
#include <berth/detail/part.hpp>
#include <cstddef>
#include <random>
#include <vector>

namespace {

struct is_low {
  bool operator()(int x) const { return x < 0; }
};

// The items of both pieces, `low` of a hundred below 0, around a gap of items that nobody may touch.
void check(std::size_t a, std::size_t gap, std::size_t b, int low_in_a, int low_in_b, std::mt19937& random) {
  std::vector<int> row(a + gap + b, 1'000'000);
  std::uniform_int_distribution<int> percent(0, 99);
  for (std::size_t i = 0; i != row.size(); ++i)
    if (i < a || i >= a + gap) row[i] = percent(random) < (i < a ? low_in_a : low_in_b) ? -1 : 1;
  const auto lows = static_cast<std::size_t>(std::count(row.begin(), row.end(), -1));
  is_low left;
  berth::detail::pair_of_pieces<int*, is_low> pieces(row.data(), 0, a, a + gap, row.size(), left);
  REQUIRE(pieces.part() == lows);
  REQUIRE(static_cast<std::size_t>(std::count(row.begin(), row.end(), -1)) == lows);
  for (std::size_t i = 0; i != row.size(); ++i) {
    const bool in_gap = i >= a && i < a + gap;
    const std::size_t place = i < a ? i : i - gap;
    REQUIRE(row[i] == (in_gap ? 1'000'000 : place < lows ? -1 : 1));
  }
}

}  // namespace

TEST_CASE("two pieces are parted, whatever their sizes and wherever the boundary comes to lie") {
  std::mt19937 random(20251);
  for (const std::size_t a : {0u, 1u, 63u, 64u, 65u, 128u, 200u})
    for (const std::size_t b : {0u, 1u, 63u, 64u, 65u, 128u, 200u})
      for (const std::size_t gap : {0u, 1u, 300u})
        for (const int low_in_a : {0, 10, 50, 90, 100})
          for (const int low_in_b : {0, 10, 50, 90, 100}) check(a, gap, b, low_in_a, low_in_b, random);
}
