#pragma once
#include <berth/detail/filtering.hpp>
#include <berth/hints.hpp>
#include <concepts>
#include <cstddef>
#include <source_location>
#include <type_traits>
#include <utility>
#include <vector>

namespace berth {

// The elements of f(item) for every item of `items`, one after the other, in a new vector.
//
//   std::vector<std::string> words = berth::flat_map(lines, split_at_spaces);
//
// Shapes: `items` is any random-access range of known size. f gives a range of any kind and length, the empty one
//   included; elements of a range that f gives by value are moved, others are copied (decayed).
// Order: as of `items`, and within an item as of what f gives.
// Waits: blocks the thread until all are done; a waiting thread runs pieces of this call and of calls made inside it,
//   nothing else. Inside f, nested calls are allowed.
// Cancellation: hints stop and until; the call then throws `cancelled` or `deadline_exceeded`, and the results are
//   destroyed.
// Throws: what f threw for the lowest-numbered failing item; later pieces are not started, and every result that had
//   been made is destroyed. std::bad_alloc.
// Thread-safety: f is called from several threads at once, through a reference to the one object given (small trivially
//   copyable callables that are callable as const may be copied for a loop).
// Complexity: items.size() calls of f. Each piece of a call that is shared out gathers its own results, which are moved
//   once more when all are there, in parallel; both copies exist meanwhile.
template <indexable Range, class F>
[[nodiscard]] auto flat_map(Range&& items, F&& f, const hints& with = no_hints,
                            std::source_location where = std::source_location::current()) {
  using reference = std::ranges::range_reference_t<Range>;
  constexpr bool invocable = std::invocable<F&, reference>;
  static_assert(invocable, "berth::flat_map: the function must be callable with the range's element type");
  if constexpr (invocable) {
    using given = std::invoke_result_t<F&, reference>;
    constexpr bool is_range = std::ranges::range<given>;
    static_assert(is_range, "berth::flat_map: the function must give a range; for one result an item use berth::map");
    if constexpr (is_range) {
      using result = std::ranges::range_value_t<given>;
      constexpr bool owned = !std::is_lvalue_reference_v<given> && !std::ranges::borrowed_range<given>;
      const auto produce = [&f, first = std::ranges::begin(items)](std::vector<result>& to, std::size_t begin,
                                                                   std::size_t end) {
        // What growing step by step costs, few results never earn back.
        constexpr std::size_t some = sizeof(result) <= 64 ? 1024 : 16;
        to.reserve(end - begin < some ? end - begin : some);
        detail::in_loop<std::remove_reference_t<F>, reference> call = f;
        for (std::size_t i = begin; i != end; ++i) {
          auto&& elements = call(detail::at(first, i));
          for (auto&& element : elements) {
            if constexpr (owned)
              to.emplace_back(std::move(element));
            else
              to.emplace_back(std::forward<decltype(element)>(element));
          }
        }
      };
      return detail::gathered<detail::is_erased<F>, result>(detail::size_of(items), produce, with, where);
    }
  }
}

}  // namespace berth
