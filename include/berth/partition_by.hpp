#pragma once
#include <berth/detail/partitioning.hpp>
#include <berth/detail/range.hpp>
#include <concepts>
#include <cstddef>
#include <source_location>
#include <type_traits>
#include <utility>
#include <vector>

namespace berth {

// The two sides of a question.
template <class Value>
struct sides {
  std::vector<Value> yes;
  std::vector<Value> no;
};

// Copies of the items for which f says yes, and of those for which it says no, each in order: berth::partition whose
// result has names.
//
//   auto [valid, broken] = berth::partition_by(records, &record::is_valid);
//
// Shapes: `items` is any random-access range of known size. An empty range gives two empty vectors.
// Order: kept on both sides.
// Waits: blocks the thread until all are done; a waiting thread runs pieces of this call and of calls made inside it,
//   nothing else. Inside f, nested calls are allowed.
// Cancellation: hints stop and until; the call then throws `cancelled` or `deadline_exceeded`; nothing is kept.
// Throws: what f threw for the lowest-numbered failing item; what copying an item threw; std::bad_alloc.
// Thread-safety: f is called from several threads at once.
// Complexity: as berth::partition.
template <indexable Range, class F>
[[nodiscard]] auto partition_by(Range&& items, F&& f, const hints& with = no_hints,
                                std::source_location where = std::source_location::current()) {
  constexpr bool decides = detail::chooses_among<F, Range>;
  static_assert(decides,
                "berth::partition_by: the function must be callable with the range's element type and say yes or no");
  if constexpr (decides) {
    using value = std::ranges::range_value_t<Range>;
    using function = std::remove_reference_t<F>;
    auto both = detail::parted<value, std::ranges::iterator_t<Range>, function>(
        detail::size_of(items), std::ranges::begin(items), f, with, where);
    return sides<value>{std::move(both.first), std::move(both.second)};
  }
}

}  // namespace berth
