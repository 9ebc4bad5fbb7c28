#pragma once
#include <berth/detail/call.hpp>
#include <berth/detail/filtering.hpp>
#include <berth/detail/in_turn.hpp>
#include <berth/detail/merge_path.hpp>
#include <berth/detail/open_vector.hpp>
#include <berth/detail/order.hpp>
#include <berth/detail/raw_array.hpp>
#include <berth/detail/sorting_phases.hpp>
#include <berth/detail/two_rows.hpp>
#include <source_location>
#include <type_traits>
#include <utility>
#include <vector>

namespace berth::detail {

// Ranges whose set operations are done on plain memory.
template <class First, class Second>
inline constexpr bool are_plain_sets = are_plain_rows<First, Second> && !std::is_same_v<std::iter_value_t<First>, bool>;

// Passes the items of two ordered stretches that an operation keeps to keep().
template <row_operation Op, class First, class Second, class Before, class Keep>
void combine(First first, std::size_t i, std::size_t i_end, Second second, std::size_t j, std::size_t j_end,
             Before& before, Keep keep) {
  constexpr bool keeps_both = Op == row_operation::united || Op == row_operation::intersected;
  while (i != i_end && j != j_end) {
    if (before(at(first, i), at(second, j))) {
      if constexpr (keeps_only_first<Op>) keep(at(first, i));
      ++i;
    } else if (before(at(second, j), at(first, i))) {
      if constexpr (keeps_only_second<Op>) keep(at(second, j));
      ++j;
    } else {
      if constexpr (keeps_both) keep(at(first, i));
      ++i;
      ++j;
    }
  }
  if constexpr (keeps_only_first<Op>) {
    for (; i != i_end; ++i) keep(at(first, i));
  }
  if constexpr (keeps_only_second<Op>) {
    for (; j != j_end; ++j) keep(at(second, j));
  }
}

inline constexpr std::size_t shared_sets_from = 16384;
inline constexpr std::size_t few_in_rows = 8;  // are gone along with a branch an item

// Two ordered rows cut into blocks of about equal length of what would be the merged row, each of which holds all items
// that are equal.
template <row_operation Op, class First, class Second, class Before>
class set_cuts {
 public:
  struct cut {
    std::size_t i, j;
  };
  struct block {
    cut begin, end;
    [[nodiscard]] std::size_t most_kept() const { return detail::most_kept<Op>(end.i - begin.i, end.j - begin.j); }
  };

  set_cuts(First first, std::size_t count, Second second, std::size_t second_count, const block_grid& grid,
           const Before& before)
      : first_(first), count_(count), second_(second), second_count_(second_count), grid_(grid), before_(before) {}

  [[nodiscard]] block all() const { return {{0, 0}, {count_, second_count_}}; }
  // Of rows that are not in order a block may seem to end before it begins: it is empty then.
  [[nodiscard]] block block_at(std::size_t k) const {
    Before before = before_;
    const cut from = cut_at(k, before);
    const cut to = cut_at(k + 1, before);
    return {from, {to.i < from.i ? from.i : to.i, to.j < from.j ? from.j : to.j}};
  }
  [[nodiscard]] const First& first() const { return first_; }
  [[nodiscard]] const Second& second() const { return second_; }
  [[nodiscard]] const Before& before() const { return before_; }

 private:
  // Where a block begins: before all items equal to the one that the merged row has there.
  [[nodiscard]] cut cut_at(std::size_t b, Before& before) const {
    if (b == 0) return {0, 0};
    if (b == grid_.blocks()) return {count_, second_count_};
    const std::size_t taken = grid_.begin(b);
    const std::size_t i = merge_path(first_, count_, second_, second_count_, taken, before);
    const std::size_t j = taken - i;
    const bool is_first = j == second_count_ || (i != count_ && !before(at(second_, j), at(first_, i)));
    return is_first ? cut_before(i, j, at(first_, i), before) : cut_before(i, j, at(second_, j), before);
  }
  template <class Value>
  [[nodiscard]] cut cut_before(std::size_t i, std::size_t j, Value&& value, Before& before) const {
    const bool alone = (i == 0 || before(at(first_, i - 1), value)) && (j == 0 || before(at(second_, j - 1), value));
    return alone ? cut{i, j} : cut{lower_place(first_, 0, i, value, before), lower_place(second_, 0, j, value, before)};
  }

  First first_;
  std::size_t count_;
  Second second_;
  std::size_t second_count_;
  const block_grid& grid_;
  Before before_;
};

// Any items: each block leaves a vector, and they are joined.
template <row_operation Op, class First, class Second, class Before>
class set_blocks {
  using item = std::iter_value_t<First>;
  using cuts = set_cuts<Op, First, Second, Before>;

 public:
  explicit set_blocks(const cuts& rows) : rows_(rows) {}

