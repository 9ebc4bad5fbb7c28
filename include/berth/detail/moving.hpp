#pragma once
// The leaves of copy and fill: memory where elements are no more than that.
#include <berth/detail/range.hpp>
#include <berth/detail/streams.hpp>
#include <cstddef>
#include <iterator>
#include <memory>
#include <type_traits>

namespace berth::detail {

template <class Iterator>
inline constexpr bool is_memory =
    std::contiguous_iterator<Iterator> && std::is_trivially_copyable_v<std::iter_value_t<Iterator>>;

// Elements of another type are converted as C++ converts them, without a warning, as in the standard library.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wfloat-conversion"

// Part [begin, end) of `count` elements.
template <class In, class Out>
void copy_part(const In& start, const Out& target, std::size_t begin, std::size_t end, std::size_t count) {
  using value = std::iter_value_t<Out>;
  if constexpr (is_memory<In> && is_memory<Out> && std::is_same_v<std::iter_value_t<In>, value>) {
    value* const to = std::to_address(target) + begin;
    const value* const from = std::to_address(start) + begin;
    if (count >= stream_from_bytes / sizeof(value))
      stream_copy(to, from, (end - begin) * sizeof(value));
    else
      __builtin_memcpy(to, from, (end - begin) * sizeof(value));
  } else {
    const In in = start;
    const Out out = target;
    for (std::size_t i = begin; i != end; ++i) at(out, i) = at(in, i);
  }
}

// Patterns of which a whole number fits into what is stored at once.
template <class T>
inline constexpr bool is_pattern = sizeof(T) <= 16 && (sizeof(T) & (sizeof(T) - 1)) == 0;

template <class Out, class T>
void fill_part(const Out& target, const T& given, std::size_t begin, std::size_t end, std::size_t count) {
  using value = std::iter_value_t<Out>;
  const Out out = target;
  if constexpr (is_memory<Out> && is_pattern<value> && std::is_convertible_v<const T&, value>) {
    const value one = static_cast<value>(given);  // a copy: the elements might be where `given` is
    if (count >= stream_from_bytes / sizeof(value))
      return stream_fill(std::to_address(out) + begin, &one, sizeof one, (end - begin) * sizeof one);
    for (std::size_t i = begin; i != end; ++i) at(out, i) = one;
  } else {
    for (std::size_t i = begin; i != end; ++i) at(out, i) = given;
  }
}

#pragma GCC diagnostic pop

}  // namespace berth::detail
