#pragma once
#include <berth/detail/call.hpp>
#include <berth/detail/merge_path.hpp>
#include <berth/detail/open_vector.hpp>
#include <berth/detail/order.hpp>
#include <berth/detail/sorting_phases.hpp>
#include <source_location>
#include <type_traits>
#include <utility>
#include <vector>

namespace berth::detail {

enum class set_operation { united, intersected, subtracted, symmetric };

// Which items of two ordered stretches an operation keeps. As in the standard library an item may occur several times:
// a union keeps the larger number of times, an intersection the smaller, differences what is left of the larger.
template <set_operation Op, class First, class Second, class Before, class Keep>
void combine(First first, std::size_t i, std::size_t i_end, Second second, std::size_t j, std::size_t j_end,
             Before& before, Keep keep) {
  constexpr bool keeps_only_first = Op != set_operation::intersected;
  constexpr bool keeps_only_second = Op == set_operation::united || Op == set_operation::symmetric;
  constexpr bool keeps_both = Op == set_operation::united || Op == set_operation::intersected;
  while (i != i_end && j != j_end) {
    if (before(at(first, i), at(second, j))) {
      if constexpr (keeps_only_first) keep(at(first, i));
      ++i;
    } else if (before(at(second, j), at(first, i))) {
      if constexpr (keeps_only_second) keep(at(second, j));
      ++j;
    } else {
      if constexpr (keeps_both) keep(at(first, i));
      ++i;
      ++j;
    }
  }
  if constexpr (keeps_only_first) {
    for (; i != i_end; ++i) keep(at(first, i));
  }
  if constexpr (keeps_only_second) {
    for (; j != j_end; ++j) keep(at(second, j));
  }
}

inline constexpr std::size_t shared_sets_from = 16384;

// Blocks of about equal length of what would be the merged row, each of which holds all items that are equal.
template <set_operation Op, class First, class Second, class Before>
class set_blocks {
  using item = std::iter_value_t<First>;
  struct cut {
    std::size_t i, j;
  };

 public:
  set_blocks(First first, std::size_t count, Second second, std::size_t second_count, const Before& before)
      : first_(first),
        count_(count),
        second_(second),
        second_count_(second_count),
        grid_(sorting_blocks(count + second_count)),
        before_(before) {}

  template <bool Erased>
  std::vector<item> run(const hints& with, const std::source_location& where) {
    std::vector<std::vector<item>> kept(grid_.blocks());
    auto leaf = [this, &kept](std::size_t begin, std::size_t end) {
      for (; begin != end; ++begin) combine_block(begin, kept[begin]);
    };
    detail::run<Erased>(kept.size(), leaf, of_a_move(with), where);
    return join(kept, with, where);
  }

  void combine_all(std::vector<item>& kept) { combine_between({0, 0}, {count_, second_count_}, kept); }

 private:
  void combine_block(std::size_t block, std::vector<item>& kept) {
    Before before = before_;
    const cut from = cut_at(block, before);
    const cut to = behind(from, cut_at(block + 1, before));
    kept.reserve(most_between(from, to));
    combine_between(from, to, kept);
  }
  void combine_between(const cut& from, const cut& to, std::vector<item>& kept) {
    Before before = before_;
    combine<Op>(first_, from.i, to.i, second_, from.j, to.j, before,
                [&kept](auto&& x) { kept.emplace_back(static_cast<decltype(x)&&>(x)); });
  }
  static std::size_t most_between(const cut& from, const cut& to) {
    const std::size_t of_first = to.i - from.i;
    const std::size_t of_second = to.j - from.j;
    if constexpr (Op == set_operation::intersected) return of_first < of_second ? of_first : of_second;
    return Op == set_operation::subtracted ? of_first : of_first + of_second;
  }

  // Of rows that are not in order a block may seem to end before it begins: it is empty then.
  static cut behind(const cut& from, const cut& to) {
    return {to.i < from.i ? from.i : to.i, to.j < from.j ? from.j : to.j};
  }

  // Where a block begins: before all items equal to the one that the merged row has there.
  [[nodiscard]] cut cut_at(std::size_t block, Before& before) const {
    if (block == 0) return {0, 0};
    if (block == grid_.blocks()) return {count_, second_count_};
    const std::size_t taken = grid_.begin(block);
    const std::size_t i = merge_path(first_, count_, second_, second_count_, taken, before);
    const std::size_t j = taken - i;
    const bool is_first = j == second_count_ || (i != count_ && !before(at(second_, j), at(first_, i)));
    return is_first ? cut{lower_place(first_, 0, i, at(first_, i), before),
                          lower_place(second_, 0, j, at(first_, i), before)}
                    : cut{lower_place(first_, 0, i, at(second_, j), before),
                          lower_place(second_, 0, j, at(second_, j), before)};
  }

