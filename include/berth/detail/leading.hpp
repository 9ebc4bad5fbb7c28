#pragma once
// How many items a predicate holds of before the first of which it does not.
#include <berth/detail/filtering.hpp>
#include <berth/detail/first_hit.hpp>
#include <berth/detail/fold_leaf.hpp>
#include <berth/detail/moving.hpp>
#include <berth/map.hpp>
#include <cstddef>
#include <source_location>
#include <type_traits>

namespace berth::detail {

// Items of which a predicate does not hold, that is asked as a filter's is.
template <class Iterator, class F>
struct failing_scan {
  static constexpr std::size_t block = 1024;
  static constexpr std::size_t front = 0;
  Iterator first;
  F& given;

  BERTH_ONE_BODY std::size_t operator()(std::size_t begin, std::size_t end) const {
    in_loop<F, named_item<Iterator>> holds = given;
    auto named = [&holds](auto&& item) { return static_cast<bool>(holds(item)); };
    return first_place<false>(first, begin, end, named);
  }
};

template <class Range, class F>
std::size_t leading(Range& items, F& f, const hints& with, const std::source_location& where) {
  using scan = failing_scan<std::ranges::iterator_t<Range>, F>;
  return first_hit<is_erased<F>>(size_of(items), scan{std::ranges::begin(items), f}, with, where);
}

// Items [begin, end) in a new vector.
template <class Range>
std::vector<std::ranges::range_value_t<Range>> copied_part(Range& items, std::size_t begin, std::size_t end,
                                                           const hints& with, const std::source_location& where) {
  using value = std::ranges::range_value_t<Range>;
  auto first = std::ranges::begin(items) + static_cast<std::ranges::range_difference_t<Range>>(begin);
  const std::size_t count = end - begin;
  itself same;
  if constexpr (std::is_same_v<value, bool>) {
    return map_flags(count, first, same, of_a_move(with), where);
  } else if constexpr (is_memory<decltype(first)>) {
    constexpr std::size_t few_bytes = 16384;
    if (count <= few_bytes / sizeof(value) && says_nothing(with))
      return std::vector<value>(std::to_address(first), std::to_address(first) + count);
    open_vector<value> all(count);
    auto leaf = [room = all.room(), first, count](std::size_t from, std::size_t to) {
      copy_part(first, room, from, to, count);
    };
    run<false>(count, leaf, of_a_move(with), where);
    return all.close(count);
  } else {
    return map_objects<value>(count, first, same, of_a_move(with), where);
  }
}

}  // namespace berth::detail
