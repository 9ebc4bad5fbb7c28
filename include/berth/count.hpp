#pragma once
#include <berth/count_if.hpp>
#include <berth/detail/counting.hpp>
#include <cstddef>
#include <memory>
#include <source_location>

namespace berth {

// How many items equal `value`.
//
//   const std::size_t lines = berth::count(text, '\n');
//
// Numbers side by side are compared 32 bytes at a time. In everything else as berth::count_if.
template <indexable Range, class Value>
[[nodiscard]] std::size_t count(Range&& items, const Value& value, const hints& with = no_hints,
                                std::source_location where = std::source_location::current()) {
  using iterator = std::ranges::iterator_t<Range>;
  constexpr bool comparable =
      requires(std::ranges::range_reference_t<Range> item, const Value& v) { static_cast<bool>(item == v); };
  static_assert(comparable, "berth::count: the range's elements must compare with the value by ==");
  if constexpr (comparable && detail::is_found_side_by_side<iterator, Value>) {
    using number = std::iter_value_t<iterator>;
    const std::size_t size = detail::size_of(items);
    if (size == 0 || !detail::is_one_of<number>(value)) return 0;
    const detail::equal_counter<number> counter{std::to_address(std::ranges::begin(items)), static_cast<number>(value)};
    return detail::count_in_pieces<false>(size, counter, with, where);
  } else if constexpr (comparable) {
    return berth::count_if(items, detail::equals<Value>{value}, with, where);
  }
}

}  // namespace berth
