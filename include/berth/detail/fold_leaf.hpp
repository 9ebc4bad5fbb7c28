#pragma once
#include <berth/detail/export.hpp>
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

// Rows behind each other, each of which is gone along faster than all of them item by item.
template <class Iterator>
concept lies_in_stretches =
    requires(const Iterator& first) { requires std::remove_cvref_t<decltype(first.element())>::in_stretches; };

// The same in four chains, so that the latency of one operation does not hold the next one up. For long pieces: where
// it is inlined into a short call, g++ 12 warns of a loop that cannot be.
template <operation Op, class T, class Iterator, class F>
inline T fold_exact_in_chains(const Iterator& start, F& given, std::size_t begin, std::size_t end) {
  if constexpr (lies_in_stretches<Iterator>) {
    T total{};
    bool is_first = true;
    const auto fold_stretch = [&](const auto& from, std::size_t i, std::size_t stop) {
      const T more = fold_exact_in_chains<Op, T>(from, given, i, stop);
      total = is_first ? more : apply<Op>(total, more);
      is_first = false;
    };
    start.element().for_stretches(start.position() + begin, start.position() + end, fold_stretch);
    return total;
  }
  if (end - begin < 8) return fold_exact<Op, T>(start, given, begin, end);
  const Iterator first = start;
  in_loop<F, std::iter_reference_t<Iterator>> f = given;
  T chain[4];
#pragma GCC unroll 4
  for (std::size_t c = 0; c != 4; ++c) chain[c] = static_cast<T>(f(at(first, begin + c)));
  std::size_t i = begin + 4;
  for (; end - i >= 4; i += 4)
#pragma GCC unroll 4
    for (std::size_t c = 0; c != 4; ++c) chain[c] = apply<Op>(chain[c], static_cast<T>(f(at(first, i + c))));
  T total = apply<Op>(apply<Op>(chain[0], chain[1]), apply<Op>(chain[2], chain[3]));
  for (; i != end; ++i) total = apply<Op>(total, static_cast<T>(f(at(first, i))));
  return total;
}

