// Items of one type beside values of another: what berth's headers do with them warns of nothing that std's do not.
// This file is compiled with the warnings that a user may have switched on, as errors.
#include <doctest/doctest.h>

#include <berth/copy.hpp>
#include <berth/count.hpp>
#include <berth/equal.hpp>
#include <berth/fill.hpp>
#include <berth/filter_into.hpp>
#include <berth/find.hpp>
#include <berth/lexicographical_compare.hpp>
#include <deque>
#include <optional>
#include <vector>

TEST_CASE("numbers of two types are compared and converted as the language does it, without a warning") {
  const std::vector<int> whole(9, 3);
  const std::vector<unsigned> natural(9, 3);
  const std::deque<int> apart(9, 3);
  const std::vector<long> wide(9, 3);
  const std::vector<double> real(9, 3.0);
  CHECK(berth::equal(whole, natural));
  CHECK(!berth::lexicographical_compare(whole, natural));
  CHECK(berth::count(apart, 3U) == 9);
  CHECK(berth::find(apart, 4U) == std::nullopt);
  CHECK(berth::count(wide, 3.0) == 9);
  CHECK(berth::equal(wide, real));
  std::vector<float> narrow(9);
  berth::copy(real, narrow);
  CHECK(berth::equal(narrow, real));
  berth::fill(narrow, 4.0);
  CHECK(berth::count(narrow, 4) == 9);
  CHECK(berth::filter_into(real, narrow, [](double v) { return v > 2; }) == 9);
  CHECK(berth::equal(narrow, real));
}
