#pragma once
#include <berth/detail/indexed.hpp>
#include <berth/detail/zipped.hpp>
#include <cstddef>
#include <utility>

namespace berth::detail {

template <class Iterator>
struct enumerated_element {
  using value_type = std::tuple<std::size_t, std::iter_value_t<Iterator>>;
  Iterator first;
  constexpr auto operator()(std::size_t i) const {
    return zipped<std::size_t, std::iter_reference_t<Iterator>>(i, at(first, i));
  }
};

struct enumerating {
  template <class Range>
  constexpr std::size_t size(Range& items) const {
    return size_of(items);
  }
  template <class Range>
  constexpr auto element(Range& items) const {
    return enumerated_element<decltype(std::ranges::begin(items))>{std::ranges::begin(items)};
  }
};

}  // namespace berth::detail

namespace berth {

// The items with their numbers from 0 up.
//
//   berth::for_each(berth::enumerate(rows), [&](auto&& numbered) { auto [i, row] = numbered; out[i] = f(row); });
//
// Shapes: any random-access range of known size gives one of the same size; every verb takes it that does not
//   rearrange its items. Its elements are berth::zipped<std::size_t, reference>; the value type is
//   std::tuple<std::size_t, value>.
// Lifetime: a range given by name is looked at and must outlive the result; a temporary one is moved into it.
// Waits: never. Throws: nothing of its own. Thread-safety: as that of the range.
// Complexity: none.
template <indexable Range>
[[nodiscard]] constexpr auto enumerate(Range&& items) {
  return detail::looking(detail::enumerating{}, std::forward<Range>(items));
}

}  // namespace berth
