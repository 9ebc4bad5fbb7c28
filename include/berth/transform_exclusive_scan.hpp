#pragma once
#include <berth/detail/scanning.hpp>
#include <berth/hints.hpp>
#include <concepts>
#include <cstddef>
#include <optional>
#include <source_location>
#include <type_traits>
#include <utility>

namespace berth {

// The running totals of f(item) before each item, by an associative op, in a new vector: result[i] is
// init op f(item[0]) op ... op f(item[i-1]), and result[0] is `init`.
//
//   auto begins = berth::transform_exclusive_scan(files, std::size_t{0}, std::plus<>{}, size_of);
//
// Everything else: as berth::transform_inclusive_scan with an init.
template <indexable Range, class T, class Op, class F>
[[nodiscard]] auto transform_exclusive_scan(Range&& items, T&& init, Op&& op, F&& f, const hints& with = no_hints,
                                            std::source_location where = std::source_location::current()) {
  using reference = std::ranges::range_reference_t<Range>;
  constexpr bool invocable = std::invocable<F&, reference>;
  static_assert(invocable,
                "berth::transform_exclusive_scan: the function must be callable with the range's element type");
  if constexpr (invocable) {
    using value = std::decay_t<T>;
    constexpr bool combines = detail::combines<Op, value>;
    constexpr bool scannable =
        detail::scannable<value> && std::constructible_from<value, std::invoke_result_t<F&, reference>>;
    constexpr bool lossy = detail::loses_digits<std::remove_cvref_t<std::invoke_result_t<F&, reference>>, value>;
    constexpr bool keepable = detail::keepable<value>;
    static_assert(
        combines,
        "berth::transform_exclusive_scan: the operation must take two values of the initial value's type and give one");
    static_assert(scannable,
                  "berth::transform_exclusive_scan: the function's results must be copyable, and convert to the "
                  "initial value's type");
    static_assert(!lossy,
                  "berth::transform_exclusive_scan: the initial value's type cannot hold the function's results; give "
                  "it their type, such as 0.0 for doubles");
    static_assert(keepable,
                  "berth::transform_exclusive_scan: the initial value's type must have a default, and not be bool, to "
                  "be kept in a vector; use transform_exclusive_scan_into");
    if constexpr (combines && scannable && !lossy && keepable) {
      return detail::scanned<detail::scan_kind::exclusive, value>(items, value(std::forward<T>(init)), op, f, with,
                                                                  where);
    }
  }
}

// The same into memory that the caller owns, which may be `in` itself. As berth::inclusive_scan_into.
template <indexable In, indexable Out, class T, class Op, class F>
void transform_exclusive_scan_into(In&& in, Out&& out, T&& init, Op&& op, F&& f, const hints& with = no_hints,
                                   std::source_location where = std::source_location::current()) {
  using reference = std::ranges::range_reference_t<In>;
  constexpr bool invocable = std::invocable<F&, reference>;
  static_assert(invocable,
                "berth::transform_exclusive_scan_into: the function must be callable with the range's element type");
  if constexpr (invocable) {
    using value = std::decay_t<T>;
    constexpr bool combines = detail::combines<Op, value>;
    constexpr bool scannable =
        detail::scannable<value> && std::constructible_from<value, std::invoke_result_t<F&, reference>>;
    constexpr bool lossy = detail::loses_digits<std::remove_cvref_t<std::invoke_result_t<F&, reference>>, value>;
    constexpr bool fits = detail::holds_scanned<Out, value>;
    static_assert(combines,
                  "berth::transform_exclusive_scan_into: the operation must take two values of the initial value's "
                  "type and give one");
    static_assert(scannable,
                  "berth::transform_exclusive_scan_into: the function's results must be copyable, and convert to the "
                  "initial value's type");
    static_assert(!lossy,
                  "berth::transform_exclusive_scan_into: the initial value's type cannot hold the function's results; "
                  "give it their type, such as 0.0 for doubles");
    static_assert(fits,
                  "berth::transform_exclusive_scan_into: the output's elements must be of the initial value's type, "
                  "each a variable of its own");
    if constexpr (combines && scannable && !lossy && fits) {
      detail::scanned_into<detail::scan_kind::exclusive, value>("transform_exclusive_scan_into", in, out,
                                                                value(std::forward<T>(init)), op, f, with, where);
    }
  }
}

}  // namespace berth
