#include <doctest/doctest.h>

#include <algorithm>
#include <berth/sort.hpp>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <type_traits>
#include <vector>

#include "order/values.hpp"

namespace {

using berth_tests::any_size;
using berth_tests::holds;
using berth_tests::values;

template <class T>
T number(std::uint64_t x) {
  if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(static_cast<std::int64_t>(x)) * static_cast<T>(1e-9);
  } else {
    return static_cast<T>(x);
  }
}

// Now and then what floating-point has beside numbers.
template <class T>
T odd_number(std::uint64_t x) {
  switch (berth_tests::scrambled(x) % 9) {
    case 0: return std::numeric_limits<T>::quiet_NaN();
    case 1: return -std::numeric_limits<T>::quiet_NaN();
    case 2: return T{0};
    case 3: return -T{0};
    case 4: return std::numeric_limits<T>::infinity();
    case 5: return -std::numeric_limits<T>::infinity();
    case 6: return std::numeric_limits<T>::denorm_min();
    default: return number<T>(x);
  }
}

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

// The order that the header promises, said another way.
template <class T>
bool comes_before(T a, T b, bool falling) {
  if (std::isnan(a) || std::isnan(b)) return !std::isnan(a) && std::isnan(b);
  if (a != b) return falling ? a > b : a < b;
  return falling ? !std::signbit(a) && std::signbit(b) : std::signbit(a) && !std::signbit(b);
}

