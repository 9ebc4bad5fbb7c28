#include <doctest/doctest.h>

#include <algorithm>
#include <berth/sort.hpp>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <type_traits>
#include <vector>

#include "order/values.hpp"

namespace {

enum class color : std::uint8_t { red, green, blue };

}  // namespace

TEST_CASE_TEMPLATE("whatever has an order is sorted as std::stable_sort would", T, char, wchar_t, long double,
                   berth_tests::wide_integer, color, const int*) {
  static const int memory[1000]{};
  for (const std::size_t count : {std::size_t{7}, std::size_t{300}, std::size_t{40'000}}) {
    std::vector<T> v;
    for (std::size_t i = 0; i != count; ++i) {
      if constexpr (std::is_pointer_v<T>)
        v.push_back(memory + berth_tests::scrambled(i) % 1000);
      else
        v.push_back(static_cast<T>(berth_tests::scrambled(i) % 100'000));
    }
    auto expected = v;
    std::stable_sort(expected.begin(), expected.end());
    berth::sort(v);
    REQUIRE(v == expected);
    std::stable_sort(expected.begin(), expected.end(), std::greater<>{});
    berth::sort(v, std::greater<>{});
    REQUIRE(v == expected);
  }
}

TEST_CASE("an array of bool is sorted") {
  static bool flags[20'000];
  for (std::size_t i = 0; i != std::size(flags); ++i) flags[i] = berth_tests::scrambled(i) % 3 == 0;
  const auto set = std::count(std::begin(flags), std::end(flags), true);
  berth::sort(flags);
  CHECK(std::is_sorted(std::begin(flags), std::end(flags)));
  CHECK(std::count(std::begin(flags), std::end(flags), true) == set);
}

TEST_CASE("items that want an alignment of their own get it") {
  struct alignas(128) aligned {
    std::uint64_t key = 0;
    aligned() = default;
    explicit aligned(std::uint64_t k) : key(k) {}
    aligned(aligned&& o) noexcept : key(o.key) { check(); }
    aligned& operator=(aligned&& o) noexcept {
      key = o.key;
      check();
      return *this;
    }
    void check() const {
      if (reinterpret_cast<std::uintptr_t>(this) % alignof(aligned) != 0) std::abort();
    }
  };
  for (const std::size_t count : {std::size_t{10}, std::size_t{500}, std::size_t{20'000}}) {
    std::vector<aligned> v;
    for (std::size_t i = 0; i != count; ++i) v.emplace_back(berth_tests::scrambled(i));
    const auto less = [](const aligned& a, const aligned& b) { return a.key < b.key; };
    berth::sort(v, less);
    REQUIRE(std::is_sorted(v.begin(), v.end(), less));
    berth::sort(v, std::greater<>{}, &aligned::key);
    REQUIRE(std::is_sorted(v.rbegin(), v.rend(), less));
  }
}
