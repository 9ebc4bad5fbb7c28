#pragma once
#include <berth/detail/indexed.hpp>
#include <concepts>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace berth::detail {

template <class Iterator>
struct concat_part {
  Iterator first;
  std::size_t size = 0;
};

template <class... Iterators>
struct concat_element {
  using value_type = std::common_type_t<std::iter_value_t<Iterators>...>;
  using reference = std::common_reference_t<std::iter_reference_t<Iterators>...>;
  std::tuple<concat_part<Iterators>...> parts;

  constexpr reference operator()(std::size_t i) const { return in<0>(i); }

  // Whether the parts' own iterators give the very elements.
  static constexpr bool in_stretches = (std::is_same_v<std::iter_reference_t<Iterators>, reference> && ...);
  // use(first, begin, end) for what of items [begin, end) lies in a part: elements begin..end of that.
  template <class Use>
  constexpr void for_stretches(std::size_t begin, std::size_t end, Use use) const {
    std::size_t before = 0;
    std::apply(
        [&](const auto&... part) {
          (
              [&] {
                const std::size_t from = begin > before ? begin - before : 0;
                const std::size_t to = end > before ? end - before : 0;
                const std::size_t stop = to < part.size ? to : part.size;
                if (from < stop) use(part.first, from, stop);
                before += part.size;
              }(),
              ...);
        },
        parts);
  }

  template <std::size_t Part>
  constexpr reference in(std::size_t i) const {
    const auto& part = std::get<Part>(parts);
    if constexpr (Part + 1 != sizeof...(Iterators))
      if (i >= part.size) return in<Part + 1>(i - part.size);
    return at(part.first, i);
  }
};

struct concatenating {
  template <class... Ranges>
  constexpr std::size_t size(Ranges&... ranges) const {
    return (size_of(ranges) + ...);
  }
  template <class... Ranges>
  constexpr auto element(Ranges&... ranges) const {
    return concat_element<decltype(std::ranges::begin(ranges))...>{{{std::ranges::begin(ranges), size_of(ranges)}...}};
  }
};

template <class... Ranges>
concept alike = requires { typename std::common_reference_t<std::ranges::range_reference_t<Ranges>...>; } &&
                requires { typename std::common_type_t<std::ranges::range_value_t<Ranges>...>; };

}  // namespace berth::detail

namespace berth {

// The items of several ranges, one range after the other.
//
//   const auto slowest = berth::reduce(berth::concat(today, yesterday), 0.0, berth::maximum{});
//
// Shapes: two ranges or more, random-access and of known size, whose elements have a reference in common (two of int&
//   have int&; int& and const int& have const int&; int& and double& have double, by value). Every verb takes the
//   result.
// Lifetime: ranges given by name are looked at and must outlive the result; temporary ones are moved into it.
// Waits: never. Throws: nothing of its own. Thread-safety: as that of the ranges.
// Complexity: none; an element costs a comparison for each range before its own.
template <indexable First, indexable Second, indexable... More>
[[nodiscard]] constexpr auto concat(First&& first, Second&& second, More&&... more) {
  constexpr bool alike = detail::alike<First, Second, More...>;
  static_assert(alike, "berth::concat: the ranges' elements must have a type in common");
  if constexpr (alike)
    return detail::looking(detail::concatenating{}, std::forward<First>(first), std::forward<Second>(second),
                           std::forward<More>(more)...);
}

}  // namespace berth
