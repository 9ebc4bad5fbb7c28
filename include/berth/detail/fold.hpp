#pragma once
#include <berth/detail/export.hpp>
// What reduce and map_reduce share: init op (f(item) op f(item) op ...), in the order that berth/reduce.hpp documents.
#include <berth/detail/call.hpp>
#include <berth/detail/fold_leaf.hpp>
#include <berth/detail/fold_tree.hpp>
#include <berth/detail/in_loop.hpp>
#include <berth/detail/range.hpp>
#include <concepts>
#include <cstddef>
#include <source_location>
#include <type_traits>
#include <utility>

namespace berth::detail {

// A pointer of berth's own reading: numbers side by side, whose reduction costs a known fraction of a nanosecond each.
template <class T, class Iterator, class F>
inline constexpr bool is_side_by_side =
    std::is_same_v<F, itself> && std::contiguous_iterator<Iterator> && std::is_same_v<std::iter_value_t<Iterator>, T> &&
    std::is_arithmetic_v<T> && sizeof(T) <= 8;

// The same where a number is converted on its way.
template <class Iterator, class F>
inline constexpr bool is_cheap_to_read = std::is_same_v<F, itself> && std::contiguous_iterator<Iterator> &&
                                         std::is_arithmetic_v<std::iter_value_t<Iterator>>;

// Below this, numbers side by side take less than a microsecond: nothing to decide.
inline constexpr std::size_t too_few_numbers = 2048;

// Values for which a slot a leaf and one pass at the end are cheaper than combining along the way.
template <class T>
inline constexpr bool is_light = std::is_trivially_copyable_v<T> && sizeof(T) <= 16;

struct leaf_limits {
  std::size_t least, most;
};

template <class T, class Iterator, class Op, class F>
constexpr leaf_limits leaf_limits_of() {
  if (is_known_float<Op, T> && is_side_by_side<T, Iterator, F>) return {too_few_numbers, 16384};
  if (is_side_by_side<T, Iterator, F>) return {512, 4096};
  if (is_light<T> && std::is_same_v<F, itself>) return {8, 256};
  return {1, 256};
}

// The leaves that a piece [begin, end) of the items answers for: those that begin in it. The last item of such a leaf
// may lie beyond the piece, whose neighbour then leaves it alone.
class leaf_grid {
 public:
  leaf_grid(std::size_t items, leaf_limits limits)
      : items_(items), shift_(leaf_shift(items, limits.least, limits.most)), leaves_(first_from(items)) {}
  [[nodiscard]] std::size_t items() const { return items_; }
  [[nodiscard]] std::size_t size() const { return std::size_t{1} << shift_; }
  [[nodiscard]] std::size_t leaves() const { return leaves_; }
  [[nodiscard]] std::size_t full_leaves() const { return items_ >> shift_; }
  // Not (item + size() - 1) >> shift_, which wraps near the end of std::size_t.
  [[nodiscard]] std::size_t first_from(std::size_t item) const {
    return (item >> shift_) + ((item & (size() - 1)) != 0 ? 1 : 0);
  }
  [[nodiscard]] std::size_t begin(std::size_t leaf) const { return leaf << shift_; }
  [[nodiscard]] std::size_t end(std::size_t leaf) const { return leaf < full_leaves() ? begin(leaf + 1) : items_; }

