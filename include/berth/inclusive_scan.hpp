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

// The running totals of the items, by an associative op, in a new vector: result[i] is item[0] op ... op item[i].
//
//   std::vector<long> ends = berth::inclusive_scan(lengths);
//   std::vector<double> balance = berth::inclusive_scan(bookings, 100.0, std::plus<>{});
//
// In a pipeline: berth::scan.
// Shapes: `items` is any random-access range of known size. The result has the type T of the items, or of `init`
//   (decayed), which then comes first in every total; every item is converted to T first. T is copyable. op takes two T
//   and gives a T; only its associativity is used, so that it need not commute. An empty range gives an empty vector.
// Order: the result is the same, bit for bit, whatever the number of threads, the quota, the hints and the way the call
//   went. Integers by any op, berth::minimum and berth::maximum, and strings by +, are as from a loop. For others the
//   items are cut into blocks of b items, the last one shorter; b is the largest power of two that leaves at least 64
//   blocks, but at most 128 KiB of T, and for numbers side by side at least 2048. total(k) is that of block k's items
//   alone, carry(k) is init op total(0) op ... op total(k - 1), from left to right; result[i] is carry(k) op own(i):
//   - own(i) is that of the block's items up to i, from left to right, and total(k) the last of them;
//   - but in sums (std::plus) of doubles or floats that lie side by side, the block is cut into rows of eight, and
//     own(i) is the sum of the whole rows before, from left to right, plus that of the row's items x up to i, which are
//     added as x0+x1, x2+x3, ..., then those pairs, then those fours, a leftover coming last: ((x0+x1)+(x2+x3)) + x4.
//   Up to b items, and without an init, that is one pass of op from left to right.
// Waits: blocks the thread until all are done; a waiting thread runs pieces of this call and of calls made inside it,
//   nothing else. Inside op, nested calls are allowed.
// Cancellation: hints stop and until; the call then throws `cancelled` or `deadline_exceeded`.
// Throws: what op or a conversion threw in the first block of items where one failed; std::bad_alloc.
// Thread-safety: op is called from several threads at once, through a reference to the one object given.
// Complexity: n calls of op where a loop's order is kept and the call is not shared out, else at most 2 n and one a
//   block; span O(n / cpus + b + n / b). One pass over memory: a block that cannot be finished in its turn is gone over
//   again while it is in the cache. A few bytes are kept for each block.
// Source of the method: G. E. Blelloch, "Prefix sums and their applications", 1990; the carrying along a front is ours.
template <indexable Range, class Op = std::plus<>>
  requires(!std::same_as<std::remove_cvref_t<Op>, hints>)
[[nodiscard]] auto inclusive_scan(Range&& items, Op&& op = {}, const hints& with = no_hints,
                                  std::source_location where = std::source_location::current()) {
  using reference = std::ranges::range_reference_t<Range>;
  using value = std::ranges::range_value_t<Range>;
  constexpr bool combines = detail::combines<Op, value>;
  constexpr bool scannable = detail::scannable<value> && std::constructible_from<value, reference>;
  constexpr bool keepable = detail::keepable<value>;
  static_assert(combines,
                "berth::inclusive_scan: the operation must take two values of the range's element type and give one");
  static_assert(scannable, "berth::inclusive_scan: the range's elements must be copyable");
  static_assert(keepable,
                "berth::inclusive_scan: the range's element type must have a default, and not be bool, to be kept in a "
                "vector; use inclusive_scan_into");
  if constexpr (combines && scannable && keepable) {
    detail::itself same;
    return detail::scanned<detail::scan_kind::inclusive, value>(items, std::nullopt, op, same, with, where);
  }
}
template <indexable Range>
[[nodiscard]] auto inclusive_scan(Range&& items, const hints& with,
                                  std::source_location where = std::source_location::current()) {
  return berth::inclusive_scan(items, std::plus<>{}, with, where);
}

template <indexable Range, class T, class Op>
  requires(!std::same_as<std::remove_cvref_t<Op>, hints>)
