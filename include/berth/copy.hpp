#pragma once
#include <berth/detail/filtering.hpp>
#include <berth/detail/moving.hpp>
#include <berth/hints.hpp>
#include <concepts>
#include <cstddef>
#include <source_location>
#include <type_traits>

namespace berth {

// Assigns in[i] to out[i] for every i, into memory that the caller owns.
// Shapes: `out` holds at least as many elements as `in`; its first in.size() are assigned, the rest left alone. A
//   smaller `out` throws std::invalid_argument naming both sizes, before anything is written. The ranges must not
//   overlap. An empty `in` does nothing.
// Order: none between items.
// Waits: blocks the thread until all are done; a waiting thread runs pieces of this call and of calls made inside it,
//   nothing else.
// Cancellation: hints stop and until; the call then throws `cancelled` or `deadline_exceeded` with the number d of
//   items done, and out[0..d) holds their copies.
// Throws: what an assignment threw for the lowest-numbered failing item.
// Thread-safety: `in` must not be written meanwhile.
// Complexity: in.size() assignments. Trivially copyable values that lie side by side are copied as memory, from 32 MiB
//   on past the cache.
template <indexable In, indexable Out>
void copy(In&& in, Out&& out, const hints& with = no_hints,
          std::source_location where = std::source_location::current()) {
  constexpr bool writable =
      std::is_assignable_v<std::ranges::range_reference_t<Out>, std::ranges::range_reference_t<In>>;
  constexpr bool packed = detail::is_packed<Out>;
  static_assert(writable, "berth::copy: the range's elements must be assignable to the output's elements");
  static_assert(
      !packed,
      "berth::copy: the output packs bools into shared words, which threads must not write to; use a vector of "
      "char");
  if constexpr (writable && !packed) {
    const std::size_t count = detail::size_of(in);
    if (detail::size_of(out) < count) detail::throw_output_too_small("copy", count, detail::size_of(out));
    auto leaf = [count, from = std::ranges::begin(in), to = std::ranges::begin(out)](
                    std::size_t begin, std::size_t end) { detail::copy_part(from, to, begin, end, count); };
    detail::run<false>(count, leaf, with, where);
  }
}

}  // namespace berth