 private:
  std::size_t items_;
  unsigned shift_;
  std::size_t leaves_;
};

template <class T, class Iterator, class Op, class F>
inline T fold_leaf(const Iterator& first, Op& op, F& f, std::size_t begin, std::size_t end) {
  if constexpr (is_known_float<Op, T> && is_side_by_side<T, Iterator, F>)
    return fold_floats_side_by_side<operation_of<Op, T>, T>(std::to_address(first) + begin, end - begin);
  else if constexpr (is_known_float<Op, T>)
    return fold_float<operation_of<Op, T>, T>(first, f, begin, end);
  else
    return fold_in_order<T>(first, op, f, begin, end);
}

// Adds a piece's part to what all pieces share.
template <operation Op, class T>
void add_to_total(T& total, T part) {
  T before;
  __atomic_load(&total, &before, __ATOMIC_RELAXED);
  T after = apply<Op>(before, part);
  while (!__atomic_compare_exchange(&total, &before, &after, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    after = apply<Op>(before, part);
}

// Integers by a known operation: any order gives the same bits, so each piece adds itself to one total.
template <class T, class Iterator, class Op, class F>
T fold_exactly(std::size_t count, const Iterator& first, F& f, T init, const hints& with,
               const std::source_location& where) {
  constexpr operation known = operation_of<Op, T>;
  T total = init;
  auto leaf = [&total, &f, first, count](std::size_t begin, std::size_t end) {
    const T part = fold_exact_in_chains<known, T>(first, f, begin, end);
    if (end - begin == count)
      total = apply<known>(total, part);
    else
      add_to_total<known>(total, part);
  };
  run<is_erased<F>>(count, leaf, with, where);
  return total;
}

// The known operation as a callable on T, for combining what lanes have made.
template <class Op, class T>
struct combiner {
  Op& op;
  T operator()(T&& a, T&& b) const {
    if constexpr (is_known_float<Op, T>)
      return apply<operation_of<Op, T>>(a, b);
    else
      return op(std::move(a), std::move(b));
  }
};

// One compiled instance: a reduction of one leaf comes here straight, one of many by way of the runtime.
template <class T, class Iterator, class Op, class F>
BERTH_ONE_BODY T fold_one_leaf(const Iterator& start, Op& op, F& given, std::size_t begin, std::size_t end) {
  const Iterator first = start;
  in_loop<F, std::iter_reference_t<Iterator>> f = given;
  return fold_leaf<T>(first, op, f, begin, end);
}

// Short leaves, unrolled. The last one may be shorter, and is left alone.
template <std::size_t Size, class T, class Iterator, class Op, class F>
inline std::size_t fill_short_leaves(T* values, const leaf_grid& grid, const Iterator& first, Op& op, F& f,
                                     std::size_t from, std::size_t to) {
  if (grid.size() != Size) return from;
  const std::size_t full = to < grid.full_leaves() ? to : grid.full_leaves();
  for (; from < full; ++from)
    ::new (static_cast<void*>(values + from)) T(fold_leaf<T>(first, op, f, from * Size, from * Size + Size));
  return from;
}

template <class T, class Iterator, class Op, class F>
inline void fill_leaves(T* values, leaf_grid grid, const Iterator& begin, Op& op, F& given, std::size_t from,
                        std::size_t to) {
  const Iterator first = begin;
  in_loop<F, std::iter_reference_t<Iterator>> f = given;
  if (grid.leaves() > 1) {
    from = fill_short_leaves<1>(values, grid, first, op, f, from, to);
    from = fill_short_leaves<2>(values, grid, first, op, f, from, to);
    from = fill_short_leaves<4>(values, grid, first, op, f, from, to);
    from = fill_short_leaves<8>(values, grid, first, op, f, from, to);
  }
  for (; from != to; ++from)
    ::new (static_cast<void*>(values + from)) T(fold_one_leaf<T>(first, op, f, grid.begin(from), grid.end(from)));
}

// Small trivial values: the pieces fill a row of leaves, which is combined at the end.
template <class T, class Iterator, class Op, class F>
T fold_lightly(const leaf_grid& grid, const Iterator& first, Op& op, F& f, T init, const hints& with,
               const std::source_location& where) {
  const leaf_room<T> room(grid.leaves());
  auto leaf = [values = room.values(), &grid, &op, &f, &first](std::size_t begin, std::size_t end) {
    fill_leaves<T>(values, grid, first, op, f, grid.first_from(begin), grid.first_from(end));
  };
  run<is_erased<Op> || is_erased<F>>(grid.items(), leaf, with, where);
  combiner<Op, T> combine{op};
  combine_levels(room.values(), grid.leaves(), combine);
  return combine(std::move(init), std::move(room.values()[0]));
}

template <class T, class Iterator, class Op, class F>
inline void put_leaves(combining_tree<T, Op>& tree, const leaf_grid& grid, const Iterator& first, Op& op, F& f,
                       std::size_t begin, std::size_t end) {
  const std::size_t from = grid.first_from(begin);
  const std::size_t to = grid.first_from(end);
  for (std::size_t k = from; k < to; ++k)
    tree.put(k, fold_one_leaf<T>(first, op, f, grid.begin(k), grid.end(k)), from, to);
}

// All others: the leaves are combined as they come, by whoever brings the second of two.
template <class T, class Iterator, class Op, class F>
T fold_along(const leaf_grid& grid, const Iterator& first, Op& op, F& f, T&& init, const hints& with,
             const std::source_location& where) {
  combining_tree<T, Op> tree(grid.leaves(), op);
  auto leaf = [&tree, &grid, &op, &f, &first](std::size_t begin, std::size_t end) {
    put_leaves(tree, grid, first, op, f, begin, end);
  };
  run<is_erased<Op> || is_erased<F>>(grid.items(), leaf, with, where);
  return op(std::forward<T>(init), std::move(tree.root()));
}

// Strings joined by +: appended in place by a call that runs as one piece, which gives the same text as the tree.
template <class T, class Iterator, class Op, class F>
T fold_text(const leaf_grid& grid, const Iterator& first, Op& op, F& f, T&& init, const hints& with,
            const std::source_location& where) {
  combining_tree<T, Op> tree(grid.leaves(), op);
  bool appended = false;
  auto leaf = [&, first](std::size_t begin, std::size_t end) {
    if (end - begin != grid.items()) return put_leaves(tree, grid, first, op, f, begin, end);
    for (std::size_t i = begin; i != end; ++i) init.append(static_cast<const T&>(f(at(first, i))));
    appended = true;
  };
  run<is_erased<F>>(grid.items(), leaf, with, where);
  return appended ? std::forward<T>(init) : op(std::forward<T>(init), std::move(tree.root()));
}

template <class T, class Iterator, class Op, class F>
T fold(std::size_t count, const Iterator& first, T init, Op& op, F& f, const hints& with,
       const std::source_location& where) {
  constexpr operation known = operation_of<Op, T>;
  if (count == 0) return init;
  if constexpr (is_exact<Op, T>) {
    if constexpr (is_cheap_to_read<Iterator, F>) {
      if (count <= too_few_numbers && says_nothing(with))
        return apply<known>(init, fold_few<known, T>(first, f, count));
    }
    return fold_exactly<T, Iterator, Op>(count, first, f, init, with, where);
  } else {
    constexpr leaf_limits limits = leaf_limits_of<T, Iterator, Op, F>();
    const leaf_grid grid(count, limits);
    if (grid.leaves() == 1 && says_nothing(with)) {
      combiner<Op, T> combine{op};
      return combine(std::move(init), fold_one_leaf<T>(first, op, f, 0, count));
    }
    if constexpr (is_joined_text<Op, T>)
      return fold_text<T>(grid, first, op, f, std::move(init), with, where);
    else if constexpr (is_light<T>)
      return fold_lightly<T>(grid, first, op, f, init, with, where);
    else
      return fold_along<T>(grid, first, op, f, std::move(init), with, where);
  }
}

}  // namespace berth::detail