[[nodiscard]] auto inclusive_scan(Range&& items, T&& init, Op&& op, const hints& with = no_hints,
                                  std::source_location where = std::source_location::current()) {
  using reference = std::ranges::range_reference_t<Range>;
  using value = std::decay_t<T>;
  constexpr bool combines = detail::combines<Op, value>;
  constexpr bool scannable = detail::scannable<value> && std::constructible_from<value, reference>;
  constexpr bool lossy = detail::loses_digits<std::remove_cvref_t<reference>, value>;
  constexpr bool keepable = detail::keepable<value>;
  static_assert(combines,
                "berth::inclusive_scan: the operation must take two values of the initial value's type and give one");
  static_assert(
      scannable,
      "berth::inclusive_scan: the range's elements must be copyable, and convert to the initial value's type");
  static_assert(!lossy,
                "berth::inclusive_scan: the initial value's type cannot hold the range's elements; give it their type, "
                "such as 0.0 for doubles");
  static_assert(keepable,
                "berth::inclusive_scan: the initial value's type must have a default, and not be bool, to be kept in a "
                "vector; use inclusive_scan_into");
  if constexpr (combines && scannable && !lossy && keepable) {
    detail::itself same;
    return detail::scanned<detail::scan_kind::inclusive, value>(items, value(std::forward<T>(init)), op, same, with,
                                                                where);
  }
}

// The same into memory that the caller owns: out[i] is item[0] op ... op item[i].
// Shapes: `out` holds at least as many elements as `in`, of type T; its first in.size() are assigned, the rest left
//   alone. A smaller `out` throws std::invalid_argument naming both sizes, before anything is written. The ranges may
//   be the same (in place), not otherwise overlapping.
// Cancellation, throws: as inclusive_scan; the first in.size() elements of `out` are then unspecified.
// Everything else: as inclusive_scan. Outputs of 32 MiB and more that numbers are summed into are written past the
//   cache.
template <indexable In, indexable Out, class Op = std::plus<>>
  requires(!std::same_as<std::remove_cvref_t<Op>, hints>)
void inclusive_scan_into(In&& in, Out&& out, Op&& op = {}, const hints& with = no_hints,
                         std::source_location where = std::source_location::current()) {
  using reference = std::ranges::range_reference_t<In>;
  using value = std::ranges::range_value_t<In>;
  constexpr bool combines = detail::combines<Op, value>;
  constexpr bool scannable = detail::scannable<value> && std::constructible_from<value, reference>;
  constexpr bool fits = detail::holds_scanned<Out, value>;
  static_assert(
      combines,
      "berth::inclusive_scan_into: the operation must take two values of the range's element type and give one");
  static_assert(scannable, "berth::inclusive_scan_into: the range's elements must be copyable");
  static_assert(fits,
                "berth::inclusive_scan_into: the output's elements must be of the range's element type, each a "
                "variable of its own");
  if constexpr (combines && scannable && fits) {
    detail::itself same;
    detail::scanned_into<detail::scan_kind::inclusive, value>("inclusive_scan_into", in, out, std::nullopt, op, same,
                                                              with, where);
  }
}
template <indexable In, indexable Out>
void inclusive_scan_into(In&& in, Out&& out, const hints& with,
                         std::source_location where = std::source_location::current()) {
  berth::inclusive_scan_into(in, out, std::plus<>{}, with, where);
}

template <indexable In, indexable Out, class T, class Op>
  requires(!std::same_as<std::remove_cvref_t<Op>, hints>)
void inclusive_scan_into(In&& in, Out&& out, T&& init, Op&& op, const hints& with = no_hints,
                         std::source_location where = std::source_location::current()) {
  using reference = std::ranges::range_reference_t<In>;
  using value = std::decay_t<T>;
  constexpr bool combines = detail::combines<Op, value>;
  constexpr bool scannable = detail::scannable<value> && std::constructible_from<value, reference>;
  constexpr bool lossy = detail::loses_digits<std::remove_cvref_t<reference>, value>;
  constexpr bool fits = detail::holds_scanned<Out, value>;
  static_assert(
      combines,
      "berth::inclusive_scan_into: the operation must take two values of the initial value's type and give one");
  static_assert(
      scannable,
      "berth::inclusive_scan_into: the range's elements must be copyable, and convert to the initial value's type");
  static_assert(!lossy,
                "berth::inclusive_scan_into: the initial value's type cannot hold the range's elements; give it their "
                "type, such as 0.0 for doubles");
  static_assert(fits,
                "berth::inclusive_scan_into: the output's elements must be of the initial value's type, each a "
                "variable of its own");
  if constexpr (combines && scannable && !lossy && fits) {
    detail::itself same;
    detail::scanned_into<detail::scan_kind::inclusive, value>("inclusive_scan_into", in, out,
                                                              value(std::forward<T>(init)), op, same, with, where);
  }
}

}  // namespace berth
