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

// The running totals of f(item), by an associative op, in a new vector: result[i] is f(item[0]) op ... op f(item[i]).
//
//   auto sizes = berth::transform_inclusive_scan(files, std::plus<>{}, size_of);
//
// Shapes: T is what f gives (decayed), or the type of `init`, to which it is then converted; else as
//   berth::inclusive_scan.
// Order: as berth::inclusive_scan, of numbers that do not lie side by side.
// Throws, thread-safety: as berth::inclusive_scan, and so for f, of which small trivially copyable ones that are
//   callable as const may be copied for a loop.
// Complexity: n calls of f, exactly one an item; else as berth::inclusive_scan.
template <indexable Range, class Op, class F>
  requires(!std::same_as<std::remove_cvref_t<F>, hints>)
[[nodiscard]] auto transform_inclusive_scan(Range&& items, Op&& op, F&& f, const hints& with = no_hints,
                                            std::source_location where = std::source_location::current()) {
  using reference = std::ranges::range_reference_t<Range>;
  constexpr bool invocable = std::invocable<F&, reference>;
  static_assert(invocable,
                "berth::transform_inclusive_scan: the function must be callable with the range's element type");
  if constexpr (invocable) {
    using value = std::decay_t<std::invoke_result_t<F&, reference>>;
    constexpr bool combines = detail::combines<Op, value>;
    constexpr bool scannable =
        detail::scannable<value> && std::constructible_from<value, std::invoke_result_t<F&, reference>>;
    constexpr bool keepable = detail::keepable<value>;
    static_assert(combines,
                  "berth::transform_inclusive_scan: the operation must take two values of the function's result type "
                  "and give one");
    static_assert(scannable, "berth::transform_inclusive_scan: the function's results must be copyable");
    static_assert(keepable,
                  "berth::transform_inclusive_scan: the function's result type must have a default, and not be bool, "
                  "to be kept in a vector; use transform_inclusive_scan_into");
    if constexpr (combines && scannable && keepable) {
      return detail::scanned<detail::scan_kind::inclusive, value>(items, std::nullopt, op, f, with, where);
    }
  }
}

template <indexable Range, class T, class Op, class F>
  requires(!std::same_as<std::remove_cvref_t<F>, hints>)
[[nodiscard]] auto transform_inclusive_scan(Range&& items, T&& init, Op&& op, F&& f, const hints& with = no_hints,
                                            std::source_location where = std::source_location::current()) {
  using reference = std::ranges::range_reference_t<Range>;
  constexpr bool invocable = std::invocable<F&, reference>;
  static_assert(invocable,
                "berth::transform_inclusive_scan: the function must be callable with the range's element type");
  if constexpr (invocable) {
    using value = std::decay_t<T>;
    constexpr bool combines = detail::combines<Op, value>;
    constexpr bool scannable =
        detail::scannable<value> && std::constructible_from<value, std::invoke_result_t<F&, reference>>;
    constexpr bool lossy = detail::loses_digits<std::remove_cvref_t<std::invoke_result_t<F&, reference>>, value>;
    constexpr bool keepable = detail::keepable<value>;
    static_assert(
        combines,
        "berth::transform_inclusive_scan: the operation must take two values of the initial value's type and give one");
    static_assert(scannable,
                  "berth::transform_inclusive_scan: the function's results must be copyable, and convert to the "
                  "initial value's type");
    static_assert(!lossy,
                  "berth::transform_inclusive_scan: the initial value's type cannot hold the function's results; give "
                  "it their type, such as 0.0 for doubles");
    static_assert(keepable,
                  "berth::transform_inclusive_scan: the initial value's type must have a default, and not be bool, to "
                  "be kept in a vector; use transform_inclusive_scan_into");
    if constexpr (combines && scannable && !lossy && keepable) {
      return detail::scanned<detail::scan_kind::inclusive, value>(items, value(std::forward<T>(init)), op, f, with,
                                                                  where);
    }
  }
}

// The same into memory that the caller owns, which may be `in` itself. As berth::inclusive_scan_into.
template <indexable In, indexable Out, class Op, class F>
  requires(!std::same_as<std::remove_cvref_t<F>, hints>)
void transform_inclusive_scan_into(In&& in, Out&& out, Op&& op, F&& f, const hints& with = no_hints,
                                   std::source_location where = std::source_location::current()) {
  using reference = std::ranges::range_reference_t<In>;
  constexpr bool invocable = std::invocable<F&, reference>;
  static_assert(invocable,
                "berth::transform_inclusive_scan_into: the function must be callable with the range's element type");
  if constexpr (invocable) {
    using value = std::decay_t<std::invoke_result_t<F&, reference>>;
    constexpr bool combines = detail::combines<Op, value>;
    constexpr bool scannable =
        detail::scannable<value> && std::constructible_from<value, std::invoke_result_t<F&, reference>>;
    constexpr bool fits = detail::holds_scanned<Out, value>;
    static_assert(combines,
                  "berth::transform_inclusive_scan_into: the operation must take two values of the function's result "
                  "type and give one");
    static_assert(scannable, "berth::transform_inclusive_scan_into: the function's results must be copyable");
    static_assert(fits,
                  "berth::transform_inclusive_scan_into: the output's elements must be of the function's result type, "
                  "each a variable of its own");
    if constexpr (combines && scannable && fits) {
      detail::scanned_into<detail::scan_kind::inclusive, value>("transform_inclusive_scan_into", in, out, std::nullopt,
                                                                op, f, with, where);
    }
  }
}

template <indexable In, indexable Out, class T, class Op, class F>
  requires(!std::same_as<std::remove_cvref_t<F>, hints>)
void transform_inclusive_scan_into(In&& in, Out&& out, T&& init, Op&& op, F&& f, const hints& with = no_hints,
                                   std::source_location where = std::source_location::current()) {
  using reference = std::ranges::range_reference_t<In>;
  constexpr bool invocable = std::invocable<F&, reference>;
  static_assert(invocable,
                "berth::transform_inclusive_scan_into: the function must be callable with the range's element type");
  if constexpr (invocable) {
    using value = std::decay_t<T>;
    constexpr bool combines = detail::combines<Op, value>;
    constexpr bool scannable =
        detail::scannable<value> && std::constructible_from<value, std::invoke_result_t<F&, reference>>;
    constexpr bool lossy = detail::loses_digits<std::remove_cvref_t<std::invoke_result_t<F&, reference>>, value>;
    constexpr bool fits = detail::holds_scanned<Out, value>;
    static_assert(combines,
                  "berth::transform_inclusive_scan_into: the operation must take two values of the initial value's "
                  "type and give one");
    static_assert(scannable,
                  "berth::transform_inclusive_scan_into: the function's results must be copyable, and convert to the "
                  "initial value's type");
    static_assert(!lossy,
                  "berth::transform_inclusive_scan_into: the initial value's type cannot hold the function's results; "
                  "give it their type, such as 0.0 for doubles");
    static_assert(fits,
                  "berth::transform_inclusive_scan_into: the output's elements must be of the initial value's type, "
                  "each a variable of its own");
    if constexpr (combines && scannable && !lossy && fits) {
      detail::scanned_into<detail::scan_kind::inclusive, value>("transform_inclusive_scan_into", in, out,
                                                                value(std::forward<T>(init)), op, f, with, where);
    }
  }
}

}  // namespace berth
