#pragma once
// The smaller and the larger of two values, as objects to reduce with: berth::reduce(speeds, 0.0, berth::maximum{}).
//
// Floating-point: a NaN among the values gives NaN (always the same one, positive and quiet), and -0.0 is smaller than
// +0.0, so that the result does not depend on the order of the values. Other types: by operator<; the left one of two
// equals. Never waits, throws what operator< throws.
#include <type_traits>
#include <utility>

namespace berth::detail {

template <class T>
constexpr T nan_of() {
  return static_cast<T>(__builtin_nan(""));
}

template <class T>
constexpr bool unordered(T a, T b) {
  return __builtin_isunordered(a, b);
}

}  // namespace berth::detail

namespace berth {

struct minimum {
  template <class T>
  [[nodiscard]] constexpr std::decay_t<T> operator()(T&& a, const std::decay_t<T>& b) const {
    using value = std::decay_t<T>;
    if constexpr (std::is_floating_point_v<value>) {
      if (detail::unordered<value>(a, b)) return detail::nan_of<value>();
      if (a == b) return __builtin_signbit(a) ? a : b;
    }
    return b < a ? b : value(std::forward<T>(a));
  }
};

struct maximum {
  template <class T>
  [[nodiscard]] constexpr std::decay_t<T> operator()(T&& a, const std::decay_t<T>& b) const {
    using value = std::decay_t<T>;
    if constexpr (std::is_floating_point_v<value>) {
      if (detail::unordered<value>(a, b)) return detail::nan_of<value>();
      if (a == b) return __builtin_signbit(a) ? b : a;
    }
    return a < b ? b : value(std::forward<T>(a));
  }
};

}  // namespace berth
