#pragma once
#include <berth/detail/best_of.hpp>
#include <berth/detail/extremes.hpp>
#include <optional>
#include <source_location>
#include <type_traits>

namespace berth {

// Both ends of a range.
template <class T>
struct extremes {
  T min, max;
  friend bool operator==(const extremes&, const extremes&) = default;
};

// The smallest and the greatest item in one pass, copies of them; none for an empty range.
//
//   if (const auto ends = berth::minmax(prices)) draw_axis(ends->min, ends->max);
//
// Of equals the first, for either end (std::minmax_element gives the last of the greatest). In everything else as
// berth::min and berth::max. Complexity: 2 n calls of `less` and 4 n of `key`.
template <indexable Range, detail::no_hints_object Less, detail::no_hints_object Key>
[[nodiscard]] std::optional<extremes<std::ranges::range_value_t<Range>>> minmax(
    Range&& items, Less&& less, Key&& key, const hints& with = no_hints,
    std::source_location where = std::source_location::current()) {
  using iterator = std::ranges::iterator_t<Range>;
  using value = std::ranges::range_value_t<Range>;
  constexpr bool copies = detail::gives_copies<Range>;
  constexpr bool keyed = detail::is_key_of<Range, Key>;
  static_assert(copies, "berth::minmax: the range's elements must be copyable, for the result holds copies of two");
  static_assert(keyed, "berth::minmax: the key must be callable with the range's element type");
  if constexpr (copies && keyed) {
    constexpr bool ordered = detail::is_order_on_keys<Range, Less, Key>;
    static_assert(ordered,
                  "berth::minmax: the order must take two keys (two elements, where there is no key) and give a truth "
                  "value; without one, they must compare by <");
    const std::size_t count = detail::size_of(items);
    const iterator first = std::ranges::begin(items);
    if (count == 0) return std::nullopt;
    if constexpr (ordered && sizeof(value) <= 8 &&
                  detail::is_plain_extremum<iterator, std::remove_reference_t<Less>, std::remove_reference_t<Key>>) {
      const auto ends = detail::extremes_of_numbers(count, first, with, where);
      return extremes<value>{ends.least, ends.greatest};
    } else if constexpr (ordered) {
      const auto ends = detail::indices_of_extremes(count, first, less, key, with, where);
      return extremes<value>{value(detail::at(first, ends.least)), value(detail::at(first, ends.greatest))};
    }
  }
}

template <indexable Range, detail::no_hints_object Less>
[[nodiscard]] auto minmax(Range&& items, Less&& less, const hints& with = no_hints,
                          std::source_location where = std::source_location::current()) {
  return berth::minmax(items, less, detail::itself{}, with, where);
}

template <indexable Range>
[[nodiscard]] auto minmax(Range&& items, const hints& with = no_hints,
                          std::source_location where = std::source_location::current()) {
  return berth::minmax(items, detail::less_items{}, detail::itself{}, with, where);
}

}  // namespace berth
