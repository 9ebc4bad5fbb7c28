#pragma once
#include <berth/detail/fold.hpp>
#include <berth/detail/overloads.hpp>
#include <berth/detail/widened.hpp>
#include <concepts>
#include <source_location>
#include <type_traits>

namespace berth {

// f(item[0]) * f(item[1]) * ... * f(item[n-1]), or the same of the items themselves where no f is given.
//
//   const double likelihood = berth::product(chances);
//
// Shapes: as berth::sum: a 64-bit integer for integers, wrapping where the product does not fit, a double for float and
//   double, and the type T itself for others, from T(1) on and by its own associative operator*. An empty range
//   gives 1.
// In everything else as berth::sum.
template <indexable Range, detail::no_hints_object F>
[[nodiscard]] auto product(Range&& items, F&& f, const hints& with = no_hints,
                           std::source_location where = std::source_location::current()) {
  using reference = std::ranges::range_reference_t<Range>;
  constexpr bool invocable = std::invocable<F&, reference>;
  static_assert(invocable, "berth::product: the function must be callable with the range's element type");
  if constexpr (invocable) {
    using value = detail::widened<Range, F>;
    constexpr bool combines = std::constructible_from<value, int> && requires(value a, value b) {
      { static_cast<value&&>(a) * static_cast<value&&>(b) } -> std::convertible_to<value>;
    };
    static_assert(
        combines,
        "berth::product: what is multiplied must have an operator * that gives its own type, and a value made "
        "from 1 to begin with");
    if constexpr (combines) {
      std::multiplies<> combine;
      return detail::fold<value>(detail::size_of(items), std::ranges::begin(items), static_cast<value>(1), combine, f,
                                 with, where);
    }
  }
}

template <indexable Range>
[[nodiscard]] auto product(Range&& items, const hints& with = no_hints,
                           std::source_location where = std::source_location::current()) {
  return berth::product(items, detail::itself{}, with, where);
}

}  // namespace berth
