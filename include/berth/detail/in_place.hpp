#pragma once
// Closing the gaps in a range that items are removed from, in order.
#include <berth/detail/block_grid.hpp>
#include <berth/detail/branch_free.hpp>
#include <berth/detail/compaction.hpp>
#include <berth/detail/in_turn.hpp>
#include <cstddef>
#include <iterator>
#include <source_location>
#include <type_traits>
#include <utility>

namespace berth::detail {

// Anything that elements can be erased from at the end.
template <class Range>
concept shrinks = requires(Range& r) { r.erase(std::ranges::begin(r), std::ranges::end(r)); };

// As work in turn: carried is how many items have been kept before the block. A block done ahead closes its gaps within
// itself. What it has kept is moved by who has the front, block after block, for its place may be where the blocks
// before it still were. Rule: loop() gives keeps(base, from, next, i), whether item i stays, when those kept since
// `from` end at `next`; joins(base, last, i) whether item i, which is the first kept of its block, stays behind `last`;
// and it may give differs(before, item), the same of two neighbours as they were, which is asked for small items.
template <class Iterator, class Rule>
class closing_gaps {
 public:
  using carried = std::size_t;
  struct left {
    std::size_t count = 0;
  };

  closing_gaps(const block_grid& grid, const Iterator& base, const Rule& rule)
      : grid_(grid), base_(base), rule_(rule) {}

  void whole(std::size_t& kept) { kept = close(0, grid_.items(), 0, 0); }
  void direct(std::size_t k, std::size_t& kept) { kept = close(grid_.begin(k), grid_.end(k), 0, kept); }
  void ahead(std::size_t k, left& what) {
    what.count = close(grid_.begin(k), grid_.end(k), grid_.begin(k), grid_.begin(k)) - grid_.begin(k);
  }
  void after(std::size_t k, std::size_t& kept, const left& what) {
    std::size_t from = grid_.begin(k);
    std::size_t count = what.count;
    if (count != 0 && kept != 0 && !rule_.loop().joins(base_, kept - 1, from)) ++from, --count;
    move_down(from, count, kept);
    kept += count;
  }
  static void finish(std::size_t, const left&, std::size_t, std::size_t) {}
  static void drop(const left&) {}

 private:
  using item = std::iter_value_t<Iterator>;
  static constexpr bool always = is_written_always<item>;

  std::size_t close(std::size_t begin, std::size_t end, std::size_t from, std::size_t next) {
    const Iterator base = base_;
    auto rule = rule_.loop();
    if constexpr (always && requires(item& x) { rule.differs(x, x); }) {
      if (begin == end) return next;
      next += first_stays(rule, from, next, begin);
      return close_by_neighbours(rule, begin, end, next);
    } else {
      for (std::size_t i = begin; i != end; ++i) {
        const bool kept = rule.keeps(base, from, next, i);
        if constexpr (always)
          at(base, next) = item(at(base, i));
        else if (kept && next != i)
          at(base, next) = std::move(at(base, i));
        next += kept;
      }
      return next;
    }
  }
  template <class Loop>
  bool first_stays(Loop& rule, std::size_t from, std::size_t next, std::size_t i) {
    const Iterator base = base_;
    if (!rule.keeps(base, from, next, i)) return false;
    at(base, next) = item(at(base, i));
    return true;
  }
  // Item `begin` has been seen to.
  template <class Loop>
  std::size_t close_by_neighbours(Loop& rule, std::size_t begin, std::size_t end, std::size_t next) {
    const Iterator base = base_;
    item before = at(base, begin);
    for (std::size_t i = begin + 1; i != end; ++i) {
      item now = at(base, i);
      at(base, next) = now;
      next += as_number(rule.differs(before, now));
      before = now;
    }
    return next;
  }

  void move_down(std::size_t from, std::size_t count, std::size_t to) {
    if (from == to) return;
    const Iterator base = base_;
    if constexpr (always && std::contiguous_iterator<Iterator>)
      __builtin_memmove(std::to_address(base) + to, std::to_address(base) + from,
                        count * sizeof(std::iter_value_t<Iterator>));
    else
      for (std::size_t i = 0; i != count; ++i) at(base, to + i) = std::move(at(base, from + i));
  }

  const block_grid& grid_;
  const Iterator& base_;
  const Rule& rule_;
};

// Removes what the rule does not keep, and returns how much that was.
template <bool Erased, class Range, class Rule>
std::size_t close_gaps(Range& items, const Rule& rule, const hints& with, const std::source_location& where) {
  const auto base = std::ranges::begin(items);
  using iterator = std::remove_const_t<decltype(base)>;
  const std::size_t count = size_of(items);
  const block_grid grid(count, 1, block_grid::most_items(sizeof(std::iter_value_t<iterator>)));
  closing_gaps<iterator, Rule> work(grid, base, rule);
  const std::size_t kept = run_in_turn<Erased>(grid, work, 0, with, where);
  items.erase(base + static_cast<std::iter_difference_t<iterator>>(kept), std::ranges::end(items));
  return count - kept;
}

}  // namespace berth::detail
