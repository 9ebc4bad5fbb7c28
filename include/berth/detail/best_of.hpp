#pragma once
// The least item under an order, by its index: the first of equals.
#include <berth/detail/fold.hpp>
#include <berth/detail/numbers_from_zero.hpp>
#include <berth/detail/overloads.hpp>
#include <berth/extremum.hpp>
#include <concepts>
#include <cstddef>
#include <optional>
#include <source_location>
#include <type_traits>

namespace berth::detail {

// The greatest is the least in the opposite order.
template <class Less>
struct opposite {
  Less& less;
  template <class A, class B>
  bool operator()(A&& a, B&& b) const {
    return static_cast<bool>(less(static_cast<B&&>(b), static_cast<A&&>(a)));
  }
};

// Of two items the better one, by index; the left one of equals.
template <class Iterator, class Less, class Key>
struct better_of {
  Iterator first;
  Less& less;
  in_loop<Key, std::iter_reference_t<Iterator>> key;

  std::size_t operator()(std::size_t a, std::size_t b) {
    return static_cast<bool>(less(key(at(first, b)), key(at(first, a)))) ? b : a;
  }
};

template <class Less>
inline constexpr bool is_erased<opposite<Less>> = is_erased<Less>;
template <class Iterator, class Less, class Key>
inline constexpr bool is_erased<better_of<Iterator, Less, Key>> = is_erased<Less> || is_erased<Key>;

// For a range that is not empty.
template <class Iterator, class Less, class Key>
std::size_t index_of_best(std::size_t count, const Iterator& first, Less& less, Key& key, const hints& with,
                          const std::source_location& where) {
  better_of<Iterator, Less, Key> better{first, less, key};
  itself same;
  return fold<std::size_t>(count, counting{}, std::size_t{0}, better, same, with, where);
}

// Numbers in their own order are reduced, which is faster, and says what NaN and zeros do.
template <class Iterator, class Less, class Key>
inline constexpr bool is_plain_extremum =
    std::is_arithmetic_v<std::iter_value_t<Iterator>> && !std::is_same_v<std::iter_value_t<Iterator>, bool> &&
    std::is_same_v<std::remove_cv_t<Less>, less_items> && std::is_same_v<std::remove_cv_t<Key>, itself>;

template <class Extremum, class Iterator>
std::iter_value_t<Iterator> extremum_of(std::size_t count, const Iterator& first, const hints& with,
                                        const std::source_location& where) {
  using value = std::iter_value_t<Iterator>;
  Extremum better;
  itself same;
  return fold<value>(count, first, static_cast<value>(at(first, 0)), better, same, with, where);
}

template <class Range, class Key>
inline constexpr bool is_key_of = std::invocable<Key&, std::ranges::range_reference_t<Range>>;

template <class Range>
inline constexpr bool gives_copies =
    std::constructible_from<std::ranges::range_value_t<Range>, std::ranges::range_reference_t<Range>>;

template <class Range, class Less, class Key>
inline constexpr bool is_order_on_keys =
    requires(Less& less, in_loop<std::remove_reference_t<Key>, std::ranges::range_reference_t<Range>>& key,
             std::ranges::range_reference_t<Range> item) {
      {
        less(key(static_cast<decltype(item)>(item)), key(static_cast<decltype(item)>(item)))
      } -> std::convertible_to<bool>;
    };

}  // namespace berth::detail
