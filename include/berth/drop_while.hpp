#pragma once
#include <berth/detail/leading.hpp>
#include <berth/hints.hpp>
#include <cstddef>
#include <source_location>

namespace berth {

// The items from the first of which the predicate does not hold, in a new vector; none where it holds of all.
//
//   const auto body = berth::drop_while(lines, is_comment);
//
// Everything else: as berth::take_while.
template <indexable Range, class F>
[[nodiscard]] auto drop_while(Range&& items, F&& predicate, const hints& with = no_hints,
                              std::source_location where = std::source_location::current()) {
  constexpr bool is_predicate = detail::chooses_among<F, Range>;
  static_assert(is_predicate, "berth::drop_while: the predicate must take the range's elements and give a bool");
  if constexpr (is_predicate) {
    const std::size_t begin = detail::leading(items, predicate, with, where);
    return detail::copied_part(items, begin, detail::size_of(items), with, where);
  }
}

}  // namespace berth
