#pragma once
// Dealing items out into two vectors.
#include <berth/detail/filtering.hpp>
#include <cstddef>
#include <source_location>
#include <type_traits>
#include <utility>
#include <vector>

namespace berth::detail {

// Trivially copyable values, without a branch: each is written to both sides, and one of them moves on. As work in
// turn: carried is how many the predicate has held of before the block.
template <class T, class Iterator, class F>
class dealing {
 public:
  using carried = std::size_t;
  struct left {
    T* values = nullptr;  // a block of them: from the front those that passed, from the back, reversed, the others
    std::size_t passed = 0;
  };

  dealing(const block_grid& grid, const Iterator& first, F& f, T* passed, T* others)
      : grid_(grid), first_(first), f_(f), passed_(passed), others_(others), scratch_(grid.size()) {}

  void whole(std::size_t& passed) { passed = deal(0, grid_.items(), passed_, others_, 1); }
  void direct(std::size_t k, std::size_t& passed) {
    const std::size_t begin = grid_.begin(k);
    passed += deal(begin, grid_.end(k), passed_ + passed, others_ + (begin - passed), 1);
  }
  void ahead(std::size_t k, left& what) {
    what.values = scratch_.take();
    const std::size_t begin = grid_.begin(k);
    const std::size_t end = grid_.end(k);
    what.passed = deal(begin, end, what.values, what.values + (end - begin - 1), -1);
  }
  static void after(std::size_t, std::size_t& passed, const left& what) { passed += what.passed; }
  void finish(std::size_t k, left& what, std::size_t passed, std::size_t) {
    const std::size_t count = grid_.end(k) - grid_.begin(k);
    __builtin_memcpy(passed_ + passed, what.values, what.passed * sizeof(T));
    T* to = others_ + (grid_.begin(k) - passed);
    for (std::size_t i = count; i != what.passed; --i) *to++ = what.values[i - 1];
    drop(what);
  }
  void drop(left& what) {
    if (what.values) scratch_.give_back(what.values);
    what.values = nullptr;
  }

 private:
  // The two sides meet in the last item only, and hold the same value there.
  std::size_t deal(std::size_t begin, std::size_t end, T* passed, T* others, std::ptrdiff_t step) {
    const Iterator first = first_;
    in_loop<F, named_item<Iterator>> f = f_;
    T* next = passed;
    for (std::size_t i = begin; i != end; ++i) {
      auto&& item = at(first, i);
      const bool passes = static_cast<bool>(f(item));
      *next = item;
      *others = item;
      next += passes;
      others += passes ? 0 : step;
    }
    return static_cast<std::size_t>(next - passed);
  }

  const block_grid& grid_;
  const Iterator& first_;
  F& f_;
  T* passed_;
  T* others_;
  scratch_shelf<T> scratch_;
};

template <class T>
using two_vectors = std::pair<std::vector<T>, std::vector<T>>;

template <class T, class Iterator, class F>
two_vectors<T> dealt(std::size_t items, const Iterator& first, F& f, const hints& with,
                     const std::source_location& where) {
  const auto deal_to = [&](T* passed, T* others) {
    const block_grid grid(items, 1, block_grid::most_items(sizeof(T)));
    dealing<T, Iterator, F> work(grid, first, f, passed, others);
    return run_in_turn<is_erased<F>>(grid, work, 0, with, where);
  };
  if (items == 0) return {};
  if (items <= few_results<T>) {
    T some[few_results<T>];
    T rest[few_results<T>];
    const std::size_t count = deal_to(&some[0], &rest[0]);
    return {std::vector<T>(&some[0], &some[count]), std::vector<T>(&rest[0], &rest[items - count])};
  }
  open_vector<T> passed(items);
  open_vector<T> others(items);
  const std::size_t count = deal_to(passed.room(), others.room());
  return {closed_at(std::move(passed), count, items), closed_at(std::move(others), items - count, items)};
}

template <class T>
two_vectors<T> joined_pairs(const std::vector<two_vectors<T>*>& parts, const hints& with,
                            const std::source_location& where) {
  std::vector<std::vector<T>*> passed;
  std::vector<std::vector<T>*> others;
  for (auto* p : parts) {
    passed.push_back(&p->first);
    others.push_back(&p->second);
  }
  auto first = joined_parts(passed, with, where);
  return {std::move(first), joined_parts(others, with, where)};
}

template <class T, class Iterator, class F>
two_vectors<T> parted_plainly(std::size_t items, const Iterator& first, F& f, const hints& with,
                              const std::source_location& where) {
  two_vectors<T> all;
  ordered_parts<two_vectors<T>> parts;
  bool whole = false;
  auto leaf = [&](std::size_t begin, std::size_t end) {
    const bool alone = end - begin == items;
    if (alone) whole = true;  // no other piece is there to see it
    auto& [passed, others] = alone ? all : parts.add(begin);
    const Iterator from = first;
    in_loop<F, named_item<Iterator>> call = f;
    for (std::size_t i = begin; i != end; ++i) {
      auto&& item = at(from, i);
      auto& to = call(item) ? passed : others;
      to.emplace_back(static_cast<std::iter_reference_t<Iterator>>(item));
    }
  };
  run<is_erased<F>>(items, leaf, with, where);
  return whole ? std::move(all) : joined_pairs(parts.in_order(), of_a_move(with), where);
}

template <class T, class Iterator, class F>
two_vectors<T> parted(std::size_t items, const Iterator& first, F& f, const hints& with,
                      const std::source_location& where) {
  constexpr std::size_t few = 4;
  if (items == 0) return {};
  if constexpr (is_written_always<T> && !std::is_same_v<T, bool>)
    if (items >= few) return dealt<T>(items, first, f, with, where);
  return parted_plainly<T>(items, first, f, with, where);
}

}  // namespace berth::detail
