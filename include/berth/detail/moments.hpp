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

// What a second pass over a block tells: squares around its mean, and its ends, without regard to NaN and to the sign
// of zero: eight lanes (four of fewer than 32 numbers; two of fewer than 16), added up from left to right, and what did
// not fill them.
struct second_pass {
  double squares, least, greatest;
};

// Two lanes of such a pass.
struct pass_pair {
  using pair [[gnu::vector_size(16)]] = double;
  pair squares, least, greatest;

  void add(const double* from, double mean) {
    pair next;
    __builtin_memcpy(&next, from, sizeof next);
    const pair apart = next - mean;
    squares += apart * apart;
    least = next < least ? next : least;
    greatest = greatest < next ? next : greatest;
  }
  void add_to(second_pass& all) const {
    for (std::size_t l = 0; l != 2; ++l) {
      all.squares += squares[l];
      if (least[l] < all.least) all.least = least[l];
      if (all.greatest < greatest[l]) all.greatest = greatest[l];
    }
  }
};

// As many whole rows of 2 * Pairs numbers as there are. Returns how many numbers those are.
template <std::size_t Pairs>
inline std::size_t pass_rows(second_pass& all, const double* row, std::size_t count, double mean) {
  pass_pair pairs[Pairs];
  for (pass_pair& p : pairs) p = pass_pair{{}, {row[0], row[0]}, {row[0], row[0]}};
  std::size_t i = 0;
  for (; count - i >= 2 * Pairs; i += 2 * Pairs)
    for (std::size_t p = 0; p != Pairs; ++p) pairs[p].add(row + i + 2 * p, mean);
  for (const pass_pair& p : pairs) p.add_to(all);
  return i;
}

inline second_pass pass_again(const double* row, std::size_t count, double mean) {
  second_pass all{0, row[0], row[0]};
  std::size_t i = count >= 32 ? pass_rows<4>(all, row, count, mean) : pass_rows<2>(all, row, count, mean);
  for (; i != count; ++i) {
    const double apart = row[i] - mean;
    all.squares += apart * apart;
    all.least = row[i] < all.least ? row[i] : all.least;
    all.greatest = all.greatest < row[i] ? row[i] : all.greatest;
  }
  return all;
}

// NaN and the signs of zeros, which the passes above do not look at.
template <class T>
inline void put_ends_right(moments<T>& made, const T* items, std::size_t count) {
  if constexpr (std::is_floating_point_v<T>) {
    if (!(made.sum == made.sum))
      for (std::size_t i = 0; i != count; ++i)
        if (items[i] != items[i]) made.min = made.max = nan_of<T>();
    if (made.min == 0) made.min = extremum_of_zeros<operation::least>(items, count);
    if (made.max == 0) made.max = extremum_of_zeros<operation::greatest>(items, count);
  }
}

// Of fewer than `few_moments` numbers: what follows would take longer to set up. Two lanes.
inline constexpr std::size_t few_moments = 16;
template <class T>
inline moments<T> moments_of_short_row(const double* row, const T* items, std::size_t count) {
  const double part = 1 / static_cast<double>(count);  // while the sum is in the making
  double sum = row[0];
  second_pass again{0, row[0], row[0]};
  for (std::size_t i = 1; i != count; ++i) {
    sum += row[i];
    again.least = row[i] < again.least ? row[i] : again.least;
    again.greatest = again.greatest < row[i] ? row[i] : again.greatest;
  }
  // As near to the mean as makes no difference to the squares: they are the least there, and flat around it.
  const double middle = count == 1 ? sum : sum * part;
  double odd = 0;
  std::size_t i = 0;
  for (; count - i >= 2; i += 2) {
    again.squares += (row[i] - middle) * (row[i] - middle);
    odd += (row[i + 1] - middle) * (row[i + 1] - middle);
  }
  if (i != count) again.squares += (row[i] - middle) * (row[i] - middle);
  moments<T> made{.count = count,
                  .sum = static_cast<typename wide<T>::type>(sum),
                  .min = static_cast<T>(again.least),
                  .max = static_cast<T>(again.greatest),
                  .mean = sum / static_cast<double>(count),
                  .squares = again.squares + odd};
  put_ends_right(made, items, count);
  return made;
}

// Of at most `moments_together` numbers that doubles hold exactly.
template <class T>
inline moments<T> moments_of_row(const double* row, const T* items, std::size_t count) {
  if (count < few_moments) return moments_of_short_row(row, items, count);
  const double sum = fold_floats_side_by_side<operation::sum, double>(row, count);
  const double mean = sum / static_cast<double>(count);
  const second_pass again = pass_again(row, count, mean);
  moments<T> made{.count = count,
                  .sum = static_cast<typename wide<T>::type>(sum),  // exact for integers: 256 of them fit a double
                  .min = static_cast<T>(again.least),
                  .max = static_cast<T>(again.greatest),
                  .mean = mean,
                  .squares = again.squares};
  put_ends_right(made, items, count);
  return made;
}

template <class T>
inline void as_doubles(double* row, const T* items, std::size_t count) {
  std::size_t i = 0;
  if constexpr (sizeof(T) == 4) {
    using four [[gnu::vector_size(16)]] = T;
    using doubles [[gnu::vector_size(32)]] = double;
    for (; count - i >= 4; i += 4) {
      four next;
      __builtin_memcpy(&next, items + i, sizeof next);
      const doubles converted = __builtin_convertvector(next, doubles);
      __builtin_memcpy(row + i, &converted, sizeof converted);
    }
  }
  for (; i != count; ++i) row[i] = static_cast<double>(items[i]);
}

// Of at most `moments_together` numbers side by side, from two passes over them in the nearest cache.
template <class T>
BERTH_ONE_BODY moments<T> moments_of_few(const T* items, std::size_t count) {
  if constexpr (std::is_same_v<T, double>) {
    return moments_of_row(items, items, count);
  } else {
    double row[moments_together];
    row[0] = static_cast<double>(items[0]);
    as_doubles(row, items, count);
    moments<T> made = moments_of_row<T>(row, items, count);
    if constexpr (std::is_integral_v<T> && sizeof(T) == 8) {
      itself same;
      made.sum = fold_exact_in_chains<operation::sum, decltype(made.sum)>(items, same, 0, count);
      const auto ends = ends_within<T>(items, 0, count);
      made.min = ends.least;
      made.max = ends.greatest;
    }
    return made;
  }
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
  if constexpr (std::is_same_v<F, itself> && std::contiguous_iterator<Iterator>)
    if (count < few_moments && says_nothing(with)) return moments_of_few<T>(std::to_address(first), count);
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
