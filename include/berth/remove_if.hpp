#pragma once
#include <berth/detail/filtering.hpp>
#include <berth/detail/in_place.hpp>
#include <berth/hints.hpp>
#include <concepts>
#include <cstddef>
#include <source_location>
#include <type_traits>

namespace berth::detail {

template <class Iterator, class F>
struct failing {
  F& given;
  struct in_a_loop {
    in_loop<F, std::iter_reference_t<Iterator>> f;
    bool keeps(const Iterator& base, std::size_t, std::size_t, std::size_t i) { return !f(at(base, i)); }
    bool joins(const Iterator&, std::size_t, std::size_t) { return true; }
  };
  [[nodiscard]] in_a_loop loop() const { return {given}; }
};

}  // namespace berth::detail

namespace berth {

// Removes the items of which the predicate holds from a container, in place. Returns how many (as std::erase_if).
//
//   berth::remove_if(sessions, [now](const session& s) { return s.expires < now; });
//
// Shapes: `items` is a random-access container that elements can be erased from: vector, deque, string. Its capacity
//   stays as it is.
// Order: stable: what is kept keeps its order.
// Waits: blocks the thread until all are done; a waiting thread runs pieces of this call and of calls made inside it,
//   nothing else. Inside the predicate, nested calls are allowed.
// Cancellation: hints stop and until; the call then throws `cancelled` or `deadline_exceeded`. The container then has
//   its old size, and the values of its elements are unspecified.
// Throws: what the predicate threw for the lowest-numbered failing item, or a move assignment in the first block of
//   items where one failed; the container as above.
// Thread-safety: the predicate is called from several threads at once, through a reference to the one object given
//   (small trivially copyable ones that are callable as const may be copied for a loop).
// Complexity: items.size() calls of the predicate, exactly one an item; at most two moves an item; allocates a few
// bytes
//   for every block of 128 KiB.
template <indexable Range, class F>
std::size_t remove_if(Range& items, F&& predicate, const hints& with = no_hints,
                      std::source_location where = std::source_location::current()) {
  constexpr bool shrinks = detail::shrinks<Range>;
  constexpr bool is_predicate = std::predicate<F&, std::ranges::range_reference_t<Range>>;
  constexpr bool packed = detail::is_packed<Range>;
  static_assert(shrinks,
                "berth::remove_if: the container must let its elements be erased; berth::filter makes a new one");
  static_assert(is_predicate, "berth::remove_if: the predicate must take the container's elements and give a bool");
  static_assert(!packed,
                "berth::remove_if: a std::vector<bool> packs bools into shared words, which threads must not write to; "
                "use std::vector<char>");
  if constexpr (shrinks && is_predicate && !packed) {
    using rule = detail::failing<std::ranges::iterator_t<Range>, std::remove_reference_t<F>>;
    return detail::close_gaps<detail::is_erased<F>>(items, rule{predicate}, with, where);
  }
}

}  // namespace berth
