#pragma once
#include <berth/detail/numbers_from_zero.hpp>
#include <berth/map.hpp>
#include <concepts>
#include <cstddef>
#include <source_location>
#include <type_traits>

namespace berth {

// f(0), f(1), ..., f(count - 1) in a new vector.
//
//   const auto squares = berth::tabulate(1000, [](std::size_t i) { return i * i; });
//
// Everything else: as berth::map of the numbers from 0 to count - 1. What f makes of an index is the same whatever
// thread it runs on, so that a table of random numbers is reproducible where f draws them from the index.
template <class F>
[[nodiscard]] auto tabulate(std::size_t count, F&& f, const hints& with = no_hints,
                            std::source_location where = std::source_location::current()) {
  constexpr bool invocable = std::invocable<F&, std::size_t>;
  static_assert(invocable, "berth::tabulate: the function must be callable with a std::size_t");
  if constexpr (invocable) {
    using result = std::decay_t<std::invoke_result_t<F&, std::size_t>>;
    static_assert(!std::is_void_v<result>,
                  "berth::tabulate: the function returns nothing to keep; use berth::for_each_index");
    if constexpr (std::is_same_v<result, bool>)
      return detail::map_flags(count, detail::counting{}, f, with, where);
    else if constexpr (!std::is_void_v<result>)
      return detail::map_objects<result>(count, detail::counting{}, f, with, where);
  }
}

}  // namespace berth
