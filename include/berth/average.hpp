#pragma once
#include <berth/detail/fold.hpp>
#include <berth/detail/overloads.hpp>
#include <berth/detail/widened.hpp>
#include <optional>
#include <source_location>
#include <type_traits>

namespace berth::detail {

// What is averaged adds up in: 128 bits for the widest integers, whose sum must not wrap on the way.
__extension__ using very_wide = __int128;
template <class T>
using averaged = std::conditional_t<std::is_integral_v<T> && sizeof(T) == 8, very_wide, typename wide<T>::type>;

}  // namespace berth::detail

namespace berth {

// The arithmetic mean of the numbers f(item), or of the items themselves where no f is given; none for an empty range.
//
//   const auto age = berth::average(people, &person::age);
//
// Integers are added up exactly (in 128 bits where they have 64), floating-point as berth::sum does it, and divided
// once. In everything else as berth::sum.
template <indexable Range, detail::no_hints_object F>
[[nodiscard]] std::optional<double> average(Range&& items, F&& f, const hints& with = no_hints,
                                            std::source_location where = std::source_location::current()) {
  constexpr bool invocable = std::invocable<F&, std::ranges::range_reference_t<Range>>;
  static_assert(invocable, "berth::average: the function must be callable with the range's element type");
  if constexpr (invocable) {
    using value = detail::value_of<Range, F>;
    static_assert(std::is_arithmetic_v<value>,
                  "berth::average: what is averaged must be numbers; give a function that makes them");
    if constexpr (std::is_arithmetic_v<value>) {
      using total = detail::averaged<value>;
      const std::size_t count = detail::size_of(items);
      if (count == 0) return std::nullopt;
      std::plus<> add;
      const total all = detail::fold<total>(count, std::ranges::begin(items), total(0), add, f, with, where);
      return static_cast<double>(all) / static_cast<double>(count);
    }
  }
}

template <indexable Range>
[[nodiscard]] std::optional<double> average(Range&& items, const hints& with = no_hints,
                                            std::source_location where = std::source_location::current()) {
  return berth::average(items, detail::itself{}, with, where);
}

}  // namespace berth