  template <bool Erased>
  std::vector<item> run(std::size_t blocks, const hints& with, const std::source_location& where) {
    std::vector<std::vector<item>> kept(blocks);
    auto leaf = [this, &kept](std::size_t begin, std::size_t end) {
      for (; begin != end; ++begin) {
        const auto block = rows_.block_at(begin);
        kept[begin].reserve(block.most_kept());
        combine_block(block, kept[begin]);
      }
    };
    detail::run<Erased>(kept.size(), leaf, of_a_move(with), where);
    return join(kept, with, where);
  }

  void combine_block(const typename cuts::block& part, std::vector<item>& kept) {
    Before before = rows_.before();
    combine<Op>(rows_.first(), part.begin.i, part.end.i, rows_.second(), part.begin.j, part.end.j, before,
                [&kept](auto&& x) { kept.emplace_back(static_cast<decltype(x)&&>(x)); });
  }

 private:
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

  const cuts& rows_;
};

// Small items in plain memory, as work in turn: carried is how many have been kept before the block.
template <row_operation Op, class T, class Cuts, class Before>
class plain_set {
  using block = typename Cuts::block;
  using combiner = row_combiner<Op, T, Before>;

 public:
  using carried = std::size_t;
  struct left {
    T* values = nullptr;
    std::size_t count = 0;
    std::size_t room = 0;
  };
  static constexpr std::size_t spare = combiner::spare;

  // `out` has room for so many items, and `spare` behind them.
  plain_set(const Cuts& rows, const block_grid& grid, T* out, std::size_t room)
      : rows_(rows), out_(out), room_(room), row_(grid.size() + spare), scratch_(row_) {}

  void whole(std::size_t& kept) { kept = combine(rows_.all(), out_); }
  void direct(std::size_t k, std::size_t& kept) {
    const block part = rows_.block_at(k);
    if (kept + part.most_kept() > room_) return past_the_end(k, kept);
    kept += combine(part, out_ + kept);
  }
  void ahead(std::size_t k, left& what) {
    const block part = rows_.block_at(k);
    what.room = part.most_kept() + spare;
    what.values = what.room <= row_ ? scratch_.take() : new T[what.room];
    what.count = combine(part, what.values);
  }
  static void after(std::size_t, std::size_t& kept, const left& what) { kept += what.count; }
  void finish(std::size_t, left& what, std::size_t kept, std::size_t) {
    const std::size_t room = kept < room_ ? room_ - kept : 0;
    copy_row(what.values, what.count < room ? what.count : room, out_ + (room_ - room));
    drop(what);
  }
  void drop(left& what) {
    if (what.room > row_)
      delete[] what.values;
    else if (what.values)
      scratch_.give_back(what.values);
    what = {};
  }

 private:
  std::size_t combine(const block& part, T* out) {
    const T* const first = std::to_address(rows_.first());
    const T* const second = std::to_address(rows_.second());
    Before before = rows_.before();
    combiner rows({first + part.end.i, second + part.end.j}, before, &foresight_);
    return static_cast<std::size_t>(rows.combine({first + part.begin.i, second + part.begin.j}, out) - out);
  }
  // Of rows that are not in order the blocks may hold more than all: what does not fit is lost.
  [[gnu::noinline]] void past_the_end(std::size_t k, std::size_t& kept) {
    struct taken {
      plain_set& by;
      left what{};
      ~taken() { by.drop(what); }
    } row{*this};
    ahead(k, row.what);
    const std::size_t before = kept;
    kept += row.what.count;
    finish(k, row.what, before, k);
  }

