#pragma once
#include <berth/detail/part.hpp>
#include <berth/detail/sort.hpp>
#include <berth/sort.hpp>
#include <iterator>
#include <utility>
#include <vector>

namespace berth::detail {

inline constexpr std::size_t shared_selection_from = 65536;

// Brings the item that belongs at `rank` there, those that come before it to its left. By swaps alone.
template <class Iterator, class Before>
class selection {
  using reference = std::iter_reference_t<Iterator>;
  using step = std::iter_difference_t<Iterator>;

 public:
  selection(Iterator first, std::size_t count, const Before& before) : first_(first), end_(count), before_(before) {}

  void alone(std::size_t rank) {
    for (int turns = 0; end_ - begin_ > few_to_sort && turns != most_turns; ++turns) narrow_alone(rank);
    sort_alone(from(begin_), end_ - begin_, before_);
  }

  template <bool Erased>
  void shared(std::size_t rank, const hints& with, const std::source_location& where) {
    for (int turns = 0; end_ - begin_ >= shared_selection_from && turns != most_turns; ++turns)
      narrow<Erased>(rank, with, where);
    auto rest = [this, rank] { alone(rank); };
    run_whole<Erased>(end_ - begin_, rest, with, where);
  }

 private:
  static constexpr int most_turns = 64;  // more take only items made to defeat the choice of a pivot: those are sorted

  [[nodiscard]] Iterator from(std::size_t i) const { return first_ + static_cast<step>(i); }
  [[nodiscard]] reference item(std::size_t i) const { return at(first_, i); }

  // The pivot is parked at the end, where no parting moves it.
  void narrow_alone(std::size_t rank) {
    median_to_the_end();
    auto less = less_than_last();
    const std::size_t split = begin_ + part_alone(begin_, end_ - 1, less);
    swap_at(first_, split, end_ - 1);
    if (!settled(rank, split)) return;
    auto equal = not_behind(split);
    leave_equals(rank, split, split + 1 + part_alone(split + 1, end_, equal));
  }

  template <class Left>
  std::size_t part_alone(std::size_t begin, std::size_t end, Left& left) {
    const std::size_t middle = begin + (end - begin) / 2;
    return pair_of_pieces<Iterator, Left>(first_, begin, middle, middle, end, left).part();
  }

  void median_to_the_end() {
    const std::size_t n = end_ - begin_;
    std::size_t a = begin_ + n / 4, b = begin_ + n / 2;
    const std::size_t c = begin_ + n - n / 4 - 1;
    if (before_(item(b), item(a))) std::swap(a, b);
    if (before_(item(c), item(b))) b = before_(item(c), item(a)) ? a : c;
    swap_at(first_, b, end_ - 1);
  }

  // A pivot from a sample, a little beyond the rank as seen from the nearer end: the part that remains is small then.
  template <bool Erased>
  void narrow(std::size_t rank, const hints& with, const std::source_location& where) {
    constexpr std::size_t many = 1024;
    constexpr std::size_t margin = 32;
    const std::size_t n = end_ - begin_;
    const std::size_t stride = n / many;
    std::size_t sample[many];
    for (std::size_t i = 0; i != many; ++i)
      sample[i] = begin_ + i * stride + ((i * 0x9e3779b97f4a7c15u) >> 33) % stride;
    auto by_place = [this](std::size_t a, std::size_t b) { return before_(item(a), item(b)); };
    std::size_t beside[many];
    merge_sort(sample, many, beside, by_place);
    const std::size_t expected = (rank - begin_) / stride;
    std::size_t pick = rank - begin_ < n / 2 ? expected + margin : expected > margin ? expected - margin : 0;
    if (pick >= many) pick = many - 1;
    swap_at(first_, sample[pick], end_ - 1);
    const std::size_t split = begin_ + part<Erased>(begin_, end_ - 1, pick * stride, less_than_last(), with, where);
    swap_at(first_, split, end_ - 1);
    if (!settled(rank, split)) return;
    const std::size_t equal_end =
        split + 1 + part<Erased>(split + 1, end_, (end_ - split) / 2, not_behind(split), with, where);
    leave_equals(rank, split, equal_end);
  }

