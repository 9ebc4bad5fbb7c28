#pragma once
// Comparing numbers that lie side by side in memory: 128 bytes are compared before anybody looks whether it is time to
// stop, so that neither a branch an item nor the optimisation level holds a search up.
#include <berth/detail/export.hpp>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace berth::detail {

template <class T>
inline constexpr bool is_number = std::is_arithmetic_v<T> && sizeof(T) <= 8;

// What is compared with what: floating-point as itself (NaN equals nothing, -0.0 equals +0.0), integers by their bits,
// those of 8 bytes as two halves, for the oldest x86-64 has no other comparison.
template <class T>
struct compared_as {
  using type = std::conditional_t<sizeof(T) == 1, std::uint8_t,
                                  std::conditional_t<sizeof(T) == 2, std::uint16_t, std::uint32_t>>;
};
template <class T>
  requires std::is_floating_point_v<T>
struct compared_as<T> {
  using type = T;
};

// Sixteen bytes of numbers.
template <class T>
class few_numbers {
 public:
  static constexpr std::size_t width = 16 / sizeof(T);
  using lane = typename compared_as<T>::type;
  using vector [[gnu::vector_size(16)]] = lane;
  using mask = decltype(vector{} == vector{});
  using halves [[gnu::vector_size(16)]] = std::uint64_t;

  static few_numbers at(const T* from) {
    few_numbers loaded;
    __builtin_memcpy(&loaded.lanes_, from, sizeof loaded.lanes_);
    return loaded;
  }
  static few_numbers all(T value) {
    T same[width];
    for (T& each : same) each = value;
    return at(same);
  }
  // All bits of a number set where the two are equal, none where not.
  friend mask equal(few_numbers a, few_numbers b) {
    const mask same = a.lanes_ == b.lanes_;
    if constexpr (std::is_integral_v<T> && sizeof(T) == 8)
      return same & __builtin_shufflevector(same, same, 1, 0, 3, 2);
    else
      return same;
  }
  // Some bit of a number set where the two differ.
  friend mask different(few_numbers a, few_numbers b) {
    if constexpr (std::is_integral_v<T>)
      return reinterpret_cast<mask>(a.lanes_ ^ b.lanes_);
    else
      return a.lanes_ != b.lanes_;
  }
  static bool any(mask m) {
    const auto both = reinterpret_cast<halves>(m);
    return (both[0] | both[1]) != 0;
  }

 private:
  vector lanes_;
};

// Written out, for not every optimisation level unrolls a loop of eight.
using together = std::make_index_sequence<8>;
using one_at_a_time = std::make_index_sequence<1>;

template <class T>
inline constexpr std::size_t row_size = few_numbers<T>::width * together::size();

template <class T, std::size_t... I>
inline bool any_equal(const T* items, few_numbers<T> wanted, std::index_sequence<I...>) {
  using few = few_numbers<T>;
  return few::any((equal(few::at(items + I * few::width), wanted) | ...));
}

template <class T, std::size_t... I>
inline bool any_different(const T* a, const T* b, std::index_sequence<I...>) {
  using few = few_numbers<T>;
  return few::any((different(few::at(a + I * few::width), few::at(b + I * few::width)) | ...));
}

// The first i in [begin, end) with items[i] == sought; else end.
template <class T>
BERTH_ONE_BODY std::size_t first_equal(const T* items, std::size_t begin, std::size_t end, T sought) {
  const auto wanted = few_numbers<T>::all(sought);
  while (end - begin >= row_size<T> && !any_equal(items + begin, wanted, together{})) begin += row_size<T>;
  if constexpr (sizeof(T) < 8)
    while (end - begin >= few_numbers<T>::width && !any_equal(items + begin, wanted, one_at_a_time{}))
      begin += few_numbers<T>::width;
  while (begin != end && !(items[begin] == sought)) ++begin;
  return begin;
}

// The first i in [begin, end) with !(a[i] == b[i]); else end.
template <class T>
BERTH_ONE_BODY std::size_t first_different(const T* a, const T* b, std::size_t begin, std::size_t end) {
  while (end - begin >= row_size<T> && !any_different(a + begin, b + begin, together{})) begin += row_size<T>;
  if constexpr (sizeof(T) < 8)
    while (end - begin >= few_numbers<T>::width && !any_different(a + begin, b + begin, one_at_a_time{}))
      begin += few_numbers<T>::width;
  while (begin != end && a[begin] == b[begin]) ++begin;
  return begin;
}

// An unsigned integer as wide as T, for counters that keep step with what is counted.
template <class T>
using counter_beside =
    std::conditional_t<sizeof(T) == 1, std::uint8_t,
                       std::conditional_t<sizeof(T) == 2, std::uint16_t,
                                          std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;

// How many of [begin, end) equal `sought`. Each number of a vector counts for itself, so far as it can count.
template <class T>
BERTH_ONE_BODY std::size_t count_equal(const T* items, std::size_t begin, std::size_t end, T sought) {
  using few = few_numbers<T>;
  using counter [[gnu::vector_size(16)]] = counter_beside<T>;
  constexpr std::size_t step = 2 * few::width;
  constexpr std::size_t most = sizeof(T) == 1 ? 255 : 32768;
  const few wanted = few::all(sought);
  std::size_t count = 0;
  while (end - begin >= step) {
    const std::size_t steps = (end - begin) / step < most ? (end - begin) / step : most;
    counter even{};
    counter odd{};
    for (const std::size_t stop = begin + steps * step; begin != stop; begin += step) {
      even -= reinterpret_cast<counter>(equal(few::at(items + begin), wanted));
      odd -= reinterpret_cast<counter>(equal(few::at(items + begin + few::width), wanted));
    }
    for (std::size_t l = 0; l != few::width; ++l) count += std::size_t{even[l]} + std::size_t{odd[l]};
  }
  for (; begin != end; ++begin) count += items[begin] == sought ? 1 : 0;
  return count;
}

}  // namespace berth::detail
