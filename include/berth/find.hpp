#pragma once
#include <berth/detail/first_hit.hpp>
#include <concepts>
#include <cstddef>
#include <memory>
#include <optional>
#include <source_location>
#include <type_traits>

namespace berth::detail {

template <class Iterator, class Value>
inline std::size_t first_equal_to(std::size_t count, const Iterator& first, const Value& value, const hints& with,
                                  const std::source_location& where) {
  if constexpr (is_found_side_by_side<Iterator, Value>) {
    using number = std::iter_value_t<Iterator>;
    if (count == 0 || !is_one_of<number>(value)) return count;
    const equal_scan<number> scan{std::to_address(first), static_cast<number>(value)};
    return first_hit<false>(count, scan, with, where);
  } else {
    const equals<Value> same{value};
    return first_hit<false>(count, predicate_scan<true, Iterator, const equals<Value>>{first, same}, with, where);
  }
}

}  // namespace berth::detail

namespace berth {

// The index of the first item that equals `value`; none where no item does.
//
//   if (const auto at = berth::find(names, "berth")) use(names[*at]);
//
// Shapes: `items` is any random-access range of known size, a temporary one too: what all searches give is an index,
//   which outlives a view, serves two ranges at once, and cannot be taken for a hit where there is none.
// Order: the first hit, whatever the number of threads and the way the call went.
// Waits: blocks the thread until it is known; a waiting thread runs pieces of this call and of calls made inside it,
//   nothing else.
// Cancellation: hints stop and until; the call throws `cancelled` or `deadline_exceeded` where it had not found the
//   first hit by then.
// Throws: what a comparison threw, where the loop would have come to it: a hit before the lowest failing item wins over
//   it, and the lowest failing item over a hit behind it.
// Thread-safety: comparisons are made by several threads at once. Items behind the hit may be compared, by others than
//   the caller, until they hear of it.
// Complexity: of n items, h before the hit: the caller looks through the front alone, for about 40 us, so that a near
//   hit costs what the loop costs; from there on at most about 50 us of work a thread is done in vain. Work h
//   comparisons, span h over berth::budget().cpus. Numbers side by side are compared 128 bytes at a time.
template <indexable Range, class Value>
[[nodiscard]] std::optional<std::size_t> find(Range&& items, const Value& value, const hints& with = no_hints,
                                              std::source_location where = std::source_location::current()) {
  using reference = std::ranges::range_reference_t<Range>;
  constexpr bool comparable = requires(reference item, const Value& v) { static_cast<bool>(item == v); };
  static_assert(comparable, "berth::find: the range's elements must compare with the value by ==");
  if constexpr (comparable) {
    const std::size_t count = detail::size_of(items);
    return detail::index_or_none(detail::first_equal_to(count, std::ranges::begin(items), value, with, where), count);
  }
}

}  // namespace berth