template <class T>
void check_plain() {
  holds(
      [] {
        auto v = values(any_size(150'000), number<T>);
        auto up = v;
        auto down = v;
        berth::sort(up);
        berth::sort(down, std::greater<>{});
        std::sort(v.begin(), v.end());
        RC_ASSERT(same_bits(up, v));
        std::reverse(v.begin(), v.end());
        RC_ASSERT(same_bits(down, v));
      },
      20);
}

template <class T>
void check_odd() {
  holds(
      [] {
        const auto v = values(any_size(150'000), odd_number<T>);
        for (const bool falling : {false, true}) {
          auto sorted = v;
          if (falling)
            berth::sort(sorted, std::greater<T>{});
          else
            berth::sort(sorted, std::ranges::less{});
          auto expected = v;
          std::sort(expected.begin(), expected.end(), [falling](T a, T b) { return comes_before(a, b, falling); });
          const auto nans = [](T x) { return std::isnan(x); };
          const auto end = std::find_if(expected.begin(), expected.end(), nans);
          const auto count = static_cast<std::size_t>(end - expected.begin());
          const auto numbers = [count](const std::vector<T>& row) {
            return std::vector<T>(row.data(), row.data() + count);
          };
          RC_ASSERT(same_bits(numbers(sorted), numbers(expected)));
          RC_ASSERT(std::all_of(sorted.begin() + static_cast<std::ptrdiff_t>(count), sorted.end(), nans));
          auto backwards = v;
          std::reverse(backwards.begin(), backwards.end());
          if (falling)
            berth::sort(backwards, std::greater<>{});
          else
            berth::sort(backwards);
          RC_ASSERT(same_bits(sorted, backwards));
        }
      },
      20);
}

}  // namespace

TEST_CASE_TEMPLATE("plain numbers come into order, up and down", T, std::int32_t, std::uint32_t, std::int64_t,
                   std::uint64_t, long long, float, double, short) {
  check_plain<T>();
}

TEST_CASE_TEMPLATE("NaN come last whichever way, -0.0 by its sign, and the bits depend on the numbers alone", T, float,
                   double) {
  check_odd<T>();
}

// Highway 1.0.3 takes the number before x to be x minus its type's epsilon, and picks what it divides by at random.
TEST_CASE_TEMPLATE("numbers nearer to each other than their type's epsilon come into order, time and again", T, float,
                   double) {
  std::vector<T> v(45'653);
  for (std::size_t i = 0; i != v.size(); ++i)
    v[i] = static_cast<T>(i % 1000) * (std::numeric_limits<T>::epsilon() / 100);
  auto expected = v;
  std::sort(expected.begin(), expected.end());
  bool right = true;
  for (int i = 0; i != 150; ++i) {
    auto up = v;
    berth::sort(up);
    right = right && up == expected;
    auto down = v;
    berth::sort(down, std::greater<>{});
    right = right && std::equal(down.rbegin(), down.rend(), expected.begin(), expected.end());
  }
  CHECK(right);
}

TEST_CASE("a million numbers come into order") {
  std::vector<std::uint64_t> v(1'000'000);
  for (std::size_t i = 0; i != v.size(); ++i) v[i] = berth_tests::scrambled(i);
  auto expected = v;
  std::sort(expected.begin(), expected.end());
  berth::sort(v);
  CHECK(v == expected);
}

TEST_CASE_TEMPLATE("a great many numbers come into order, odd ones among them", T, double, float) {
  std::vector<T> v(600'000);
  for (std::size_t i = 0; i != v.size(); ++i)
    v[i] = i % 64 == 0 ? odd_number<T>(i) : number<T>(berth_tests::scrambled(i));
  const auto nans = static_cast<std::size_t>(std::count_if(v.begin(), v.end(), [](T x) { return std::isnan(x); }));
  auto other = v;
  std::reverse(other.begin(), other.end());
  for (const bool falling : {false, true}) {
    if (falling) {
      berth::sort(v, std::greater<>{});
      berth::sort(other, std::greater<>{});
    } else {
      berth::sort(v);
      berth::sort(other, std::less<>{});
    }
    REQUIRE(same_bits(v, other));
    const auto end = v.end() - static_cast<std::ptrdiff_t>(nans);
    REQUIRE(std::is_sorted(v.begin(), end, [falling](T a, T b) { return comes_before(a, b, falling); }));
    REQUIRE(std::all_of(end, v.end(), [](T x) { return std::isnan(x); }));
    std::reverse(other.begin(), other.end());
  }
}

TEST_CASE("numbers of which one outnumbers all others come into order") {
  std::vector<double> v(300'000, 1.0);
  for (std::size_t i = 0; i < v.size(); i += 10) v[i] = static_cast<double>(i % 77) - 38;
  auto expected = v;
  std::sort(expected.begin(), expected.end());
  berth::sort(v);
  CHECK(v == expected);
}

TEST_CASE("stable_sort leaves zeros of both signs in their order, and NaN last") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> v{0.0, nan, -0.0, 1.0, -0.0, 0.0, -1.0};
  berth::stable_sort(v);
  CHECK(v[0] == -1.0);
  CHECK_FALSE(std::signbit(v[1]));
  CHECK(std::signbit(v[2]));
  CHECK(std::signbit(v[3]));
  CHECK_FALSE(std::signbit(v[4]));
  CHECK(v[5] == 1.0);
  CHECK(std::isnan(v[6]));
}

TEST_CASE("records by a floating-point key have those with NaN last, up and down") {
  struct reading {
    double value;
    char more[32];
  };
  for (const std::size_t count : {std::size_t{20}, std::size_t{500}, std::size_t{30'000}}) {
    std::vector<reading> v(count);
    for (std::size_t i = 0; i != count; ++i)
      v[i].value = i % 5 == 0 ? std::nan("") : static_cast<double>(i * 7919 % 1000);
    berth::sort(v, {}, &reading::value);
    REQUIRE(v.front().value == 0 + v.front().value);
    REQUIRE(std::isnan(v.back().value));
    REQUIRE(std::is_sorted(v.begin(), v.end() - static_cast<std::ptrdiff_t>((count + 4) / 5),
                           [](const reading& a, const reading& b) { return a.value < b.value; }));
    berth::sort(v, std::greater<>{}, &reading::value);
    REQUIRE(std::isnan(v.back().value));
    REQUIRE_FALSE(std::isnan(v.front().value));
  }
}
