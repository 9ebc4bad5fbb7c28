#pragma once
#include <berth/detail/fold.hpp>
#include <berth/detail/overloads.hpp>
#include <berth/detail/widened.hpp>
#include <concepts>
#include <source_location>
#include <type_traits>

namespace berth {

// f(item[0]) + f(item[1]) + ... + f(item[n-1]), or the same of the items themselves where no f is given.
//
//   const double total = berth::sum(prices);
//   const std::int64_t bytes = berth::sum(files, &file::size);
//
// In a pipeline: berth::summing.
// Shapes: `items` is any random-access range of known size. Integers give a 64-bit integer (std::int64_t, or
//   std::uint64_t for unsigned ones and bool), exact where the sum fits and wrapping where not; float and double give a
//   double. Any other type T gives a T, from T() on and by its own associative operator+, so that strings are joined.
//   An empty range gives T(), which is 0 for numbers.
// Order: integers have none to show. Floating-point, and other types: berth::reduce's (with f: berth::map_reduce's)
//   order, the same bits whatever the number of threads, the quota, the hints and the way the call went.
// Waits: blocks the thread until all are done; a waiting thread runs pieces of this call and of calls made inside it,
//   nothing else.
// Cancellation: hints stop and until; the call then throws `cancelled` or `deadline_exceeded`.
// Throws: what f or + threw for the lowest-numbered failing item, as berth::map_reduce. std::bad_alloc.
// Thread-safety: f is called from several threads at once, through a reference to the one object given (a small
//   trivially copyable f that is callable as const may be copied for a loop).
// Complexity: n calls of f and n additions; span n over berth::budget().cpus, and the logarithm of n.
template <indexable Range, detail::no_hints_object F>
[[nodiscard]] auto sum(Range&& items, F&& f, const hints& with = no_hints,
                       std::source_location where = std::source_location::current()) {
  using reference = std::ranges::range_reference_t<Range>;
  constexpr bool invocable = std::invocable<F&, reference>;
  static_assert(invocable, "berth::sum: the function must be callable with the range's element type");
  if constexpr (invocable) {
    using value = detail::widened<Range, F>;
    constexpr bool combines = std::default_initializable<value> && requires(value a, value b) {
      { static_cast<value&&>(a) + static_cast<value&&>(b) } -> std::convertible_to<value>;
    };
    static_assert(
        combines,
        "berth::sum: what is added up must have an operator + that gives its own type, and a default value to "
        "begin with");
    if constexpr (combines) {
      std::plus<> combine;
      return detail::fold<value>(detail::size_of(items), std::ranges::begin(items), value(), combine, f, with, where);
    }
  }
}

template <indexable Range>
[[nodiscard]] auto sum(Range&& items, const hints& with = no_hints,
                       std::source_location where = std::source_location::current()) {
  return berth::sum(items, detail::itself{}, with, where);
}

}  // namespace berth