  const Cuts& rows_;
  T* out_;
  std::size_t room_;
  std::size_t row_;
  scratch_shelf<T> scratch_;
  foresight foresight_;
};

// A comparator of any two elements of the ranges: a place in one is looked for by an element of either.
template <class Compare, class A, class B>
concept compares_all = std::predicate<Compare&, A, B> && std::predicate<Compare&, B, A> &&
                       std::predicate<Compare&, A, A> && std::predicate<Compare&, B, B>;

// As a loop would.
template <row_operation Op, class T, bool Erased, class Cuts>
std::vector<T> set_of_few(const Cuts& rows, std::size_t items, const hints& with, const std::source_location& where) {
  std::vector<T> kept;
  auto whole = [&rows, &kept] {
    const auto all = rows.all();
    auto before = rows.before();
    combine<Op>(rows.first(), all.begin.i, all.end.i, rows.second(), all.begin.j, all.end.j, before,
                [&kept](auto&& x) { kept.emplace_back(static_cast<decltype(x)&&>(x)); });
  };
  run_whole<Erased>(items, whole, with, where);
  return kept;
}

template <row_operation Op, class T, class Before, bool Erased, class Cuts>
std::vector<T> plain_set_of(const Cuts& rows, const block_grid& grid, const hints& with,
                            const std::source_location& where) {
  using work = plain_set<Op, T, Cuts, Before>;
  const std::size_t most = rows.all().most_kept();
  if (most == 0) return {};
  if (grid.items() <= few_in_rows) return set_of_few<Op, T, Erased>(rows, grid.items(), with, where);
  if (most + work::spare <= few_results<T>) {
    T some[few_results<T>];
    work set(rows, grid, &some[0], most);
    std::size_t kept = 0;
    auto whole = [&] { set.whole(kept); };
    run_whole<Erased>(grid.items(), whole, with, where);
    return std::vector<T>(&some[0], &some[kept < most ? kept : most]);
  }
  open_vector<T> room(most + work::spare);
  work set(rows, grid, room.room(), most);
  std::size_t kept = 0;
  if (grid.items() >= shared_sets_from) {
    kept = run_in_turn<Erased>(grid, set, 0, with, where);
  } else {
    auto whole = [&] { set.whole(kept); };
    run_whole<Erased>(grid.items(), whole, with, where);
  }
  return closed_at(std::move(room), kept < most ? kept : most, most);
}

template <row_operation Op, class T, bool Erased, class Blocks, class Cuts>
std::vector<T> object_set_of(Blocks work, const Cuts& rows, const block_grid& grid, const hints& with,
                             const std::source_location& where) {
  if (grid.items() >= shared_sets_from) return work.template run<Erased>(grid.blocks(), with, where);
  return set_of_few<Op, T, Erased>(rows, grid.items(), with, where);
}

template <row_operation Op, class First, class Second, class Compare>
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
    using one = std::remove_const_t<decltype(std::ranges::begin(first))>;
    using other = std::remove_const_t<decltype(std::ranges::begin(second))>;
    const std::size_t all = size_of(first) + size_of(second);
    const block_grid grid = are_plain_sets<one, other> ? block_grid(all, 2048, 4 * block_grid::most_items(sizeof(item)))
                                                       : sorting_blocks(all);
    const set_cuts<Op, one, other, order> rows(std::ranges::begin(first), size_of(first), std::ranges::begin(second),
                                               size_of(second), grid, order(compare, same));
    if constexpr (are_plain_sets<one, other>)
      return plain_set_of<Op, item, order, erased>(rows, grid, with, where);
    else
      return object_set_of<Op, item, erased>(set_blocks<Op, one, other, order>(rows), rows, grid, with, where);
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
      if constexpr (are_plain_rows<std::ranges::iterator_t<First>, std::ranges::iterator_t<Second>>) {
        using rows = row_inclusion<std::ranges::range_value_t<First>, decltype(call)>;
        if (end - begin >= rows::many) {
          const auto* const row = std::to_address(of);
          if (!rows(row, row + count, call).holds(std::to_address(wanted), begin, end))
            __atomic_store_n(&all_there, false, __ATOMIC_RELAXED);
          return;
        }
      }
      // Of those equal to the first wanted, as many belong to what is wanted before it.
      std::size_t j = begin;
      std::size_t i = 0;
      if (begin != 0) {
        i = lower_place(of, 0, count, at(wanted, begin), call);
        i += begin - lower_place(wanted, 0, begin, at(wanted, begin), call);
        if (i > count) i = count;
      }
      if constexpr (are_plain_rows<std::ranges::iterator_t<First>, std::ranges::iterator_t<Second>>) {
        const auto* from = std::to_address(of) + i;
        const auto* const from_end = std::to_address(of) + count;
        const auto* row = std::to_address(wanted) + begin;
        const auto* const row_end = std::to_address(wanted) + end;
        // With a branch, as is right for what mostly goes one way: without one each step waits for the one before.
        while (row != row_end) {
          if (from == from_end || call(*row, *from)) return __atomic_store_n(&all_there, false, __ATOMIC_RELAXED);
          if (!call(*from, *row) && ++row == row_end) return;
          ++from;
        }
        return;
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
// Shapes: any random-access ranges of known size, in order by `compare`; either may be empty. Items are copied; the
//   vector may have room for up to four times what it holds.
// Order: as the standard algorithm's, item for item, whatever the number of threads. NaN as berth::sort.
// Waits: blocks the thread until all is done; a waiting thread runs pieces of this call and of calls made inside it,
//   nothing else. Inside compare, nested calls are allowed.
// Cancellation: hints stop and until; the call then throws `cancelled` or `deadline_exceeded`, which counts items or
//   blocks of them.
// Throws: what compare or a copy threw in the first failing block; nothing is left behind. std::bad_alloc.
// Thread-safety: compare is called from several threads at once.
// Complexity: at most 2 compares for each of the n items in all; span O(n / p + n / 64), but items that are all equal
//   are one block. The result is written twice: into blocks, and then into the vector. Memory: twice what it may hold.
// Source: blocks cut along the merge path.
template <indexable First, indexable Second, detail::not_hints Compare = std::less<>>
[[nodiscard]] auto set_union(First&& first, Second&& second, Compare&& compare = {}, const hints& with = no_hints,
                             std::source_location where = std::source_location::current()) {
  return detail::set_operate<detail::row_operation::united>(first, second, compare, with, where);
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
  return detail::set_operate<detail::row_operation::intersected>(first, second, compare, with, where);
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
  return detail::set_operate<detail::row_operation::subtracted>(first, second, compare, with, where);
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
  return detail::set_operate<detail::row_operation::symmetric>(first, second, compare, with, where);
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
