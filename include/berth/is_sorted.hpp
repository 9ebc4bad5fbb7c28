#pragma once
#include <berth/detail/order.hpp>
#include <berth/detail/sorted.hpp>

namespace berth::detail {

template <class Range, class Compare, class Projection>
bool checked_is_sorted(Range& items, Compare& compare, Projection& project, const hints& with,
                       const std::source_location& where) {
  using reference = std::ranges::range_reference_t<Range>;
  constexpr bool comparable = orders<Compare, Projection, reference>;
  static_assert(comparable,
                "berth::is_sorted: the comparator must be callable with two elements, as projected, and say "
                "whether the first comes before the second");
  if constexpr (comparable) {
    using order = before<Compare, Projection, reference>;
    struct falls {
      order call;
      bool operator()(reference a, reference b) { return call(static_cast<reference>(b), static_cast<reference>(a)); }
    } wrong{order(compare, project)};
    constexpr bool erased = is_erased<Compare> || is_erased<Projection>;
    return none_wrong_in<erased>(std::ranges::begin(items), size_of(items), wrong, with, where);
  }
}

}  // namespace berth::detail

namespace berth {

// Whether no item comes before the one in front of it, by `compare` applied to what `projection` makes of them. An
// empty range is sorted.
//
// Shapes: any random-access range of known size.
// Order: NaN as berth::sort: by std::less and std::greater they come last.
// Waits: blocks the thread until the answer is known; a waiting thread runs pieces of this call and of calls made
//   inside it, nothing else. Inside compare and projection, nested calls are allowed.
// Cancellation: hints stop and until; the call then throws `cancelled` or `deadline_exceeded`.
// Throws: what compare or projection threw for the lowest-numbered failing item, unless a pair out of order was found
//   before; the eight items that are looked at together are all compared.
// Thread-safety: compare and projection are called from several threads at once.
// Complexity: at most n - 1 compares; once a pair is out of order, pieces that have not begun end at once. Span
//   O(n / p). Allocates nothing in proportion to the input.
template <indexable Range>
[[nodiscard]] bool is_sorted(Range&& items, const hints& with = no_hints,
                             std::source_location where = std::source_location::current()) {
  std::less<> less;
  std::identity same;
  return detail::checked_is_sorted(items, less, same, with, where);
}
template <indexable Range, detail::not_hints Compare = std::less<>>
[[nodiscard]] bool is_sorted(Range&& items, Compare&& compare, const hints& with = no_hints,
                             std::source_location where = std::source_location::current()) {
  std::identity same;
  return detail::checked_is_sorted(items, compare, same, with, where);
}
template <indexable Range, detail::not_hints Compare = std::less<>, detail::not_hints Projection>
[[nodiscard]] bool is_sorted(Range&& items, Compare&& compare, Projection&& projection, const hints& with = no_hints,
                             std::source_location where = std::source_location::current()) {
  return detail::checked_is_sorted(items, compare, projection, with, where);
}

}  // namespace berth