  template <bool Erased, class Left>
  std::size_t part(std::size_t begin, std::size_t end, std::size_t expected, const Left& left, const hints& with,
                   const std::source_location& where) {
    if (begin == end) return 0;
    if (expected > end - begin) expected = end - begin;
    parting<Iterator, Left> work(from(begin), end - begin, expected, left);
    return work.template part<Erased>(of_a_move(with), where);
  }

  // Each thread's own: a comparator that is copied for a loop is copied here.
  struct before_last {
    Iterator pivot;
    Before before;
    bool operator()(reference x) { return before(x, *pivot); }
  };
  struct not_behind_pivot {
    Iterator pivot;
    Before before;
    bool operator()(reference x) { return !before(*pivot, x); }
  };
  [[nodiscard]] before_last less_than_last() const { return {from(end_ - 1), before_}; }
  [[nodiscard]] not_behind_pivot not_behind(std::size_t pivot) const { return {from(pivot), before_}; }

  // Keeps the part around the rank. True where what remains begins with many that may be equal to the pivot at `split`.
  bool settled(std::size_t rank, std::size_t split) {
    if (rank < split) {
      end_ = split;
    } else if (rank == split) {
      begin_ = end_ = split;
    } else if (split - begin_ > (end_ - begin_) / 8) {
      begin_ = split + 1;
    } else {
      return true;
    }
    return false;
  }
  void leave_equals(std::size_t rank, std::size_t split, std::size_t equal_end) {
    begin_ = equal_end;
    if (rank < equal_end) begin_ = end_ = split;
  }

  Iterator first_;
  std::size_t begin_ = 0;
  std::size_t end_;
  Before before_;
};

template <class Iterator, class Before, bool Erased>
void select(Iterator first, std::size_t count, std::size_t rank, const Before& order, const hints& with,
            const std::source_location& where) {
  selection<Iterator, Before> work(first, count, order);
  if (count >= shared_selection_from) return work.template shared<Erased>(rank, with, where);
  auto whole = [&work, rank] { work.alone(rank); };
  run_whole<Erased>(count, whole, with, where);
}

// The first k, k being few, in order: the others are compared with the last of them.
template <class Iterator, class Before>
void sort_first_few(Iterator first, std::size_t count, std::size_t k, Before before) {
  if (k == 0) return;
  insertion_sort(first, k, before);
  for (std::size_t i = k; i != count; ++i) {
    if (!before(at(first, i), at(first, k - 1))) continue;
    const Iterator last = first + static_cast<std::iter_difference_t<Iterator>>(k - 1);
    lifted<Iterator> item(first + static_cast<std::iter_difference_t<Iterator>>(i));
    *item.gap = std::move(*last);
    item.gap = last;
    while (item.gap != first && before(item.value, *(item.gap - 1))) item.shift();
    item.put_down();
  }
}

template <class Iterator, class Compare, class Projection>
void partial_sort_range(Iterator first, std::size_t count, std::size_t k, Compare& compare, Projection& project,
                        const hints& with, const std::source_location& where) {
  using order = before<Compare, Projection, std::iter_reference_t<Iterator>>;
  constexpr bool erased = is_erased<Compare> || is_erased<Projection>;
  if (k >= count) return sort_range<false>(first, count, compare, project, with, where);
  if (k <= few_to_sort && count < shared_selection_from) {
    auto whole = [&] { sort_first_few(first, count, k, order(compare, project)); };
    return run_whole<erased>(count, whole, with, where);
  }
  select<Iterator, order, erased>(first, count, k, order(compare, project), with, where);
  sort_range<false>(first, k, compare, project, with, where);
}

// Calls f with the iterator where the comparator and the projection fit the range's elements, and says so where not.
template <class Range, class Compare, class Projection, class F>
void with_order_checked(Range& items, Compare&, Projection&, F f) {
  using reference = std::ranges::range_reference_t<Range>;
  constexpr bool objects = is_row_of_objects<Range>;
  static_assert(objects,
                "berth::partial_sort and berth::nth_element: the elements must be objects that can be moved "
                "about in place (not const, not a std::vector<bool>'s)");
  if constexpr (objects) {
    constexpr bool comparable = orders<Compare, Projection, reference>;
    static_assert(comparable,
                  "berth::partial_sort and berth::nth_element: the comparator must be callable with two "
                  "elements, as projected, and say whether the first comes before the second");
    if constexpr (comparable) f(std::ranges::begin(items));
  }
}

}  // namespace berth::detail

