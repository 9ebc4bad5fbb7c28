#pragma once
#include <berth/detail/counting.hpp>
#include <berth/find_if.hpp>
#include <cstddef>
#include <source_location>
#include <type_traits>

namespace berth {

// For how many items holds(item) is true.
//
//   const std::size_t late = berth::count_if(orders, &order::is_late);
//
// Shapes: `items` is any random-access range of known size; an empty one gives 0.
// Waits: blocks the thread until all are done; a waiting thread runs pieces of this call and of calls made inside it,
//   nothing else.
// Cancellation: hints stop and until; the call then throws `cancelled` or `deadline_exceeded`.
// Throws: what `holds` threw for the lowest-numbered failing item.
// Thread-safety: `holds` is called from several threads at once, through a reference to the one object given (a small
//   trivially copyable one that is callable as const may be copied for a loop).
// Complexity: n calls of `holds`, without a branch on their results; span n over berth::budget().cpus.
template <indexable Range, class F>
[[nodiscard]] std::size_t count_if(Range&& items, F&& holds, const hints& with = no_hints,
                                   std::source_location where = std::source_location::current()) {
  constexpr bool callable = detail::is_predicate_on<Range, F>;
  static_assert(callable, "berth::count_if: the predicate must take the range's element type and give a truth value");
  if constexpr (callable) {
    using counter = detail::predicate_counter<std::ranges::iterator_t<Range>, std::remove_reference_t<F>>;
    return detail::count_in_pieces<detail::is_erased<F>>(detail::size_of(items),
                                                         counter{std::ranges::begin(items), holds}, with, where);
  }
}

}  // namespace berth
