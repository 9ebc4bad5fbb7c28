#pragma once
#include <berth/mismatch.hpp>
#include <source_location>

namespace berth {

// Whether two ranges have the same length, and same(a[i], b[i]) is true for every i. Ranges of different lengths are
// not looked at.
//
// Without `same`: by ==. In everything else as berth::find.
template <indexable A, indexable B, detail::no_hints_object Same>
[[nodiscard]] bool equal(A&& a, B&& b, Same&& same, const hints& with = no_hints,
                         std::source_location where = std::source_location::current()) {
  constexpr bool callable = detail::is_predicate_on_both<A, B, Same>;
  static_assert(callable,
                "berth::equal: the predicate must take an element of each range and give a truth value; without one, "
                "elements must compare by ==");
  if constexpr (callable) {
    const std::size_t count = detail::size_of(a);
    return count == detail::size_of(b) &&
           detail::first_unequal(count, std::ranges::begin(a), std::ranges::begin(b), same, with, where) == count;
  }
}

template <indexable A, indexable B>
[[nodiscard]] bool equal(A&& a, B&& b, const hints& with = no_hints,
                         std::source_location where = std::source_location::current()) {
  return berth::equal(a, b, detail::equal_items{}, with, where);
}

}  // namespace berth
