#pragma once
// Counting items for which something holds.
#include <berth/detail/first_hit.hpp>
#include <berth/detail/side_by_side.hpp>
#include <cstddef>
#include <cstdint>
#include <source_location>
#include <type_traits>

namespace berth::detail {

// counter(begin, end) says how many there are in [begin, end). Any order gives the same number. `front`: so many items
// take less than a microsecond for certain.
template <bool Erased, class Counter>
inline std::size_t count_in_pieces(std::size_t count, const Counter& counter, const hints& with,
                                   const std::source_location& where) {
  if constexpr (Counter::front != 0) {
    if (count <= Counter::front && says_nothing(with)) return counter(0, count);
  }
  std::size_t total = 0;
  auto leaf = [&total, counter, count](std::size_t begin, std::size_t end) {
    const std::size_t part = counter(begin, end);
    if (end - begin == count)
      total = part;
    else
      __atomic_fetch_add(&total, part, __ATOMIC_RELAXED);
  };
  run<Erased>(count, leaf, with, where);
  return total;
}

template <class T>
struct equal_counter {
  static constexpr std::size_t front = 16384 / sizeof(T);
  static constexpr std::size_t worth_a_call = 64;
  const T* items;
  T sought;
  std::size_t operator()(std::size_t begin, std::size_t end) const {
    if constexpr (std::is_integral_v<T> && sizeof(T) == 8)
      if (end - begin >= worth_a_call) return count_equal_wide(items, begin, end, static_cast<std::uint64_t>(sought));
    return count_equal(items, begin, end, sought);
  }
};

// Sixteen counters, each for every sixteenth item, as wide as an item: a loop of known length without a branch becomes
// vectors at every optimisation level. They are added up before the narrowest can overflow.
template <class Iterator, class F>
struct predicate_counter {
  using item = std::iter_value_t<Iterator>;
  static constexpr std::size_t front = 0;
  static constexpr std::size_t lanes = 16;
  static constexpr std::size_t most_rows = 255;
  // Integers of 8 bytes compare no faster in vectors on the oldest x86-64.
  static constexpr bool in_lanes = is_number<item> && (sizeof(item) < 8 || std::is_floating_point_v<item>) &&
                                   std::contiguous_iterator<Iterator> &&
                                   is_copied_for_loop<F, std::iter_reference_t<Iterator>>();
  Iterator first;
  F& given;

  BERTH_ONE_BODY std::size_t operator()(std::size_t begin, std::size_t end) const {
    const Iterator from = first;
    in_loop<F, std::iter_reference_t<Iterator>> holds = given;
    std::size_t total = 0;
    if constexpr (in_lanes) {
      while (end - begin >= lanes) {
        const std::size_t rows = (end - begin) / lanes < most_rows ? (end - begin) / lanes : most_rows;
        total += count_rows(from, holds, begin, rows);
        begin += rows * lanes;
      }
    }
    std::size_t odd = 0;
    for (; end - begin >= 2; begin += 2) {
      total += static_cast<std::size_t>(static_cast<bool>(holds(at(from, begin))));
      odd += static_cast<std::size_t>(static_cast<bool>(holds(at(from, begin + 1))));
    }
    if (begin != end) total += static_cast<std::size_t>(static_cast<bool>(holds(at(from, begin))));
    return total + odd;
  }

 private:
  template <class Holds>
  static std::size_t count_rows(const Iterator& from, Holds& holds, std::size_t begin, std::size_t rows) {
    counter_beside<item> counted[lanes] = {};
    for (; rows != 0; --rows, begin += lanes)
      for (std::size_t l = 0; l != lanes; ++l)
        counted[l] =
            static_cast<counter_beside<item>>(counted[l] + (static_cast<bool>(holds(at(from, begin + l))) ? 1 : 0));
    std::size_t total = 0;
    for (const auto each : counted) total += each;
    return total;
  }
};

}  // namespace berth::detail
