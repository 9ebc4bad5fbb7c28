#pragma once
// What zip, enumerate, chunks, windows and concat are made of: an iterator that asks a small function object for the
// i-th element, and the range that keeps what that object looks into.
#include <berth/detail/export.hpp>
#include <berth/detail/range.hpp>
#include <compare>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <tuple>
#include <type_traits>
#include <utility>

namespace berth::detail {

// std::invalid_argument: "berth::chunks: a length of 0".
[[noreturn]] BERTH_API void throw_no_length(const char* verb);

// Element: `reference operator()(std::size_t) const`, value_type, default-constructible, copyable; looks into ranges
// that live elsewhere.
template <class Element>
class indexed_iterator {
 public:
  using iterator_concept = std::random_access_iterator_tag;
  using iterator_category = std::random_access_iterator_tag;  // of which the old algorithms ask no real reference
  using value_type = typename Element::value_type;
  using difference_type = std::ptrdiff_t;
  using reference = std::invoke_result_t<const Element&, std::size_t>;
  using pointer = void;

  constexpr indexed_iterator() = default;
  constexpr indexed_iterator(Element element, std::size_t at) : element_(std::move(element)), at_(at) {}

  constexpr reference operator*() const { return element_(at_); }
  constexpr reference operator[](difference_type n) const { return element_(moved(n)); }
  constexpr indexed_iterator& operator++() { return ++at_, *this; }
  constexpr indexed_iterator operator++(int) {
    auto before = *this;
    ++at_;
    return before;
  }
  constexpr indexed_iterator& operator--() { return --at_, *this; }
  constexpr indexed_iterator operator--(int) {
    auto before = *this;
    --at_;
    return before;
  }
  constexpr indexed_iterator& operator+=(difference_type n) { return at_ = moved(n), *this; }
  constexpr indexed_iterator& operator-=(difference_type n) { return at_ -= static_cast<std::size_t>(n), *this; }
  friend constexpr indexed_iterator operator+(indexed_iterator i, difference_type n) { return i += n; }
  friend constexpr indexed_iterator operator+(difference_type n, indexed_iterator i) { return i += n; }
  friend constexpr indexed_iterator operator-(indexed_iterator i, difference_type n) { return i -= n; }
  friend constexpr difference_type operator-(const indexed_iterator& a, const indexed_iterator& b) {
    return static_cast<difference_type>(a.at_ - b.at_);
  }
  friend constexpr bool operator==(const indexed_iterator& a, const indexed_iterator& b) { return a.at_ == b.at_; }
  friend constexpr auto operator<=>(const indexed_iterator& a, const indexed_iterator& b) { return a.at_ <=> b.at_; }

  // For who knows the element.
  [[nodiscard]] constexpr const Element& element() const { return element_; }
  [[nodiscard]] constexpr std::size_t position() const { return at_; }

 private:
  [[nodiscard]] constexpr std::size_t moved(difference_type n) const { return at_ + static_cast<std::size_t>(n); }

  Element element_{};
  std::size_t at_ = 0;  // unsigned throughout: a compiler sees what a loop does to it, and vectorises
};

// How a view keeps a range: one that is given by name is looked at, and must outlive the view; a temporary one is moved
// in.
template <class Range>
using kept_range = std::conditional_t<std::is_lvalue_reference_v<Range>, Range, std::remove_cvref_t<Range>>;

// A range whose elements Look::element(ranges...) gives, of which there are Look::size(ranges...). Constness is as
// shallow as that of what is looked at.
template <class Look, class... Ranges>
class indexed_view {
 public:
  constexpr explicit indexed_view(Look look, Ranges&&... ranges)
      : look_(look), ranges_(std::forward<Ranges>(ranges)...) {}
  indexed_view(const indexed_view&) = default;
  indexed_view(indexed_view&&) = default;
  indexed_view& operator=(const indexed_view&) = delete;  // would assign to what a view only looks at
  indexed_view& operator=(indexed_view&&) = delete;
  ~indexed_view() = default;

  [[nodiscard]] constexpr auto begin() { return iterator(*this, 0); }
  [[nodiscard]] constexpr auto begin() const { return iterator(*this, 0); }
  [[nodiscard]] constexpr auto end() { return iterator(*this, size()); }
  [[nodiscard]] constexpr auto end() const { return iterator(*this, size()); }
  [[nodiscard]] constexpr std::size_t size() const {
    return std::apply([this](auto&... ranges) { return look_.size(ranges...); }, ranges_);
  }
  [[nodiscard]] constexpr bool empty() const { return size() == 0; }
  [[nodiscard]] constexpr decltype(auto) operator[](std::size_t i) { return begin()[static_cast<std::ptrdiff_t>(i)]; }
  [[nodiscard]] constexpr decltype(auto) operator[](std::size_t i) const {
    return begin()[static_cast<std::ptrdiff_t>(i)];
  }

 private:
  template <class Self>
  static constexpr auto iterator(Self& self, std::size_t at) {
    auto element = std::apply([&self](auto&... ranges) { return self.look_.element(ranges...); }, self.ranges_);
    return indexed_iterator<decltype(element)>(std::move(element), at);
  }

  [[no_unique_address]] Look look_;
  std::tuple<kept_range<Ranges>...> ranges_;
};

// Ranges: as deduced from forwarding references.
template <class Look, class... Ranges>
constexpr auto looking(Look look, Ranges&&... ranges) {
  return indexed_view<Look, Ranges...>(look, std::forward<Ranges>(ranges)...);
}

}  // namespace berth::detail

// Its iterators hold those of what it looks at, and nothing of the view itself.
template <class Look, class... Ranges>
inline constexpr bool std::ranges::enable_borrowed_range<berth::detail::indexed_view<Look, Ranges...>> =
    (std::ranges::borrowed_range<Ranges> && ...);
