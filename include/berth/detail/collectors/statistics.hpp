#pragma once
#include <berth/detail/collectors/simple.hpp>
#include <cstddef>
#include <type_traits>

namespace berth {

// What is to be known about many numbers. smallest and largest are T{} where there are none. mean and variance are NaN
// where there are too few. variance: of a sample (divided by count - 1).
template <class T>
struct number_summary {
  std::size_t count = 0;
  detail::sum_type<T> sum{};
  T smallest{};
  T largest{};
  double mean = detail::nan_of<double>();
  double variance = detail::nan_of<double>();
};

}  // namespace berth

namespace berth::detail {

// Mean and squared deviations are kept as Welford has them, and joined as Chan, Golub and LeVeque do: neither loses its
// digits where the numbers lie far from 0.
template <class T>
struct collected_moments {
  std::size_t count = 0;
  sum_type<T> sum{};
  T smallest{};
  T largest{};
  double mean = 0;
  double squares = 0;

  void add(T x) {
    const auto value = static_cast<double>(x);
    sum = static_cast<sum_type<T>>(sum + static_cast<sum_type<T>>(x));
    if (count == 0 || is_less_or_nan{}(x, smallest)) smallest = x;
    if (count == 0 || is_more_or_nan{}(x, largest)) largest = x;
    const double off = value - mean;
    mean += off / static_cast<double>(++count);
    squares += off * (value - mean);
  }

  void merge(const collected_moments& right) {
    if (count == 0 || right.count == 0) {
      if (count == 0) *this = right;
      return;
    }
    const auto here = static_cast<double>(count);
    const auto there = static_cast<double>(right.count);
    const double off = right.mean - mean;
    sum = static_cast<sum_type<T>>(sum + right.sum);
    if (is_less_or_nan{}(right.smallest, smallest)) smallest = right.smallest;
    if (is_more_or_nan{}(right.largest, largest)) largest = right.largest;
    count += right.count;
    mean += off * there / (here + there);
    squares += right.squares + off * off * here * there / (here + there);
  }
};

template <class F>
struct statistics_collector {
  F of;
  template <class Item>
    requires std::is_arithmetic_v<given_by<F, Item>>
  [[nodiscard]] auto make() const {
    return collected_moments<given_by<F, Item>>{};
  }
  template <class T, class X>
  void add(collected_moments<T>& to, X&& x) const {
    to.add(of(static_cast<X&&>(x)));
  }
  template <class T>
  void merge(collected_moments<T>& left, collected_moments<T>&& right) const {
    left.merge(right);
  }
  template <class T>
  [[nodiscard]] number_summary<T> finish(collected_moments<T>&& m) const {
    number_summary<T> all{m.count, m.sum, m.smallest, m.largest};
    if (m.count > 0) all.mean = m.mean;
    if (m.count > 1) all.variance = m.squares / static_cast<double>(m.count - 1);
    return all;
  }
};

}  // namespace berth::detail