  static std::vector<item> join(std::vector<std::vector<item>>& kept, const hints& with,
                                const std::source_location& where) {
    std::vector<std::size_t> starts(kept.size());
    std::size_t total = 0;
    for (std::size_t b = 0; b != kept.size(); ++b) {
      starts[b] = total;
      total += kept[b].size();
    }
    if constexpr (std::is_nothrow_move_constructible_v<item> && !std::is_same_v<item, bool>) {
      open_vector<item> out(total);
      auto move_block = [&, to = out.room()](std::size_t b) {
        for (std::size_t i = 0; i != kept[b].size(); ++i)
          ::new (static_cast<void*>(to + starts[b] + i)) item(std::move(kept[b][i]));
      };
      run_to_the_end(kept.size(), move_block, with, where);
      return out.close(total);
    } else {
      std::vector<item> out;
      out.reserve(total);
      for (auto& block : kept) {
        for (auto&& x : block) out.push_back(std::move(x));
      }
      return out;
    }
  }

  First first_;
  std::size_t count_;
  Second second_;
  std::size_t second_count_;
  block_grid grid_;
  Before before_;
};

// A comparator of any two elements of the ranges: a place in one is looked for by an element of either.
template <class Compare, class A, class B>
concept compares_all = std::predicate<Compare&, A, B> && std::predicate<Compare&, B, A> &&
                       std::predicate<Compare&, A, A> && std::predicate<Compare&, B, B>;

template <set_operation Op, class First, class Second, class Compare>
auto set_operate(First& first, Second& second, Compare& compare, const hints& with, const std::source_location& where) {
  using a = std::ranges::range_reference_t<First>;
  using b = std::ranges::range_reference_t<Second>;
  using item = std::ranges::range_value_t<First>;
  constexpr bool erased = is_erased<Compare>;
  constexpr bool comparable = compares_all<Compare, a, b>;
  constexpr bool convertible = std::constructible_from<item, a> && std::constructible_from<item, b>;
  static_assert(comparable,
                "berth::set operations: the comparator must be callable with any two elements of the ranges, and say "
                "whether the first comes before the second");
  static_assert(convertible,
                "berth::set operations: the first range's element type must be constructible from both "
                "ranges' elements");
  if constexpr (comparable && convertible) {
    std::identity same;
    using order = before<Compare, std::identity, a, b>;
    using blocks = set_blocks<Op, decltype(std::ranges::begin(first)), decltype(std::ranges::begin(second)), order>;
    blocks work(std::ranges::begin(first), size_of(first), std::ranges::begin(second), size_of(second),
                order(compare, same));
    const std::size_t all = size_of(first) + size_of(second);
    if (all >= shared_sets_from) return work.template run<erased>(with, where);
    std::vector<item> kept;
    auto whole = [&] { work.combine_all(kept); };
    run_whole<erased>(all, whole, with, where);
    return kept;
  }
}

template <class First, class Second, class Compare>
bool includes_all(First& first, Second& second, Compare& compare, const hints& with,
                  const std::source_location& where) {
  using a = std::ranges::range_reference_t<First>;
  using b = std::ranges::range_reference_t<Second>;
  constexpr bool comparable = compares_all<Compare, a, b>;
  static_assert(comparable,
                "berth::includes: the comparator must be callable with any two elements of the ranges, and say "
                "whether the first comes before the second");
  if constexpr (comparable) {
    std::identity same;
    const before<Compare, std::identity, a, b> order(compare, same);
    const auto of = std::ranges::begin(first);
    const auto wanted = std::ranges::begin(second);
    const std::size_t count = size_of(first);
    const std::size_t wanted_count = size_of(second);
    bool all_there = true;
    auto leaf = [=, &order, &all_there](std::size_t begin, std::size_t end) {
      if (!__atomic_load_n(&all_there, __ATOMIC_RELAXED)) return;
      auto call = order;
      // Of those equal to the first wanted, as many belong to what is wanted before it.
      std::size_t j = begin;
      std::size_t i = 0;
      if (begin != 0) {
        i = lower_place(of, 0, count, at(wanted, begin), call);
        i += begin - lower_place(wanted, 0, begin, at(wanted, begin), call);
        if (i > count) i = count;
      }
      for (; j != end; ++i) {
        if (i == count || call(at(wanted, j), at(of, i))) return __atomic_store_n(&all_there, false, __ATOMIC_RELAXED);
        j += !call(at(of, i), at(wanted, j));
      }
    };
    run<is_erased<Compare>>(wanted_count, leaf, with, where);
    return all_there;
  }
}

}  // namespace berth::detail

