#pragma once
#include <berth/detail/call.hpp>
#include <berth/detail/in_loop.hpp>
#include <berth/detail/range.hpp>
#include <concepts>
#include <cstddef>
#include <source_location>
#include <type_traits>
#include <utility>
#include <vector>

namespace berth {

// Calls f(item) for every item of `items`, any random-access range, which may be modified through the reference.
// Order: each item once; no order between items. An empty range calls nothing.
// Waits: blocks the thread until all are done; a waiting thread runs pieces of this call and of calls made inside it,
//   nothing else. Inside f, nested calls are allowed.
// Cancellation: hints stop and until; the call then throws `cancelled` or `deadline_exceeded`, saying how many items,
//   counted from the first, were done.
// Throws: what f threw for the lowest-numbered failing item; later pieces are not started.
// Thread-safety: f is called from several threads at once, through a reference to the one object given
//   (small trivially copyable callables that are callable as const may be copied for a loop).
// Complexity: items.size() calls of f; expected span that over berth::budget().cpus.
template <indexable Range, class F>
void for_each(Range&& items, F&& f, const hints& with = no_hints,
              std::source_location where = std::source_location::current()) {
  static_assert(std::invocable<F&, std::ranges::range_reference_t<Range>>,
                "berth::for_each: the function must be callable with the range's element type");
  static_assert(!std::is_same_v<std::ranges::range_reference_t<Range>, std::vector<bool>::reference>,
                "berth::for_each: a std::vector<bool> packs bools into shared words, which threads must not write to; "
                "use std::vector<char>, or a const one to read");
  auto first = std::ranges::begin(items);
  auto leaf = [first, &f](std::size_t begin, std::size_t end) {
    const auto from = first;
    detail::in_loop<std::remove_reference_t<F>, std::ranges::range_reference_t<Range>> call = f;
    for (std::size_t i = begin; i != end; ++i) call(detail::at(from, i));
  };
  detail::run<detail::is_erased<F>>(detail::size_of(items), leaf, with, where);
}

// Calls f(i) for every i in [0, count). As for_each in everything else.
template <class F>
void for_each_index(std::size_t count, F&& f, const hints& with = no_hints,
                    std::source_location where = std::source_location::current()) {
  static_assert(std::invocable<F&, std::size_t>,
                "berth::for_each_index: the function must be callable with a std::size_t");
  auto leaf = [&f](std::size_t begin, std::size_t end) {
    detail::in_loop<std::remove_reference_t<F>, std::size_t> call = f;
    for (std::size_t i = begin; i != end; ++i) call(i);
  };
  detail::run<detail::is_erased<F>>(count, leaf, with, where);
}

}  // namespace berth