namespace berth {

// Puts the first k items of what berth::sort would make in front, in order; the others behind them in some order. All
// are sorted where k is items.size() or more.
//
// Order: not stable, but decided by the items and `compare` alone; NaN as berth::sort, zeros of either sign are equal.
// Waits, thread-safety: as berth::sort. Cancellation, throws: as berth::sort; every item is there still.
// Complexity: about 1.5 n + k log k compares on average; span O(n / p) + that of sorting k. Items made to deceive a
//   sample take O(n log n). Memory: that of sorting k.
// Source: selection by Floyd and Rivest (1975), each parting shared out.
template <indexable Range, detail::not_hints Compare = std::less<>, detail::not_hints Projection = std::identity>
void partial_sort(Range&& items, std::size_t k, Compare&& compare = {}, Projection&& projection = {},
                  const hints& with = no_hints, std::source_location where = std::source_location::current()) {
  detail::with_order_checked(items, compare, projection, [&](auto first) {
    detail::partial_sort_range(first, detail::size_of(items), k, compare, projection, with, where);
  });
}
template <indexable Range>
void partial_sort(Range&& items, std::size_t k, const hints& with,
                  std::source_location where = std::source_location::current()) {
  berth::partial_sort(items, k, std::less<>{}, std::identity{}, with, where);
}
template <indexable Range, detail::not_hints Compare>
void partial_sort(Range&& items, std::size_t k, Compare&& compare, const hints& with,
                  std::source_location where = std::source_location::current()) {
  berth::partial_sort(items, k, compare, std::identity{}, with, where);
}

// Brings the item to items[rank] that would be there if `items` were sorted; none before it comes after it, none behind
// it before it. Does nothing where there is no such place. As partial_sort in all else; O(n) compares, no memory.
template <indexable Range, detail::not_hints Compare = std::less<>, detail::not_hints Projection = std::identity>
void nth_element(Range&& items, std::size_t rank, Compare&& compare = {}, Projection&& projection = {},
                 const hints& with = no_hints, std::source_location where = std::source_location::current()) {
  detail::with_order_checked(items, compare, projection, [&]<class Iterator>(Iterator first) {
    using order = detail::before<std::remove_reference_t<Compare>, std::remove_reference_t<Projection>,
                                 std::ranges::range_reference_t<Range>>;
    constexpr bool erased = detail::is_erased<Compare> || detail::is_erased<Projection>;
    if (rank < detail::size_of(items))
      detail::select<Iterator, order, erased>(first, detail::size_of(items), rank, order(compare, projection), with,
                                              where);
  });
}
template <indexable Range>
void nth_element(Range&& items, std::size_t rank, const hints& with,
                 std::source_location where = std::source_location::current()) {
  berth::nth_element(items, rank, std::less<>{}, std::identity{}, with, where);
}
template <indexable Range, detail::not_hints Compare>
void nth_element(Range&& items, std::size_t rank, Compare&& compare, const hints& with,
                 std::source_location where = std::source_location::current()) {
  berth::nth_element(items, rank, compare, std::identity{}, with, where);
}

}  // namespace berth
