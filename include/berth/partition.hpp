#pragma once
#include <berth/detail/partitioning.hpp>
#include <berth/hints.hpp>
#include <concepts>
#include <cstddef>
#include <source_location>
#include <type_traits>
#include <utility>
#include <vector>

namespace berth {

// The items of which the predicate holds, and those of which it does not, in two new vectors.
//
//   const auto [due, later] = berth::partition(jobs, [now](const job& j) { return j.at <= now; });
//
// Shapes: `items` is any random-access range of known size, read only; its values are copied (moved where the range
//   makes them as they are read). The result is a std::pair of vectors, first those of which the predicate holds; each
//   may have room for up to four times what it holds.
// Order: stable: as of `items`, in both.
// Waits: blocks the thread until all are done; a waiting thread runs pieces of this call and of calls made inside it,
//   nothing else. Inside the predicate, nested calls are allowed.
// Cancellation: hints stop and until; the call then throws `cancelled` or `deadline_exceeded`. What had been chosen is
//   lost.
// Throws: what the predicate threw for the lowest-numbered failing item; later pieces are not started.
//   std::bad_alloc.
// Thread-safety: as berth::filter.
// Complexity: items.size() calls of the predicate, exactly one an item; else as berth::filter.
template <indexable Range, class F>
[[nodiscard]] auto partition(Range&& items, F&& predicate, const hints& with = no_hints,
                             std::source_location where = std::source_location::current()) {
  using value = std::ranges::range_value_t<Range>;
  constexpr bool is_predicate = detail::chooses_among<F, Range>;
  static_assert(is_predicate, "berth::partition: the predicate must take the range's elements and give a bool");
  constexpr bool copyable = std::constructible_from<value, std::ranges::range_reference_t<Range>>;
  static_assert(copyable, "berth::partition: the range's elements must be copyable into a new vector");
  if constexpr (is_predicate && copyable) {
    const auto first = std::ranges::begin(items);
    using function = std::remove_reference_t<F>;
    return detail::parted<value, std::remove_const_t<decltype(first)>, function>(detail::size_of(items), first,
                                                                                 predicate, with, where);
  }
}

}  // namespace berth
