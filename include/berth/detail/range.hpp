#pragma once
// The little that the verbs need to know about ranges. <span> brings the range concepts at a third of <ranges>' cost.
#include <concepts>
#include <cstddef>
#include <iterator>
#include <span>

namespace berth {

// What every verb takes: any random-access range of known size (vector, array, span, deque, iota_view, ...).
template <class Range>
concept indexable = std::ranges::random_access_range<Range> && std::ranges::sized_range<Range>;

}  // namespace berth

namespace berth::detail {

template <class Range>
constexpr std::size_t size_of(Range& items) {
  return static_cast<std::size_t>(std::ranges::size(items));
}

template <class Iterator>
constexpr decltype(auto) at(const Iterator& first, std::size_t i) {
  return first[static_cast<std::iter_difference_t<Iterator>>(i)];
}

}  // namespace berth::detail
