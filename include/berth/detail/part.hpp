#pragma once
// Parting a range in place: what `left` holds for comes before the rest. Not stable. By swaps alone, so that every item
// is there whatever throws; how the work is divided depends on sizes alone.
//
// The range is cut at the expected boundary; piece i of the part before it and the i-th piece, counted from the end, of
// the part behind it are parted together as if they lay side by side. Where the expectation is met little is left to
// do.
#include <berth/detail/call.hpp>
#include <berth/detail/range.hpp>
#include <cstddef>
#include <iterator>
#include <source_location>

namespace berth::detail {

template <class Iterator>
void swap_at(Iterator first, std::size_t a, std::size_t b) {
  using step = std::iter_difference_t<Iterator>;
  std::ranges::iter_swap(first + static_cast<step>(a), first + static_cast<step>(b));
}

// Parts [a, a_end) and [b, b_end), which lies behind it, as one row. Returns how many are on the left.
template <class Iterator, class Left>
class pair_of_pieces {
  static constexpr std::size_t block = 64;

 public:
  pair_of_pieces(Iterator first, std::size_t a, std::size_t a_end, std::size_t b, std::size_t b_end, Left& left)
      : first_(first), left_(left), a_(a), a_end_(a_end), b_(b), b_end_(b_end) {}

  std::size_t part() {
    const std::size_t a = a_;
    const std::size_t a_end = a_end_;
    const std::size_t b = b_;
    by_blocks();
    const std::size_t boundary = one_by_one();
    return boundary <= a_end ? boundary - a : (a_end - a) + (boundary - b);
  }

 private:
  // Without a branch on what the items are: first note which of a block are on the wrong side, then swap those.
  void by_blocks() {
    unsigned char wrong_a[block];
    unsigned char wrong_b[block];
    std::size_t n_a = 0, n_b = 0, at_a = 0, at_b = 0;
    while (a_end_ - a_ >= block && b_end_ - b_ >= block) {
      if (n_a == 0) {
        at_a = 0;
        for (std::size_t i = 0; i != block; ++i) {
          wrong_a[n_a] = static_cast<unsigned char>(i);
          n_a += !left_(at(first_, a_ + i));
        }
      }
      if (n_b == 0) {
        at_b = 0;
        for (std::size_t i = 0; i != block; ++i) {
          wrong_b[n_b] = static_cast<unsigned char>(i);
          n_b += left_(at(first_, b_end_ - 1 - i));
        }
      }
      const std::size_t both = n_a < n_b ? n_a : n_b;
      for (std::size_t i = 0; i != both; ++i) swap_at(first_, a_ + wrong_a[at_a + i], b_end_ - 1 - wrong_b[at_b + i]);
      n_a -= both;
      n_b -= both;
      at_a += both;
      at_b += both;
      if (n_a == 0) a_ += block;
      if (n_b == 0) b_end_ -= block;
    }
  }

  [[nodiscard]] std::size_t after(std::size_t i) const { return i + 1 == a_end_ ? b_ : i + 1; }
  [[nodiscard]] std::size_t before(std::size_t i) const { return i == b_ ? a_end_ - 1 : i - 1; }

  // The boundary's place: the first on the right, or the end.
  std::size_t one_by_one() {
    if (a_ == a_end_ && b_ == b_end_) return a_end_;  // whole blocks were all there was
    std::size_t i = a_ == a_end_ ? b_ : a_;
    std::size_t end = b_end_;
    const std::size_t first = i;
    if (b_end_ == b_) end = a_end_;
    while (i != end) {
      if (left_(at(first_, i))) {
        i = i + 1 == end ? end : after(i);
        continue;
      }
      do {
        end = end == first ? first : before(end);
      } while (end != i && !left_(at(first_, end)));
      if (end == i) break;
      swap_at(first_, i, end);
      i = i + 1 == end ? end : after(i);
    }
    return i;
  }

  Iterator first_;
  Left& left_;
  std::size_t a_, a_end_, b_, b_end_;
};

inline constexpr std::size_t most_pairs = 512;

// How many of `count` items are on the left, where `expected` were expected to be.
template <class Iterator, class Left>
class parting {
 public:
  parting(Iterator first, std::size_t count, std::size_t expected, Left left)
      : first_(first), count_(count), expected_(expected), left_(left) {
    pairs_ = count / 16384;
    pairs_ = pairs_ == 0 ? 1 : pairs_ > most_pairs ? most_pairs : pairs_;
  }

  template <bool Erased>
  std::size_t part(const hints& with, const std::source_location& where) {
    auto leaf = [this](std::size_t begin, std::size_t end) {
      for (; begin != end; ++begin) part_pair(begin);
    };
    run<Erased>(pairs_, leaf, with, where);
    std::size_t total = 0;
    for (std::size_t p = 0; p != pairs_; ++p) total += lefts_[p];
    swap_strays(total);
    return total;
  }

 private:
  struct piece {
    std::size_t begin, end;
    std::size_t split = 0;  // where its items on the right begin
  };
  [[nodiscard]] piece before_boundary(std::size_t p) const {
    return {part_of(expected_, p), part_of(expected_, p + 1)};
  }
  [[nodiscard]] piece behind_boundary(std::size_t p) const {
    const std::size_t rest = count_ - expected_;
    return {count_ - part_of(rest, p + 1), count_ - part_of(rest, p)};
  }
  [[nodiscard]] std::size_t part_of(std::size_t items, std::size_t p) const {
    return items / pairs_ * p + (p < items % pairs_ ? p : items % pairs_);
  }

  void part_pair(std::size_t p) {
    const piece a = before_boundary(p);
    const piece b = behind_boundary(p);
    Left left = left_;
    lefts_[p] = pair_of_pieces<Iterator, Left>(first_, a.begin, a.end, b.begin, b.end, left).part();
  }

  // The pieces from the first to the last item, with what part_pair made of them.
  [[nodiscard]] piece parted(std::size_t i) const {
    const std::size_t p = i < pairs_ ? i : 2 * pairs_ - 1 - i;
    piece a = before_boundary(p);
    const std::size_t room = a.end - a.begin;
    if (i < pairs_) {
      a.split = a.begin + (lefts_[p] < room ? lefts_[p] : room);
      return a;
    }
    piece b = behind_boundary(p);
    b.split = b.begin + (lefts_[p] < room ? 0 : lefts_[p] - room);
    return b;
  }

  void swap_strays(std::size_t boundary) {
    std::size_t i = 0, j = 0;
    std::size_t right = 0, right_end = 0, left = 0, left_end = 0;
    for (;;) {
      for (; right == right_end && i != 2 * pairs_; ++i) {
        const piece p = parted(i);
        right_end = p.end < boundary ? p.end : boundary;
        right = p.split < right_end ? p.split : right_end;
      }
      for (; left == left_end && j != 2 * pairs_; ++j) {
        const piece p = parted(j);
        left = p.begin > boundary ? p.begin : boundary;
        left_end = p.split > left ? p.split : left;
      }
      if (right == right_end || left == left_end) return;
      while (right != right_end && left != left_end) swap_at(first_, right++, left++);
    }
  }

  Iterator first_;
  std::size_t count_;
  std::size_t expected_;
  Left left_;
  std::size_t pairs_;
  std::size_t lefts_[most_pairs];
};

}  // namespace berth::detail
