#pragma once
#include <berth/detail/call.hpp>
#include <berth/detail/range.hpp>
#include <concepts>
#include <cstddef>
#include <source_location>

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
  requires std::invocable<F&, std::ranges::range_reference_t<In>> &&
           std::indirectly_writable<std::ranges::iterator_t<Out>,
                                    std::invoke_result_t<F&, std::ranges::range_reference_t<In>>>
void map_into(In&& in, Out&& out, F&& f, const hints& with = {},
              std::source_location where = std::source_location::current()) {
  const std::size_t count = detail::size_of(in);
  if (detail::size_of(out) < count) detail::throw_output_too_small("map_into", count, detail::size_of(out));
  auto from = std::ranges::begin(in);
  auto to = std::ranges::begin(out);
  auto leaf = [from, to, &f](std::size_t begin, std::size_t end) {
    // Locals, because the leaf itself is reachable from elsewhere: the loop need not fear that a store changes them.
    const auto source = from;
    const auto target = to;
    for (std::size_t i = begin; i != end; ++i) detail::at(target, i) = f(detail::at(source, i));
  };
  detail::run<detail::is_erased<F>>(count, leaf, with, where);
}

}  // namespace berth
