#pragma once
// The least item under an order, by its index: the first of equals.
#include <berth/detail/fold.hpp>
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

// Whether the best key so far may be kept beside its index, rather than made again for every comparison.
template <class Iterator, class Key>
inline constexpr bool has_light_keys =
    is_light<std::remove_cvref_t<std::invoke_result_t<Key&, std::iter_reference_t<Iterator>>>>;

// Of [begin, end), which is not empty.
template <class Iterator, class Less, class Key>
BERTH_ONE_BODY std::size_t best_within(const better_of<Iterator, Less, Key>& given, std::size_t begin,
                                       std::size_t end) {
  better_of<Iterator, Less, Key> better = given;
  std::size_t best = begin;
  if constexpr (has_light_keys<Iterator, Key>) {
    std::remove_cvref_t<decltype(better.key(at(better.first, begin)))> least = better.key(at(better.first, begin));
    for (std::size_t i = begin + 1; i < end; ++i) {
      const std::remove_cvref_t<decltype(least)> next = better.key(at(better.first, i));
      // Rare: a branch that is foreseen is cheaper than two values that wait for every comparison.
      if (__builtin_expect(static_cast<bool>(better.less(next, least)), 0)) {
        least = next;
        best = i;
      }
    }
  } else {
    for (std::size_t i = begin + 1; i < end; ++i) best = better(best, i);
  }
  return best;
}

// Leaves of many items where there are many: what a leaf has found is compared once more.
inline constexpr leaf_limits leaves_of_best{8, 4096};

// For a range that is not empty: made(begin, end) gives what a leaf has found, of type T, and best(a, b) compares.
template <class T, bool Erased, class Made, class Best>
T best_of_leaves(std::size_t count, const Made& made, Best& best, const hints& with,
                 const std::source_location& where) {
  const leaf_grid grid(count, leaves_of_best);
  if (grid.leaves() == 1 && says_nothing(with)) return made(0, count);
  const leaf_room<T> room(grid.leaves());
  auto leaf = [values = room.values(), &grid, &made](std::size_t begin, std::size_t end) {
    for (std::size_t k = grid.first_from(begin), to = grid.first_from(end); k < to; ++k)
      ::new (static_cast<void*>(values + k)) T(made(grid.begin(k), grid.end(k)));
  };
  run<Erased>(count, leaf, with, where);
  combine_levels(room.values(), grid.leaves(), best);
  return room.values()[0];
}

// For a range that is not empty.
template <class Iterator, class Less, class Key>
std::size_t index_of_best(std::size_t count, const Iterator& first, Less& less, Key& key, const hints& with,
                          const std::source_location& where) {
  better_of<Iterator, Less, Key> better{first, less, key};
  const auto made = [&better](std::size_t begin, std::size_t end) { return best_within(better, begin, end); };
  constexpr bool erased = is_erased<Less> || is_erased<Key>;
  return best_of_leaves<std::size_t, erased>(count, made, better, with, where);
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
