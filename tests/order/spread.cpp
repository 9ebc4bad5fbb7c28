// Whitebox: the sort of numbers by way of a buffer, phase by phase.
#include "kernels/spread.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "kernels/two_digits.hpp"
#include "order/values.hpp"

namespace {

using berth::impl::spread;
using berth::impl::spread_sort;
using berth_tests::scrambled;

// The second bringing back only what is asked for: 0 of n classes, or all.
template <class T>
bool sorted_by_buffer(std::vector<T>& row, bool falling, std::size_t classes_in_order = spread::classes) {
  spread_sort<T> work(row.data(), row.size(), falling);
  if (!work.fit()) return false;
  for (std::size_t b = 0; b != work.blocks(); ++b) work.count(b);
  work.add_up();
  for (std::size_t b = 0; b != work.blocks(); ++b) work.scatter(b);
  for (std::size_t c = 0; c != spread::classes; ++c) {
    if (c < classes_in_order)
      work.bring_back_sorted(c);
    else
      work.bring_back(c);
  }
  return true;
}

// Some rows that a sample calls even, as integers.
std::vector<std::vector<std::uint64_t>> even_rows() {
  constexpr std::size_t count = 150'001;
  std::vector<std::vector<std::uint64_t>> rows(6, std::vector<std::uint64_t>(count));
  for (std::size_t i = 0; i != count; ++i) {
    const std::uint64_t x = scrambled(i);
    rows[0][i] = x;
    rows[1][i] = x % 1'000'000;
    rows[2][i] = x % 100 * 1'000'000'007;                       // a hundred values
    rows[3][i] = x % 100 * 1'000'000'007 + scrambled(x) % 100;  // clumps
    rows[4][i] = i < count / 2 ? i : count - i;
    rows[5][i] = i == 77 ? ~std::uint64_t{0} : x % 5000 + 1'000'000;  // one far away, which no sample sees
  }
  return rows;
}

}  // namespace

TEST_CASE_TEMPLATE("numbers that are spread come into order by way of a buffer, up and down", T, std::int32_t,
                   std::uint32_t, float, std::int64_t, std::uint64_t, double) {
  for (const auto& row : even_rows()) {
    std::vector<T> v;
    for (const std::uint64_t x : row) v.push_back(static_cast<T>(static_cast<std::int64_t>(x)));
    auto up = v;
    auto down = v;
    REQUIRE(sorted_by_buffer(up, false));
    REQUIRE(sorted_by_buffer(down, true));
    std::sort(v.begin(), v.end());
    REQUIRE(up == v);
    std::reverse(v.begin(), v.end());
    REQUIRE(down == v);
  }
}

TEST_CASE("classes that are not sorted are brought back as they are") {
  for (const std::size_t sorted : {std::size_t{0}, std::size_t{100}}) {
    auto v = even_rows()[0];
    auto expected = v;
    REQUIRE(sorted_by_buffer(v, false, sorted));
    CHECK_FALSE(std::is_sorted(v.begin(), v.end()));
    std::sort(v.begin(), v.end());
    std::sort(expected.begin(), expected.end());
    CHECK(v == expected);
  }
}

TEST_CASE("numbers that are nearly all alike are not sorted this way") {
  std::vector<std::uint64_t> v(100'000, 7);
  for (std::size_t i = 0; i < v.size(); i += 10) v[i] = scrambled(i);
  const auto before = v;
  CHECK_FALSE(sorted_by_buffer(v, false));
  CHECK(v == before);
}

TEST_CASE("keys that come in clumps are given up, and all there") {
  std::vector<std::uint64_t> keys(5000), beside(5000), out(5000);
  for (std::size_t i = 0; i != keys.size(); ++i) keys[i] = scrambled(i) % 4096;
  CHECK_FALSE(berth::impl::sort_spread_keys(keys.data(), keys.size(), std::uint64_t{0}, 64, beside.data(), out.data()));
  std::sort(keys.begin(), keys.end());
  std::sort(out.begin(), out.end());
  CHECK(out == keys);
}
