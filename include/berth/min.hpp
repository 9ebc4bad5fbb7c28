#pragma once
#include <berth/detail/best_of.hpp>
#include <optional>
#include <source_location>
#include <type_traits>

namespace berth {

// The smallest item, a copy of it; none for an empty range.
//
//   const auto least = berth::min(prices);
//   const auto nearest = berth::min(stars, std::less<>{}, &star::distance);
//
// In a pipeline: berth::smallest.
// Shapes: `items` is any random-access range of known size. `less` orders what `key` makes of the items, and must be a
//   strict weak order; without them: < on the items themselves.
// Order: of equals the first. Numbers without `less` and `key` compare as berth::minimum has it: a NaN among them gives
//   NaN, and -0.0 is smaller than +0.0. The result does not depend on threads, quota, hints or the way the call went.
// Waits: blocks the thread until all are done; a waiting thread runs pieces of this call and of calls made inside it,
//   nothing else.
// Cancellation: hints stop and until; the call then throws `cancelled` or `deadline_exceeded`.
// Throws: what `less` or `key` threw for one of the failing pairs; std::bad_alloc.
// Thread-safety: `less` and `key` are called from several threads at once, through references to the objects given (a
//   small trivially copyable `key` may be copied).
// Complexity: n calls of `less` and 2 n of `key`; span that over berth::budget().cpus.
template <indexable Range, detail::no_hints_object Less, detail::no_hints_object Key>
[[nodiscard]] std::optional<std::ranges::range_value_t<Range>> min(
    Range&& items, Less&& less, Key&& key, const hints& with = no_hints,
    std::source_location where = std::source_location::current()) {
  using iterator = std::ranges::iterator_t<Range>;
  constexpr bool copies = detail::gives_copies<Range>;
  constexpr bool keyed = detail::is_key_of<Range, Key>;
  static_assert(copies, "berth::min: the range's elements must be copyable, for the result is a copy of one");
  static_assert(keyed, "berth::min: the key must be callable with the range's element type");
  if constexpr (copies && keyed) {
    constexpr bool ordered = detail::is_order_on_keys<Range, Less, Key>;
    static_assert(ordered,
                  "berth::min: the order must take two keys (two elements, where there is no key) and give a truth "
                  "value; without one, they must compare by <");
    const std::size_t count = detail::size_of(items);
    const iterator first = std::ranges::begin(items);
    if (count == 0) return std::nullopt;
    if constexpr (ordered &&
                  detail::is_plain_extremum<iterator, std::remove_reference_t<Less>, std::remove_reference_t<Key>>)
      return detail::extremum_of<minimum>(count, first, with, where);
    else if constexpr (ordered)
      return std::optional<std::ranges::range_value_t<Range>>(
          detail::at(first, detail::index_of_best(count, first, less, key, with, where)));
  }
}

template <indexable Range, detail::no_hints_object Less>
[[nodiscard]] auto min(Range&& items, Less&& less, const hints& with = no_hints,
                       std::source_location where = std::source_location::current()) {
  return berth::min(items, less, detail::itself{}, with, where);
}

template <indexable Range>
[[nodiscard]] auto min(Range&& items, const hints& with = no_hints,
                       std::source_location where = std::source_location::current()) {
  return berth::min(items, detail::less_items{}, detail::itself{}, with, where);
}

}  // namespace berth
