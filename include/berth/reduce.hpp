#pragma once
#include <berth/detail/fold.hpp>
#include <berth/extremum.hpp>
#include <concepts>
#include <cstddef>
#include <source_location>
#include <type_traits>
#include <utility>

namespace berth {

// init op item[0] op item[1] ... op item[n-1], by an associative op.
//
//   const double total = berth::reduce(prices, 0.0, std::plus<>{});
//   const double worst = berth::reduce(delays, 0.0, berth::maximum{});
//
// Shapes: `items` is any random-access range of known size. The result has the type T of `init` (decayed); every item
//   is converted to T first. op takes two T and gives a T; only its associativity is used, so that it need not commute
//   (a concatenation of strings keeps its order). An empty range gives `init`.
// Order: the result is the same, bit for bit, whatever the number of threads, the quota, the hints and the way the call
//   went; it is berth's order, not std::accumulate's. The items are cut into leaves of s items, the last one shorter; s
//   is the largest power of two that leaves at least 64 leaves, but within
//     2048 to 16384   floating-point numbers that lie side by side, by a known operation
//      512 to  4096   numbers that lie side by side, by another operation
//        8 to   256   other trivially copyable T of at most 16 bytes
//        1 to   256   all others, and every map_reduce
//   A leaf is folded from left to right. Leaves are combined as one binary tree: 0 with 1, 2 with 3, ..., then those
//   pairs, a leftover moving up as it is; `init` comes in last, once, on the left. Known operations are std::plus,
//   std::multiplies, berth::minimum, berth::maximum, and for integers std::bit_and, bit_or, bit_xor, as op<> or op<T>:
//   - on integers they are exact, so that no order shows. Partial sums wrap, which does no harm where the result fits
//   T;
//   - on floating-point, a leaf of at least 4 L items deals them out over L lanes (item i to lane i mod L), the lanes
//     are halved until one is left (lane l op lane l + half), and what did not fill all lanes comes last, from left to
//     right. L is 128 bytes of items that lie side by side, else 8.
// Waits: blocks the thread until all are done; a waiting thread runs pieces of this call and of calls made inside it,
//   nothing else. Inside op, nested calls are allowed.
// Cancellation: hints stop and until; the call then throws `cancelled` or `deadline_exceeded`. What had been reduced is
//   lost.
// Throws: what a conversion or op threw for the leftmost failing item; std::bad_alloc.
// Thread-safety: op is called from several threads at once, through a reference to the one object given.
// Complexity: n calls of op; at most n/256 + 128 values of type T are kept, in one or two allocations where they exceed
//   1 KiB.
template <indexable Range, class T, class Op>
[[nodiscard]] std::decay_t<T> reduce(Range&& items, T&& init, Op&& op, const hints& with = no_hints,
                                     std::source_location where = std::source_location::current()) {
  using value = std::decay_t<T>;
  using reference = std::ranges::range_reference_t<Range>;
  constexpr bool convertible = std::constructible_from<value, reference>;
  constexpr bool callable = std::is_invocable_r_v<value, Op&, value, value>;
  constexpr bool lossy = detail::loses_digits<std::remove_cvref_t<reference>, value>;
  static_assert(convertible, "berth::reduce: the range's elements must convert to the type of the initial value");
  static_assert(callable, "berth::reduce: the operation must take two values of the initial value's type and give one");
  static_assert(std::movable<value>, "berth::reduce: the initial value's type must be movable");
  static_assert(!lossy,
                "berth::reduce: the initial value's type cannot hold the range's elements; give it their type, such as "
                "0.0 for doubles");
  if constexpr (convertible && callable && !lossy && std::movable<value>) {
    detail::itself same;
    return detail::fold<value>(detail::size_of(items), std::ranges::begin(items), value(std::forward<T>(init)), op,
                               same, with, where);
  }
}

}  // namespace berth
