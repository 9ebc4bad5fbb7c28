#pragma once
#include <berth/detail/first_hit.hpp>
#include <concepts>
#include <cstddef>
#include <optional>
#include <source_location>

namespace berth::detail {

template <class Range, class F>
inline constexpr bool is_predicate_on = requires(F& f, std::ranges::range_reference_t<Range> item) {
  requires std::invocable<F&, std::ranges::range_reference_t<Range>>;
  requires std::convertible_to<std::invoke_result_t<F&, std::ranges::range_reference_t<Range>>, bool>;
};

// The first item for which `holds` gives `Wanted`; the number of items where there is none.
template <bool Wanted, class Range, class F>
inline std::size_t first_where(Range& items, F& holds, const hints& with, const std::source_location& where) {
  using scan = predicate_scan<Wanted, std::ranges::iterator_t<Range>, F>;
  return first_hit<is_erased<F>>(size_of(items), scan{std::ranges::begin(items), holds}, with, where);
}

}  // namespace berth::detail

namespace berth {

// The index of the first item for which holds(item) is true; none where there is none.
//
//   const auto late = berth::find_if(orders, [](const order& o) { return o.due < today; });
//
// In everything else as berth::find, `holds` standing for the comparison: it is called at most once an item, for every
// item up to the first hit, for some behind it, and through a reference to the one object given (a small trivially
// copyable one that is callable as const may be copied for a loop).
template <indexable Range, class F>
[[nodiscard]] std::optional<std::size_t> find_if(Range&& items, F&& holds, const hints& with = no_hints,
                                                 std::source_location where = std::source_location::current()) {
  constexpr bool callable = detail::is_predicate_on<Range, F>;
  static_assert(callable, "berth::find_if: the predicate must take the range's element type and give a truth value");
  if constexpr (callable)
    return detail::index_or_none(detail::first_where<true>(items, holds, with, where), detail::size_of(items));
}

}  // namespace berth
