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

// The running totals before each item, by an associative op, in a new vector: result[i] is
// init op item[0] op ... op item[i-1], and result[0] is `init`.
//
//   std::vector<std::size_t> begins = berth::exclusive_scan(lengths, std::size_t{0});
//
// Everything else: as berth::inclusive_scan with an init, the order included: result[i] is the same bits as what
//   inclusive_scan puts at i - 1.
template <indexable Range, class T, class Op = std::plus<>>
  requires(!std::same_as<std::remove_cvref_t<Op>, hints>)
[[nodiscard]] auto exclusive_scan(Range&& items, T&& init, Op&& op = {}, const hints& with = no_hints,
                                  std::source_location where = std::source_location::current()) {
  using reference = std::ranges::range_reference_t<Range>;
  using value = std::decay_t<T>;
  constexpr bool combines = detail::combines<Op, value>;
  constexpr bool scannable = detail::scannable<value> && std::constructible_from<value, reference>;
  constexpr bool lossy = detail::loses_digits<std::remove_cvref_t<reference>, value>;
  constexpr bool keepable = detail::keepable<value>;
  static_assert(combines,
                "berth::exclusive_scan: the operation must take two values of the initial value's type and give one");
  static_assert(
      scannable,
      "berth::exclusive_scan: the range's elements must be copyable, and convert to the initial value's type");
  static_assert(!lossy,
                "berth::exclusive_scan: the initial value's type cannot hold the range's elements; give it their type, "
                "such as 0.0 for doubles");
  static_assert(keepable,
                "berth::exclusive_scan: the initial value's type must have a default, and not be bool, to be kept in a "
                "vector; use exclusive_scan_into");
  if constexpr (combines && scannable && !lossy && keepable) {
    detail::itself same;
    return detail::scanned<detail::scan_kind::exclusive, value>(items, value(std::forward<T>(init)), op, same, with,
                                                                where);
  }
}
template <indexable Range, class T>
[[nodiscard]] auto exclusive_scan(Range&& items, T&& init, const hints& with,
                                  std::source_location where = std::source_location::current()) {
  return berth::exclusive_scan(items, std::forward<T>(init), std::plus<>{}, with, where);
}

// The same into memory that the caller owns, which may be `in` itself. As berth::inclusive_scan_into.
template <indexable In, indexable Out, class T, class Op = std::plus<>>
  requires(!std::same_as<std::remove_cvref_t<Op>, hints>)
void exclusive_scan_into(In&& in, Out&& out, T&& init, Op&& op = {}, const hints& with = no_hints,
                         std::source_location where = std::source_location::current()) {
  using reference = std::ranges::range_reference_t<In>;
  using value = std::decay_t<T>;
  constexpr bool combines = detail::combines<Op, value>;
  constexpr bool scannable = detail::scannable<value> && std::constructible_from<value, reference>;
  constexpr bool lossy = detail::loses_digits<std::remove_cvref_t<reference>, value>;
  constexpr bool fits = detail::holds_scanned<Out, value>;
  static_assert(
      combines,
      "berth::exclusive_scan_into: the operation must take two values of the initial value's type and give one");
  static_assert(
      scannable,
      "berth::exclusive_scan_into: the range's elements must be copyable, and convert to the initial value's type");
  static_assert(!lossy,
                "berth::exclusive_scan_into: the initial value's type cannot hold the range's elements; give it their "
                "type, such as 0.0 for doubles");
  static_assert(fits,
                "berth::exclusive_scan_into: the output's elements must be of the initial value's type, each a "
                "variable of its own");
  if constexpr (combines && scannable && !lossy && fits) {
    detail::itself same;
    detail::scanned_into<detail::scan_kind::exclusive, value>("exclusive_scan_into", in, out,
                                                              value(std::forward<T>(init)), op, same, with, where);
  }
}
template <indexable In, indexable Out, class T>
void exclusive_scan_into(In&& in, Out&& out, T&& init, const hints& with,
                         std::source_location where = std::source_location::current()) {
  berth::exclusive_scan_into(in, out, std::forward<T>(init), std::plus<>{}, with, where);
}

}  // namespace berth
