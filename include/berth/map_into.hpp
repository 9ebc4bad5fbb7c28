#pragma once
#include <berth/detail/call.hpp>
#include <berth/detail/in_loop.hpp>
#include <berth/detail/range.hpp>
#include <concepts>
#include <cstddef>
#include <source_location>
#include <type_traits>

namespace berth::detail {

template <class In, class Out, class F>
void map_assign(In from, std::size_t count, Out to, std::size_t room, F& f, const hints& with,
                const std::source_location& where) {
  if (room < count) throw_output_too_small("map_into", count, room);
  auto leaf = [from, to, &f](std::size_t begin, std::size_t end) {
    // Locals, because the leaf itself is reachable from elsewhere: the loop need not fear that a store changes them.
    const In in = from;
    const Out out = to;
    in_loop<F, std::iter_reference_t<In>> call = f;
    for (std::size_t i = begin; i != end; ++i) at(out, i) = call(at(in, i));
  };
  run<is_erased<F>>(count, leaf, with, where);
}

}  // namespace berth::detail

namespace berth {

// Writes f(in[i]) to out[i] for every i, into memory that the caller owns.
// Shapes: `out` holds at least as many elements as `in`; its first in.size() are assigned, the rest left alone. A
//   smaller `out` throws std::invalid_argument naming both sizes. The ranges may be the same (in place), not otherwise
//   overlapping. An empty `in` does nothing.
// Waits: blocks the thread until all are done; a waiting thread runs pieces of this call and of calls made inside it,
//   nothing else.
// Cancellation: hints stop and until; the call then throws `cancelled` or `deadline_exceeded` with the number d of
//   items done, and out[0..d) holds their results.
// Throws: what f threw for the lowest-numbered failing item i; everything before i has been written.
// Thread-safety: f is called from several threads at once.
// Complexity: in.size() calls of f and assignments; allocates nothing in proportion to the input.
template <indexable In, indexable Out, class F>
void map_into(In&& in, Out&& out, F&& f, const hints& with = no_hints,
              std::source_location where = std::source_location::current()) {
  using reference = std::ranges::range_reference_t<In>;
  constexpr bool invocable = std::invocable<F&, reference>;
  static_assert(invocable, "berth::map_into: the function must be callable with the input's element type");
  if constexpr (invocable) {
    constexpr bool writable =
        std::is_assignable_v<std::ranges::range_reference_t<Out>, std::invoke_result_t<F&, reference>>;
    constexpr bool packed = std::is_same_v<std::ranges::range_value_t<Out>, bool> &&
                            !std::is_same_v<std::ranges::range_reference_t<Out>, bool&>;
    static_assert(writable, "berth::map_into: the function's result must be assignable to the output's elements");
    static_assert(!packed,
                  "berth::map_into: the output packs bools into shared words, which threads must not write to; use "
                  "berth::map, or a vector of char");
    if constexpr (writable && !packed)
      detail::map_assign(std::ranges::begin(in), detail::size_of(in), std::ranges::begin(out), detail::size_of(out), f,
                         with, where);
  }
}

}  // namespace berth