namespace berth {

// The union of two ordered ranges, as an ordered vector of the first range's element type. An item that occurs m times
// in `first` and n times in `second` occurs max(m, n) times: m from `first`, the others the last of `second`'s.
// Shapes: any random-access ranges of known size, in order by `compare`; either may be empty. Items are copied.
// Order: as the standard algorithm's, item for item, whatever the number of threads. NaN as berth::sort.
// Waits: blocks the thread until all is done; a waiting thread runs pieces of this call and of calls made inside it,
//   nothing else. Inside compare, nested calls are allowed.
// Cancellation: hints stop and until; the call then throws `cancelled` or `deadline_exceeded`, which counts blocks.
// Throws: what compare or a copy threw in the first failing block; nothing is left behind. std::bad_alloc.
// Thread-safety: compare is called from several threads at once.
// Complexity: at most 2 compares for each of the n items in all; span O(n / p + n / 64), but items that are all equal
//   are one block. The result is written twice: into blocks, and then into the vector. Memory: twice what it may hold.
// Source: blocks cut along the merge path.
template <indexable First, indexable Second, detail::not_hints Compare = std::less<>>
[[nodiscard]] auto set_union(First&& first, Second&& second, Compare&& compare = {}, const hints& with = no_hints,
                             std::source_location where = std::source_location::current()) {
  return detail::set_operate<detail::set_operation::united>(first, second, compare, with, where);
}
template <indexable First, indexable Second>
[[nodiscard]] auto set_union(First&& first, Second&& second, const hints& with,
                             std::source_location where = std::source_location::current()) {
  return berth::set_union(first, second, std::less<>{}, with, where);
}

// The items of `first` that are in `second` too: min(m, n) times, the first of `first`'s. As set_union in all else.
template <indexable First, indexable Second, detail::not_hints Compare = std::less<>>
[[nodiscard]] auto set_intersection(First&& first, Second&& second, Compare&& compare = {},
                                    const hints& with = no_hints,
                                    std::source_location where = std::source_location::current()) {
  return detail::set_operate<detail::set_operation::intersected>(first, second, compare, with, where);
}
template <indexable First, indexable Second>
[[nodiscard]] auto set_intersection(First&& first, Second&& second, const hints& with,
                                    std::source_location where = std::source_location::current()) {
  return berth::set_intersection(first, second, std::less<>{}, with, where);
}

// The items of `first` that are not in `second`: max(m - n, 0) times, the last of `first`'s. As set_union in all else.
template <indexable First, indexable Second, detail::not_hints Compare = std::less<>>
[[nodiscard]] auto set_difference(First&& first, Second&& second, Compare&& compare = {}, const hints& with = no_hints,
                                  std::source_location where = std::source_location::current()) {
  return detail::set_operate<detail::set_operation::subtracted>(first, second, compare, with, where);
}
template <indexable First, indexable Second>
[[nodiscard]] auto set_difference(First&& first, Second&& second, const hints& with,
                                  std::source_location where = std::source_location::current()) {
  return berth::set_difference(first, second, std::less<>{}, with, where);
}

// The items that are in one range and not in the other: |m - n| times, the last of the range with more. As set_union in
// all else.
template <indexable First, indexable Second, detail::not_hints Compare = std::less<>>
[[nodiscard]] auto set_symmetric_difference(First&& first, Second&& second, Compare&& compare = {},
                                            const hints& with = no_hints,
                                            std::source_location where = std::source_location::current()) {
  return detail::set_operate<detail::set_operation::symmetric>(first, second, compare, with, where);
}
template <indexable First, indexable Second>
[[nodiscard]] auto set_symmetric_difference(First&& first, Second&& second, const hints& with,
                                            std::source_location where = std::source_location::current()) {
  return berth::set_symmetric_difference(first, second, std::less<>{}, with, where);
}

// Whether every item of `second` is in `first`, as often at least. Both are in order by `compare`.
// Cancellation, throws, waits: as set_union; nothing is allocated. Complexity: 2 (n + m) compares at most, and 2 log n
// a piece; once an item is missing, pieces that have not begun end at once.
template <indexable First, indexable Second, detail::not_hints Compare = std::less<>>
[[nodiscard]] bool includes(First&& first, Second&& second, Compare&& compare = {}, const hints& with = no_hints,
                            std::source_location where = std::source_location::current()) {
  return detail::includes_all(first, second, compare, with, where);
}
template <indexable First, indexable Second>
[[nodiscard]] bool includes(First&& first, Second&& second, const hints& with,
                            std::source_location where = std::source_location::current()) {
  return berth::includes(first, second, std::less<>{}, with, where);
}

}  // namespace berth
