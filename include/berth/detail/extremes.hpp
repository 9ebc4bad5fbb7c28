#pragma once
// The smallest and the greatest in one pass.
#include <berth/detail/best_of.hpp>
#include <berth/detail/fold.hpp>
#include <cstddef>
#include <memory>
#include <source_location>
#include <type_traits>

namespace berth::detail {

template <class T>
struct two_ends {
  T least, greatest;
};

// Both ends of [begin, end), which is not empty. Blocks stay in the nearest cache for the second of the two passes.
template <class T, class Iterator>
BERTH_ONE_BODY two_ends<T> ends_within(const Iterator& first, std::size_t begin, std::size_t end) {
  constexpr std::size_t block = 16384 / sizeof(T);
  two_ends<T> ends{static_cast<T>(at(first, begin)), static_cast<T>(at(first, begin))};
  minimum least;
  maximum greatest;
  itself same;
  for (std::size_t stop; begin != end; begin = stop) {
    stop = end - begin > block ? begin + block : end;
    if constexpr (is_exact<minimum, T>) {
      ends.least = least(fold_exact<operation::least, T>(first, same, begin, stop), ends.least);
      ends.greatest = greatest(fold_exact<operation::greatest, T>(first, same, begin, stop), ends.greatest);
    } else {
      ends.least = least(fold_leaf<T>(first, least, same, begin, stop), ends.least);
      ends.greatest = greatest(fold_leaf<T>(first, greatest, same, begin, stop), ends.greatest);
    }
  }
  return ends;
}

// Numbers in their own order. Which piece comes first makes no difference: the extremes of numbers are exact, NaN and
// zeros included (berth/extremum.hpp).
template <class Iterator>
auto extremes_of_numbers(std::size_t count, const Iterator& first, const hints& with,
                         const std::source_location& where) {
  using value = std::iter_value_t<Iterator>;
  two_ends<value> ends{static_cast<value>(at(first, 0)), static_cast<value>(at(first, 0))};
  auto leaf = [&ends, first, count](std::size_t begin, std::size_t end) {
    const auto part = ends_within<value>(first, begin, end);
    if (end - begin == count) {
      ends = part;
    } else {
      add_to_total<operation::least>(ends.least, part.least);
      add_to_total<operation::greatest>(ends.greatest, part.greatest);
    }
  };
  if (count <= 512 && says_nothing(with))
    leaf(0, count);
  else
    run<false>(count, leaf, with, where);
  return ends;
}

// Indices of both ends, as what a fold goes over.
struct ends_iterator {
  using value_type = two_ends<std::size_t>;
  using difference_type = std::ptrdiff_t;
  value_type operator*() const { return {0, 0}; }
  value_type operator[](std::ptrdiff_t i) const { return {static_cast<std::size_t>(i), static_cast<std::size_t>(i)}; }
};

template <class Better, class Worse>
struct both_of {
  Better better;
  Worse worse;
  two_ends<std::size_t> operator()(two_ends<std::size_t> a, two_ends<std::size_t> b) {
    return {better(a.least, b.least), worse(a.greatest, b.greatest)};
  }
};
template <class Better, class Worse>
inline constexpr bool is_erased<both_of<Better, Worse>> = is_erased<Better>;

// For a range that is not empty.
template <class Iterator, class Less, class Key>
two_ends<std::size_t> indices_of_extremes(std::size_t count, const Iterator& first, Less& less, Key& key,
                                          const hints& with, const std::source_location& where) {
  using smaller = better_of<Iterator, Less, Key>;
  using greater = better_of<Iterator, opposite<Less>, Key>;
  opposite<Less> reversed{less};
  both_of<smaller, greater> both{smaller{first, less, key}, greater{first, reversed, key}};
  itself same;
  return fold<two_ends<std::size_t>>(count, ends_iterator{}, two_ends<std::size_t>{0, 0}, both, same, with, where);
}

}  // namespace berth::detail
