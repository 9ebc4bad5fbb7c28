#pragma once
#include <berth/detail/fold.hpp>
#include <berth/extremum.hpp>
#include <concepts>
#include <cstddef>
#include <source_location>
#include <type_traits>
#include <utility>

namespace berth {

// init op f(item[0]) op f(item[1]) ... op f(item[n-1]), by an associative op, without keeping the f(item).
//
//   const std::size_t bytes = berth::map_reduce(files, std::size_t{0}, std::plus<>{}, size_of);
//
// Shapes: as berth::reduce; f(item) is converted to the type T of `init`.
// Order: as berth::reduce, bit for bit: leaves of 1 to 256 items, a power of two that leaves at least 64 leaves, are
//   combined as one binary tree; a leaf of 32 items or more has eight lanes for floating-point by a known operation.
// Waits: blocks the thread until all are done; a waiting thread runs pieces of this call and of calls made inside it,
//   nothing else. Inside f and op, nested calls are allowed.
// Cancellation: hints stop and until; the call then throws `cancelled` or `deadline_exceeded`. What had been reduced is
//   lost.
// Throws: what f or op threw for the leftmost failing item, where combining two neighbours counts as coming after the
//   items that it combines; for trivially copyable T of at most 16 bytes, after all items. std::bad_alloc.
// Thread-safety: f and op are called from several threads at once, through references to the objects given (a small
//   trivially copyable f that is callable as const may be copied for a loop).
// Complexity: n calls of f and of op; at most n/256 + 128 values of type T are kept, in one or two allocations where
//   they exceed 1 KiB.
template <indexable Range, class T, class Op, class F>
[[nodiscard]] std::decay_t<T> map_reduce(Range&& items, T&& init, Op&& op, F&& f, const hints& with = no_hints,
                                         std::source_location where = std::source_location::current()) {
  using value = std::decay_t<T>;
  using reference = std::ranges::range_reference_t<Range>;
  constexpr bool invocable = std::invocable<F&, reference>;
  static_assert(invocable, "berth::map_reduce: the function must be callable with the range's element type");
  constexpr bool callable = std::is_invocable_r_v<value, Op&, value, value>;
  static_assert(callable,
                "berth::map_reduce: the operation must take two values of the initial value's type and give one");
  static_assert(std::movable<value>, "berth::map_reduce: the initial value's type must be movable");
  if constexpr (invocable && callable && std::movable<value>) {
    using result = std::invoke_result_t<F&, reference>;
    constexpr bool convertible = std::constructible_from<value, result>;
    constexpr bool lossy = detail::loses_digits<std::remove_cvref_t<result>, value>;
    static_assert(convertible,
                  "berth::map_reduce: the function's result must convert to the type of the initial value");
    static_assert(!lossy,
                  "berth::map_reduce: the initial value's type cannot hold the function's results; give it their type, "
                  "such as 0.0 for doubles");
    if constexpr (convertible && !lossy)
      return detail::fold<value>(detail::size_of(items), std::ranges::begin(items), value(std::forward<T>(init)), op, f,
                                 with, where);
  }
}

}  // namespace berth
