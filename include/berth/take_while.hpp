#pragma once
#include <berth/detail/leading.hpp>
#include <berth/hints.hpp>
#include <cstddef>
#include <source_location>

namespace berth {

// The items before the first of which the predicate does not hold, in a new vector.
//
//   const auto header = berth::take_while(lines, is_comment);
//
// Shapes: `items` is any random-access range of known size; its values are copied (moved where the range makes them as
//   they are read). All of them where the predicate holds of all.
// Order: as of `items`.
// Waits: blocks the thread until all are done; a waiting thread runs pieces of this call and of calls made inside it,
//   nothing else. Inside the predicate, nested calls are allowed.
// Cancellation: hints stop and until; the call then throws `cancelled` or `deadline_exceeded`.
// Throws: what the predicate threw for the lowest-numbered failing item, unless it did not hold of an item before that
//   one. std::bad_alloc.
// Thread-safety: the predicate is called from several threads at once, through a reference to the one object given
//   (small trivially copyable ones that are callable as const may be copied for a loop).
// Complexity: with b items before the first that fails, O(b) calls of the predicate and b copies: it is asked about
//   stretches of the range, each four times as long as the one before, and may be asked about items behind the first
//   that fails, at most once about each.
template <indexable Range, class F>
[[nodiscard]] auto take_while(Range&& items, F&& predicate, const hints& with = no_hints,
                              std::source_location where = std::source_location::current()) {
  constexpr bool is_predicate = detail::chooses_among<F, Range>;
  static_assert(is_predicate, "berth::take_while: the predicate must take the range's elements and give a bool");
  if constexpr (is_predicate) {
    const std::size_t end = detail::leading(items, predicate, with, where);
    return detail::copied_part(items, 0, end, with, where);
  }
}

}  // namespace berth
