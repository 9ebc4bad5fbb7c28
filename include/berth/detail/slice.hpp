#pragma once
// Neighbouring elements of a range: what chunks and windows are made of.
#include <berth/detail/range.hpp>
#include <cstddef>
#include <iterator>
#include <span>
#include <type_traits>

namespace berth {

// A part of a range whose elements do not lie side by side in memory; where they do, a std::span is used.
template <class Iterator>
class slice {
 public:
  constexpr slice() = default;
  constexpr slice(Iterator first, std::size_t size) : first_(first), size_(size) {}
  [[nodiscard]] constexpr Iterator begin() const { return first_; }
  [[nodiscard]] constexpr Iterator end() const { return first_ + static_cast<std::iter_difference_t<Iterator>>(size_); }
  [[nodiscard]] constexpr std::size_t size() const { return size_; }
  [[nodiscard]] constexpr bool empty() const { return size_ == 0; }
  [[nodiscard]] constexpr decltype(auto) operator[](std::size_t i) const { return detail::at(first_, i); }

 private:
  Iterator first_{};
  std::size_t size_ = 0;
};

}  // namespace berth

// Its iterators are the range's own, and outlive it.
template <class Iterator>
inline constexpr bool std::ranges::enable_borrowed_range<berth::slice<Iterator>> = true;
template <class Iterator>
inline constexpr bool std::ranges::enable_view<berth::slice<Iterator>> = true;

namespace berth::detail {

// `length` neighbours from `from` on.
template <class Iterator>
constexpr auto slice_of(const Iterator& first, std::size_t from, std::size_t length) {
  const auto start = first + static_cast<std::iter_difference_t<Iterator>>(from);
  if constexpr (std::contiguous_iterator<Iterator>)
    return std::span<std::remove_reference_t<std::iter_reference_t<Iterator>>>(std::to_address(start), length);
  else
    return slice<Iterator>(start, length);
}

}  // namespace berth::detail
