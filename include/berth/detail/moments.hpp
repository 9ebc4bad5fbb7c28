#pragma once
// Count, sum, extremes and squares of numbers in one pass, in an order that depends on how many there are alone.
#include <berth/detail/extremes.hpp>
#include <berth/detail/fold.hpp>
#include <berth/detail/widened.hpp>
#include <cstddef>
#include <memory>
#include <source_location>
#include <type_traits>

namespace berth::detail {

template <class T>
struct moments {
  std::size_t count;
  typename wide<T>::type sum;
  T min, max;
  double mean;
  double squares;  // of the differences to the mean
};

// Two neighbours become one. The formula is that of Chan, Golub and LeVeque (Updating Formulae and a Pairwise Algorithm
// for Computing Sample Variances, 1979), which loses no digits where the mean is far from zero.
template <class T>
struct pooled {
  BERTH_ONE_BODY moments<T> operator()(const moments<T>& a, const moments<T>& b) const {
    constexpr operation added = operation::sum;
    const auto of_a = static_cast<double>(a.count);
    const auto of_b = static_cast<double>(b.count);
    const double apart = b.mean - a.mean;
    const double share = of_b / (of_a + of_b);
    return {.count = a.count + b.count,
            .sum = apply<added>(a.sum, b.sum),
            .min = minimum{}(a.min, b.min),
            .max = maximum{}(a.max, b.max),
            .mean = a.mean + apart * share,
            .squares = a.squares + b.squares + apart * apart * (of_a * share)};
  }
};

inline constexpr std::size_t moments_together = 256;

// Of at most `moments_together` numbers side by side, from two passes over them in the nearest cache.
template <class T>
BERTH_ONE_BODY moments<T> moments_of_few(const T* items, std::size_t count) {
  double row[moments_together];
  row[0] = static_cast<double>(items[0]);
  for (std::size_t i = 1; i != count; ++i) row[i] = static_cast<double>(items[i]);
  const double sum = fold_floats_side_by_side<operation::sum, double>(row, count);
  const double mean = sum / static_cast<double>(count);
  for (std::size_t i = 0; i != count; ++i) row[i] = (row[i] - mean) * (row[i] - mean);
  const double squares = fold_floats_side_by_side<operation::sum, double>(row, count);
  const auto ends = ends_within<T>(items, 0, count);
  moments<T> made{count, {}, ends.least, ends.greatest, mean, squares};
  if constexpr (std::is_floating_point_v<T>)
    made.sum = sum;
  else
    for (std::size_t i = 0; i != count; ++i)
      made.sum = apply<operation::sum>(made.sum, static_cast<decltype(made.sum)>(items[i]));
  return made;
}

// The numbers that f makes of [begin, end), each made once.
template <class T, class Iterator, class F>
inline moments<T> moments_of_some(const Iterator& first, F& f, std::size_t begin, std::size_t count) {
  if constexpr (std::is_same_v<F, itself> && std::contiguous_iterator<Iterator>) {
    return moments_of_few(std::to_address(first) + begin, count);
  } else {
    T made[moments_together];
    for (std::size_t i = 0; i != count; ++i) made[i] = static_cast<T>(f(at(first, begin + i)));
    return moments_of_few(made, count);
  }
}

template <class T, class Iterator, class F>
BERTH_ONE_BODY moments<T> moments_of_leaf(const Iterator& first, F& given, std::size_t begin, std::size_t end) {
  in_loop<F, std::iter_reference_t<Iterator>> f = given;
  const pooled<T> pool;
  const auto few = [end](std::size_t from) { return end - from < moments_together ? end - from : moments_together; };
  moments<T> all = moments_of_some<T>(first, f, begin, few(begin));
  for (begin += all.count; begin != end; begin += few(begin))
    all = pool(all, moments_of_some<T>(first, f, begin, few(begin)));
  return all;
}

// For a range that is not empty.
template <class T, class Iterator, class F>
moments<T> moments_of(std::size_t count, const Iterator& first, F& f, const hints& with,
                      const std::source_location& where) {
  const leaf_grid grid(count, {moments_together, 16 * moments_together});
  if (grid.leaves() == 1 && says_nothing(with) && std::is_same_v<F, itself>)
    return moments_of_leaf<T>(first, f, 0, count);
  const leaf_room<moments<T>> room(grid.leaves());
  auto leaf = [values = room.values(), &grid, &f, &first](std::size_t begin, std::size_t end) {
    for (std::size_t k = grid.first_from(begin), to = grid.first_from(end); k < to; ++k)
      ::new (static_cast<void*>(values + k)) moments<T>(moments_of_leaf<T>(first, f, grid.begin(k), grid.end(k)));
  };
  run<is_erased<F>>(count, leaf, with, where);
  const pooled<T> pool;
  combine_levels(room.values(), grid.leaves(), pool);
  return room.values()[0];
}

}  // namespace berth::detail
