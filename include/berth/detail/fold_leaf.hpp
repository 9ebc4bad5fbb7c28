#pragma once
// How one leaf of a reduction is folded, for every kind of item and operation. The order in which a leaf's items meet
// is part of what berth promises (berth/reduce.hpp), so each is written once and compiled once.
#include <berth/detail/in_loop.hpp>
#include <berth/detail/operation.hpp>
#include <berth/detail/range.hpp>
#include <cstddef>
#include <utility>

namespace berth::detail {

// The item itself: the function of a reduce, which is a map_reduce without one.
struct itself {
  template <class X>
  constexpr X&& operator()(X&& x) const noexcept {
    return std::forward<X>(x);
  }
};

// Exact operations: a plain loop, which the compiler may reorder into vectors as it likes.
template <operation Op, class T, class Iterator, class F>
inline T fold_exact(const Iterator& start, F& given, std::size_t begin, std::size_t end) {
  const Iterator first = start;
  in_loop<F, std::iter_reference_t<Iterator>> f = given;
  T total = static_cast<T>(f(at(first, begin)));
  for (std::size_t i = begin + 1; i != end; ++i) total = apply<Op>(total, static_cast<T>(f(at(first, i))));
  return total;
}

// Any operation: from left to right.
template <class T, class Iterator, class Op, class F>
inline T fold_in_order(const Iterator& first, Op& op, F& f, std::size_t begin, std::size_t end) {
  T total = static_cast<T>(f(at(first, begin)));
  for (std::size_t i = begin + 1; i != end; ++i) {
    if constexpr (std::is_same_v<std::decay_t<decltype(f(at(first, i)))>, T>)
      total = op(std::move(total), f(at(first, i)));
    else
      total = op(std::move(total), static_cast<T>(f(at(first, i))));
  }
  return total;
}

// Floating-point +, *, minimum, maximum: item i of the leaf goes to lane i mod `lanes`, each lane adds up from left to
// right, and the lanes are halved until one is left: lane l meets lane l + half. Fewer items than lanes: left to right.
template <std::size_t Lanes, operation Op, class T>
inline T fold_lanes(T (&lane)[Lanes]) {
  for (std::size_t half = Lanes / 2; half != 0; half /= 2)
    for (std::size_t l = 0; l != half; ++l) lane[l] = apply<Op>(lane[l], lane[l + half]);
  return lane[0];
}

template <operation Op, class T, class Iterator, class F>
inline T fold_float(const Iterator& first, F& f, std::size_t begin, std::size_t end) {
  constexpr std::size_t lanes = 8;
  auto item = [&](std::size_t i) { return static_cast<T>(f(at(first, i))); };
  if (end - begin < lanes) {
    T total = item(begin);
    for (std::size_t i = begin + 1; i != end; ++i) total = apply<Op>(total, item(i));
    return total;
  }
  T lane[lanes];
  for (std::size_t l = 0; l != lanes; ++l) lane[l] = item(begin + l);
  std::size_t i = begin + lanes;
  for (; end - i >= lanes; i += lanes)
    for (std::size_t l = 0; l != lanes; ++l) lane[l] = apply<Op>(lane[l], item(i + l));
  for (std::size_t l = 0; i != end; ++i, ++l) lane[l] = apply<Op>(lane[l], item(i));
  return fold_lanes<lanes, Op>(lane);
}

// The same for items that lie side by side in memory: 128 bytes of lanes (16 doubles, 32 floats) in eight short
// vectors, so that neither the latency of an addition nor the optimisation level holds it up.
template <operation Op, class T>
struct lanes_of {
  static constexpr std::size_t width = 16 / sizeof(T);
  static constexpr std::size_t vectors = 8;
  static constexpr std::size_t lanes = width * vectors;
  typedef T vector __attribute__((vector_size(16)));
  using mask = decltype(vector{} < vector{});

  vector lane[vectors];
  mask saw_nan{};

  static vector load(const T* from) {
    vector loaded;
    __builtin_memcpy(&loaded, from, sizeof loaded);
    return loaded;
  }
  void start(const T* from) {
    for (std::size_t v = 0; v != vectors; ++v) {
      lane[v] = load(from + v * width);
      if constexpr (Op == operation::least || Op == operation::greatest) saw_nan |= lane[v] != lane[v];
    }
  }
  void add(const T* from) {
    for (std::size_t v = 0; v != vectors; ++v) {
      const vector next = load(from + v * width);
      if constexpr (Op == operation::sum) lane[v] += next;
      if constexpr (Op == operation::product) lane[v] *= next;
      if constexpr (Op == operation::least) lane[v] = next < lane[v] ? next : lane[v];
      if constexpr (Op == operation::greatest) lane[v] = lane[v] < next ? next : lane[v];
      if constexpr (Op == operation::least || Op == operation::greatest) saw_nan |= next != next;
    }
  }
  [[nodiscard]] bool any_nan() const {
    auto any = saw_nan[0];
    for (std::size_t i = 1; i != width; ++i) any |= saw_nan[i];
    return any != 0;
  }
};

// The fast comparisons above know neither NaN nor the sign of zero; both are rare, and put right here.
template <operation Op, class T>
inline T extremum_of_zeros(const T* items, std::size_t count) {
  bool negative = false;
  bool positive = false;
  for (std::size_t i = 0; i != count; ++i) {
    const bool zero = items[i] == T(0);
    const bool sign = __builtin_signbit(items[i]) != 0;
    negative |= zero & sign;
    positive |= zero & !sign;
  }
  return Op == operation::least ? (negative ? -T(0) : T(0)) : (positive ? T(0) : -T(0));
}

template <operation Op, class T>
[[gnu::noinline]] T fold_floats_side_by_side(const T* items, std::size_t count) {
  using kernel = lanes_of<Op, T>;
  constexpr bool extremum = Op == operation::least || Op == operation::greatest;
  if (count < kernel::lanes) {
    T total = items[0];
    if (extremum && total != total) total = nan_of<T>();
    for (std::size_t i = 1; i != count; ++i) total = apply<Op>(total, items[i]);
    return total;
  }
  kernel sums;
  sums.start(items);
  std::size_t i = kernel::lanes;
  for (; count - i >= kernel::lanes; i += kernel::lanes) sums.add(items + i);
  T lane[kernel::lanes];
  __builtin_memcpy(lane, sums.lane, sizeof lane);
  if (extremum && sums.any_nan()) return nan_of<T>();
  for (std::size_t l = 0; i != count; ++i, ++l) lane[l] = apply<Op>(lane[l], items[i]);
  const T total = fold_lanes<kernel::lanes, Op>(lane);
  return extremum && total == T(0) ? extremum_of_zeros<Op>(items, count) : total;
}

}  // namespace berth::detail
