#pragma once
#include <berth/detail/sorted.hpp>
#include <concepts>
#include <type_traits>

namespace berth {

// Turns a range round, in place: what was first is last.
//
// Shapes: any random-access range of known size whose elements can be swapped (not a std::vector<bool>).
// Waits: blocks the thread until all are done; a waiting thread runs pieces of this call, nothing else.
// Cancellation: hints stop and until; the call then throws `cancelled` or `deadline_exceeded` with the number d of
//   swaps done: the first d items and the last d have changed places, the others are where they were.
// Throws: what a swap threw for the lowest-numbered failing item.
// Thread-safety: swaps are made by several threads at once, each of items that no other touches.
// Complexity: n / 2 swaps; span O(n / p). Allocates nothing in proportion to the input.
template <indexable Range>
void reverse(Range&& items, const hints& with = no_hints,
             std::source_location where = std::source_location::current()) {
  using reference = std::ranges::range_reference_t<Range>;
  constexpr bool objects = std::is_lvalue_reference_v<reference> && std::swappable<std::remove_reference_t<reference>>;
  static_assert(objects,
                "berth::reverse: the elements must be objects that can be swapped in place (not const, not a "
                "std::vector<bool>'s)");
  if constexpr (objects) detail::reverse_in(std::ranges::begin(items), detail::size_of(items), with, where);
}

}  // namespace berth
