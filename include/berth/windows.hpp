#pragma once
#include <berth/detail/indexed.hpp>
#include <berth/detail/slice.hpp>
#include <cstddef>
#include <utility>

namespace berth::detail {

template <class Iterator>
struct window_element {
  using value_type = decltype(slice_of(std::declval<Iterator>(), 0, 0));
  Iterator first;
  std::size_t length = 1;
  constexpr value_type operator()(std::size_t i) const { return slice_of(first, i, length); }
};

struct windowing {
  std::size_t length;
  template <class Range>
  constexpr std::size_t size(Range& items) const {
    return size_of(items) < length ? 0 : size_of(items) - length + 1;
  }
  template <class Range>
  constexpr auto element(Range& items) const {
    return window_element<decltype(std::ranges::begin(items))>{std::ranges::begin(items), length};
  }
};

}  // namespace berth::detail

namespace berth {

// Every row of `length` neighbours: items 0 to length - 1, items 1 to length, and so on.
//
//   auto smooth = berth::map(berth::windows(samples, 5), [](std::span<const double> w) { return mean(w); });
//
// Shapes: any random-access range of known size n gives a range of n - length + 1 spans (of berth::slice, where the
//   items do not lie side by side), of none where n < length; every verb takes it that does not rearrange its items.
//   Windows overlap: read them only.
// Lifetime: a range given by name is looked at and must outlive the result; a temporary one is moved into it.
// Waits: never. Throws: std::invalid_argument for a length of 0. Thread-safety: as that of the range.
// Complexity: none.
template <indexable Range>
[[nodiscard]] constexpr auto windows(Range&& items, std::size_t length) {
  if (length == 0) detail::throw_no_length("windows");
  return detail::looking(detail::windowing{length}, std::forward<Range>(items));
}

}  // namespace berth
