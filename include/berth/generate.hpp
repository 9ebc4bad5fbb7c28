#pragma once
#include <berth/detail/numbers_from_zero.hpp>
#include <berth/detail/filtering.hpp>
#include <berth/map_into.hpp>
#include <concepts>
#include <cstddef>
#include <source_location>
#include <type_traits>

namespace berth {

// Writes f(i) to out[i] for every index i of `out`, into memory that the caller owns.
//
//   berth::generate(noise, [](std::size_t i) { return random_at(seed, i); });
//
// f is given the index, so that what it makes does not depend on the order of the calls nor on the thread.
// Everything else: as berth::map_into from the numbers from 0 to out.size() - 1.
template <indexable Out, class F>
void generate(Out&& out, F&& f, const hints& with = no_hints,
              std::source_location where = std::source_location::current()) {
  constexpr bool invocable = std::invocable<F&, std::size_t>;
  static_assert(invocable, "berth::generate: the function must be callable with a std::size_t, the element's index");
  if constexpr (invocable) {
    constexpr bool writable =
        std::is_assignable_v<std::ranges::range_reference_t<Out>, std::invoke_result_t<F&, std::size_t>>;
    constexpr bool packed = detail::is_packed<Out>;
    static_assert(writable, "berth::generate: the function's result must be assignable to the range's elements");
    static_assert(!packed,
                  "berth::generate: the range packs bools into shared words, which threads must not write to; use "
                  "berth::tabulate, or a vector of char");
    if constexpr (writable && !packed)
      detail::map_assign(detail::counting{}, detail::size_of(out), std::ranges::begin(out), detail::size_of(out), f,
                         with, where);
  }
}

}  // namespace berth
