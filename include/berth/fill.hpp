#pragma once
#include <berth/detail/filtering.hpp>
#include <berth/detail/moving.hpp>
#include <berth/hints.hpp>
#include <concepts>
#include <cstddef>
#include <source_location>
#include <type_traits>

namespace berth {

// Assigns `value` to every element of `out`.
// Shapes: `out` is any random-access range of known size.
// Order: none between elements.
// Waits: blocks the thread until all are done; a waiting thread runs pieces of this call and of calls made inside it,
//   nothing else.
// Cancellation: hints stop and until; the call then throws `cancelled` or `deadline_exceeded` with the number d of
//   elements done, which are the first.
// Throws: what an assignment threw for the lowest-numbered failing element.
// Thread-safety: `value` is read from several threads at once.
// Complexity: out.size() assignments. Trivially copyable values that lie side by side are written as memory, from 32
// MiB
//   on past the cache.
template <indexable Out, class T>
void fill(Out&& out, const T& value, const hints& with = no_hints,
          std::source_location where = std::source_location::current()) {
  constexpr bool writable = std::is_assignable_v<std::ranges::range_reference_t<Out>, const T&>;
  constexpr bool packed = detail::is_packed<Out>;
  static_assert(writable, "berth::fill: the value must be assignable to the range's elements");
  static_assert(
      !packed,
      "berth::fill: the range packs bools into shared words, which threads must not write to; use a vector of "
      "char");
  if constexpr (writable && !packed) {
    const std::size_t count = detail::size_of(out);
    auto leaf = [count, &value, to = std::ranges::begin(out)](std::size_t begin, std::size_t end) {
      detail::fill_part(to, value, begin, end, count);
    };
    detail::run<false>(count, leaf, with, where);
  }
}

}  // namespace berth