// A short call. Very short ones are inlined; the others in a function, which g++ 12 does not warn of.
template <operation Op, class T, class Iterator, class F>
BERTH_ONE_BODY T fold_not_so_few(const Iterator& first, F& f, std::size_t count) {
  return fold_exact_in_chains<Op, T>(first, f, 0, count);
}
template <operation Op, class T, class Iterator, class F>
inline T fold_few(const Iterator& first, F& f, std::size_t count) {
  constexpr std::size_t worth_chains = 32;
  return count < worth_chains ? fold_exact<Op, T>(first, f, 0, count) : fold_not_so_few<Op, T>(first, f, count);
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

// A leaf with at least so many items a lane is dealt out over lanes; below, the lanes cost more than they save.
inline constexpr std::size_t rows_worth_lanes = 4;

// Floating-point +, *, minimum, maximum: item i of the leaf goes to lane i mod 8, each lane adds up from left to right,
// the lanes are halved until one is left (lane l meets lane l + half), and what did not fill all lanes comes last.
template <operation Op, class T, class Iterator, class F>
inline T fold_float(const Iterator& first, F& f, std::size_t begin, std::size_t end) {
  constexpr std::size_t lanes = 8;
  auto item = [&](std::size_t i) { return static_cast<T>(f(at(first, i))); };
  std::size_t i = begin + 1;
  T total;
  if (end - begin < lanes * rows_worth_lanes) {
    total = item(begin);
  } else {
    T lane[lanes];
    for (std::size_t l = 0; l != lanes; ++l) lane[l] = item(begin + l);
    for (i = begin + lanes; end - i >= lanes; i += lanes)
      for (std::size_t l = 0; l != lanes; ++l) lane[l] = apply<Op>(lane[l], item(i + l));
    for (std::size_t half = lanes / 2; half != 0; half /= 2)
      for (std::size_t l = 0; l != half; ++l) lane[l] = apply<Op>(lane[l], lane[l + half]);
    total = lane[0];
  }
  for (; i != end; ++i) total = apply<Op>(total, item(i));
  return total;
}

// The same for items that lie side by side in memory: 128 bytes of lanes (16 doubles, 32 floats) in eight short
// vectors, so that neither the latency of an addition nor the optimisation level holds it up.
template <operation Op, class T>
class vector_lanes {
 public:
  static constexpr bool extremum = Op == operation::least || Op == operation::greatest;
  static constexpr std::size_t width = 16 / sizeof(T);
  static constexpr std::size_t vectors = 8;
  static constexpr std::size_t lanes = width * vectors;

  explicit vector_lanes(const T* from) {
    for (std::size_t v = 0; v != vectors; ++v) {
      lane_[v] = load(from + v * width);
      note_nan(lane_[v]);
    }
  }
  void add(const T* from) {
    for (std::size_t v = 0; v != vectors; ++v) {
      const vector next = load(from + v * width);
      note_nan(next);
      lane_[v] = meet(lane_[v], next);
    }
  }
  // Without regard to NaN and to the sign of zero.
  [[nodiscard]] T halved() {
    for (std::size_t half = vectors / 2; half != 0; half /= 2)
      for (std::size_t v = 0; v != half; ++v) lane_[v] = meet(lane_[v], lane_[v + half]);
    T left[width];
    __builtin_memcpy(left, &lane_[0], sizeof left);
    for (std::size_t half = width / 2; half != 0; half /= 2)
      for (std::size_t l = 0; l != half; ++l) left[l] = apply<Op>(left[l], left[l + half]);
    return left[0];
  }
  [[nodiscard]] bool any_nan() const {
    auto any = saw_nan_[0];
    for (std::size_t i = 1; i != width; ++i) any |= saw_nan_[i];
    return any != 0;
  }

 private:
  using vector [[gnu::vector_size(16)]] = T;
  using mask = decltype(vector{} < vector{});

  static vector load(const T* from) {
    vector loaded;
    __builtin_memcpy(&loaded, from, sizeof loaded);
    return loaded;
  }
  static vector meet(vector a, vector b) {
    if constexpr (Op == operation::sum) return a + b;
    if constexpr (Op == operation::product) return a * b;
    if constexpr (Op == operation::least) return b < a ? b : a;
    return a < b ? b : a;
  }
  void note_nan(vector v) {
    if constexpr (extremum) saw_nan_ |= v != v;
  }

  vector lane_[vectors];
  mask saw_nan_{};
};

// The fast comparisons above know neither NaN nor the sign of zero; both are rare, and put right here.
template <operation Op, class T>
inline T extremum_of_zeros(const T* items, std::size_t count) {
  const T decisive = Op == operation::least ? -T(0) : T(0);
  for (std::size_t i = 0; i != count; ++i)
    if (__builtin_memcmp(items + i, &decisive, sizeof decisive) == 0) return decisive;
  return -decisive;
}

template <operation Op, class T>
BERTH_ONE_BODY T fold_floats_side_by_side(const T* items, std::size_t count) {
  constexpr std::size_t lanes = vector_lanes<Op, T>::lanes;
  std::size_t i = 1;
  T total = items[0];
  if (count >= lanes * rows_worth_lanes) {
    vector_lanes<Op, T> sums(items);
    for (i = lanes; count - i >= lanes; i += lanes) sums.add(items + i);
    if (sums.any_nan()) return nan_of<T>();
    total = sums.halved();
    if (vector_lanes<Op, T>::extremum && total == T(0)) total = extremum_of_zeros<Op>(items, i);
  } else if (vector_lanes<Op, T>::extremum) {
    total = apply<Op>(total, total);  // makes a NaN berth's own
  }
  for (; i != count; ++i) total = apply<Op>(total, items[i]);
  return total;
}

}  // namespace berth::detail
