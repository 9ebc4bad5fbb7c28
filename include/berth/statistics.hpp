#pragma once
#include <berth/detail/moments.hpp>
#include <berth/detail/overloads.hpp>
#include <berth/detail/widened.hpp>
#include <cstddef>
#include <optional>
#include <source_location>
#include <type_traits>

namespace berth {

// What there is to say of numbers of type T.
template <class T>
struct summary {
  std::size_t count;
  typename detail::wide<T>::type sum;  // as berth::sum: 64 bits for integers, double for floating-point
  T min, max;                          // as berth::min and berth::max
  double average;
  double variance;  // of these numbers: the mean square of what they differ from the average by

  // Of what the numbers are a sample of; 0 for a single one.
  [[nodiscard]] double sample_variance() const {
    return count < 2 ? 0 : variance * (static_cast<double>(count) / static_cast<double>(count - 1));
  }
  // The square root of the variance.
  [[nodiscard]] double deviation() const { return __builtin_sqrt(variance); }
};

namespace detail {

// None where there were no numbers.
template <class T>
std::optional<summary<T>> summary_of(const moments<T>& all) {
  if (all.count == 0) return std::nullopt;
  const auto n = static_cast<double>(all.count);
  double average = all.mean;
  if constexpr (std::is_floating_point_v<T>) average = all.sum / n;
  return summary<T>{all.count, all.sum, all.min, all.max, average, all.squares / n};
}

}  // namespace detail

// Count, sum, extremes, average and variance of the numbers f(item), or of the items themselves where no f is given, in
// one pass; none for an empty range.
//
//   if (const auto delays = berth::statistics(requests, &request::milliseconds))
//     print(delays->average, delays->deviation(), delays->max);
//
// Shapes: numbers of at most 8 bytes.
// Order: the same bits whatever the number of threads, the quota, the hints and the way the call went. Blocks of 256
//   items (the last one shorter) give their mean first and their squares by it; blocks are pooled from left to right in
//   leaves of 256 to 4096 items, leaves as one binary tree, as berth::reduce's. Within a block doubles are added up as
//   berth::reduce does it. A sum of floating-point may differ in its last bits from berth::sum's, which has other
//   leaves.
// In everything else as berth::sum.
template <indexable Range, detail::no_hints_object F>
[[nodiscard]] auto statistics(Range&& items, F&& f, const hints& with = no_hints,
                              std::source_location where = std::source_location::current()) {
  constexpr bool invocable = std::invocable<F&, std::ranges::range_reference_t<Range>>;
  static_assert(invocable, "berth::statistics: the function must be callable with the range's element type");
  if constexpr (invocable) {
    using value = detail::value_of<Range, F>;
    constexpr bool number = std::is_arithmetic_v<value> && sizeof(value) <= 8;
    static_assert(number, "berth::statistics: what is described must be numbers; give a function that makes them");
    if constexpr (number) {
      const std::size_t count = detail::size_of(items);
      if (count == 0) return std::optional<summary<value>>();
      return detail::summary_of(detail::moments_of<value>(count, std::ranges::begin(items), f, with, where));
    }
  }
}

template <indexable Range>
[[nodiscard]] auto statistics(Range&& items, const hints& with = no_hints,
                              std::source_location where = std::source_location::current()) {
  return berth::statistics(items, detail::itself{}, with, where);
}

}  // namespace berth
