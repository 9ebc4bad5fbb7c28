#pragma once
#include <berth/detail/indexed.hpp>
#include <berth/detail/slice.hpp>
#include <cstddef>
#include <utility>

namespace berth::detail {

template <class Iterator>
struct chunk_element {
  using value_type = decltype(slice_of(std::declval<Iterator>(), 0, 0));
  Iterator first;
  std::size_t items = 0;
  std::size_t length = 1;
  constexpr value_type operator()(std::size_t i) const {
    const std::size_t from = i * length;
    return slice_of(first, from, items - from < length ? items - from : length);
  }
};

struct chunking {
  std::size_t length;
  template <class Range>
  constexpr std::size_t size(Range& items) const {
    return size_of(items) / length + (size_of(items) % length != 0 ? 1 : 0);
  }
  template <class Range>
  constexpr auto element(Range& items) const {
    return chunk_element<decltype(std::ranges::begin(items))>{std::ranges::begin(items), size_of(items), length};
  }
};

}  // namespace berth::detail

namespace berth {

// The items in pieces of `length`, the last one shorter where they do not divide.
//
//   auto sums = berth::map(berth::chunks(samples, 64), [](std::span<const float> s) { return energy(s); });
//
// Shapes: any random-access range of known size gives a range of spans (of berth::slice, where the items do not lie
//   side by side); every verb takes it that does not rearrange its items. Disjoint pieces: what is done with one may
//   write to its items.
// Lifetime: a range given by name is looked at and must outlive the result; a temporary one is moved into it.
// Waits: never. Throws: std::invalid_argument for a length of 0. Thread-safety: as that of the range.
// Complexity: none.
template <indexable Range>
[[nodiscard]] constexpr auto chunks(Range&& items, std::size_t length) {
  if (length == 0) detail::throw_no_length("chunks");
  return detail::looking(detail::chunking{length}, std::forward<Range>(items));
}

}  // namespace berth
