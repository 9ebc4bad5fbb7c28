#pragma once
#include <berth/detail/first_hit.hpp>
#include <berth/find_if.hpp>
#include <source_location>

namespace berth {

// Whether holds(item) is true for every item of `items`; true for an empty range. Stops at the first item for which it
// is not.
//
//   const bool fine = berth::all(rows, is_valid);
//
// In everything else as berth::find_if, exceptions included: the answer, or the exception, is the sequential loop's.
template <indexable Range, class F>
[[nodiscard]] bool all(Range&& items, F&& holds, const hints& with = no_hints,
                       std::source_location where = std::source_location::current()) {
  constexpr bool callable = detail::is_predicate_on<Range, F>;
  static_assert(callable, "berth::all: the predicate must take the range's element type and give a truth value");
  if constexpr (callable) return detail::first_where<false>(items, holds, with, where) == detail::size_of(items);
}

}  // namespace berth
