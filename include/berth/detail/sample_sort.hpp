#pragma once
// Sorting shared out: splitters from a sample part the items into classes; each class is sorted by itself. Every item
// is moved twice, into a buffer and back; the comparisons of a class stay within a cache. Stable, and how the work is
// divided depends on the number of items and their type alone.
//
// What is in the range is there afterwards whatever throws: while items are compared they are either all in the range,
// or in classes of which each is brought back whole.
#include <berth/detail/block_grid.hpp>
#include <berth/detail/call.hpp>
#include <berth/detail/in_turn.hpp>
#include <berth/detail/merge_sort.hpp>
#include <berth/detail/range.hpp>
#include <berth/detail/raw_array.hpp>
#include <berth/detail/sort_alone.hpp>
#include <berth/detail/sorting_phases.hpp>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <source_location>
#include <type_traits>

namespace berth::detail {

inline constexpr std::size_t most_classes = 1024;

// A key, and which item it is of.
template <class Key>
struct keyed {
  Key key;
  std::size_t item;
};
template <class Before>
struct compare_keys {
  Before before;
  template <class Pair>
  bool operator()(Pair& a, Pair& b) {
    return before(a.key, b.key);
  }
};

// Where items are in the order of a number of theirs, it is the number that is compared: make(item), less(a, b).
struct no_keys {
  using key = void*;
};
template <class Key, class Make, class Less>
struct keys_made_by {
  using key = Key;
  Make make;
  Less less;
};

template <bool Erased, class Iterator, class Before, class Keys = no_keys>
class sample_sort {
  using item = std::iter_value_t<Iterator>;
  using key = typename Keys::key;
  static constexpr bool by_key = !std::is_same_v<Keys, no_keys>;
  static constexpr bool direct = !by_key && is_sorted_itself<item> && std::contiguous_iterator<Iterator>;
  // A copy where that is as good, else an item in place, which nobody moves while it is a splitter.
  static constexpr bool copied = std::is_trivially_copyable_v<item> && sizeof(item) <= 64;
  using splitter = std::conditional_t<by_key, key, std::conditional_t<copied, item, item*>>;
  using probe = std::conditional_t<by_key, key, item*>;

  // One thread's own way to compare.
  struct comparison {
    Before before;
    Keys keys;

    splitter as_splitter(item* x) {
      if constexpr (by_key)
        return keys.make(*x);
      else if constexpr (copied)
        return *x;
      else
        return x;
    }
    probe look_at(item* x) {
      if constexpr (by_key)
        return keys.make(*x);
      else
        return x;
    }
    bool is_before(const probe& x, splitter& s) {
      if constexpr (by_key)
        return keys.less(x, s);
      else
        return before(*x, value(s));
    }
    bool is_behind(const probe& x, splitter& s) {
      if constexpr (by_key)
        return keys.less(s, x);
      else
        return before(value(s), *x);
    }
  };

 public:
  sample_sort(Iterator first, std::size_t count, const Before& before, const hints& with,
              const std::source_location& where, const Keys& keys = {})
      : first_(first),
        count_(count),
        grid_(sorting_blocks(count)),
        compare_{before, keys},
        with_(with),
        where_(where),
        buffer_(count),
        class_of_(count),
        splitters_(2 * parts()),
        starts_(grid_.blocks() * classes()) {}

  void sort() {
    choose_splitters();
    classify();
    add_up();
    scatter();
    sort_classes();
  }

 private:
  [[nodiscard]] std::size_t parts() const {
    std::size_t k = 8;
    while (k < most_classes && k * 1024 < count_) k *= 2;
    return k;
  }
  [[nodiscard]] std::size_t classes() const { return 2 * parts(); }
  [[nodiscard]] item* slot(std::size_t i) const { return std::addressof(at(first_, i)); }
  static item& value(splitter& s) {
    if constexpr (copied)
      return s;
    else
      return *s;
  }

  // splitters_[0, parts - 1) in order; behind them the same as a heap (item i above 2i and 2i + 1) from parts on.
  void choose_splitters() {
    const std::size_t sample = 8 * parts();
    const std::size_t stride = count_ / sample;
    raw_array<item*> chosen(sample);
    for (std::size_t i = 0; i != sample; ++i) chosen[i] = slot(i * stride + ((i * 0x9e3779b97f4a7c15u) >> 33) % stride);
    comparison compare = compare_;
    sort_pointers(chosen.data(), sample, compare.before);
    for (std::size_t i = 0; i + 1 != parts(); ++i) {
      const splitter s = compare.as_splitter(chosen[8 * i + 8]);
      copy_row(&s, 1, &splitters_[i]);
      repeated_ = repeated_ || (i != 0 && !compare.before(*chosen[8 * i], *chosen[8 * i + 8]));
    }
    std::size_t next = 0;
    plant(1, next);
  }
  void plant(std::size_t node, std::size_t& next) {
    if (node >= parts()) return;
    plant(2 * node, next);
    copy_row(&splitters_[next++], 1, &splitters_[parts() + node]);
    plant(2 * node + 1, next);
  }

  // Class 2b: between splitters b - 1 and b. Where splitters repeat, class 2b - 1: equal to splitter b - 1.
  std::size_t class_of(const probe& x, std::size_t node, comparison& compare) {
    const std::size_t part = node - parts();
    if (!repeated_ || part == 0 || compare.is_behind(x, splitters_[part - 1])) return 2 * part;
    return 2 * part - 1;
  }

  void classify() {
    auto leaf = [this](std::size_t begin, std::size_t end) {
      for (; begin != end; ++begin) classify_block(begin);
    };
    run<Erased>(grid_.blocks(), leaf, of_a_move(with_), where_);
  }
  // Four items at a time, whose ways down the tree overlap.
  void classify_block(std::size_t block) {
    comparison compare = compare_;
    const std::size_t k = parts();
    splitter* const tree = splitters_.data() + k;
    std::size_t* const counts = starts_.data() + block * classes();
    for (std::size_t c = 0; c != classes(); ++c) counts[c] = 0;
    const std::size_t end = grid_.end(block);
    std::size_t i = grid_.begin(block);
    for (; i + 4 <= end; i += 4) {
      const probe x[4] = {compare.look_at(slot(i)), compare.look_at(slot(i + 1)), compare.look_at(slot(i + 2)),
                          compare.look_at(slot(i + 3))};
      std::size_t node[4] = {1, 1, 1, 1};
      for (std::size_t level = 1; level != k; level *= 2) {
        for (int u = 0; u != 4; ++u) node[u] = 2 * node[u] + !compare.is_before(x[u], tree[node[u]]);
      }
      for (std::size_t u = 0; u != 4; ++u) note(i + u, class_of(x[u], node[u], compare), counts);
    }
    for (; i != end; ++i) {
      const probe x = compare.look_at(slot(i));
      std::size_t node = 1;
      while (node < k) node = 2 * node + !compare.is_before(x, tree[node]);
      note(i, class_of(x, node, compare), counts);
    }
  }
  void note(std::size_t i, std::size_t c, std::size_t* counts) {
    class_of_[i] = static_cast<std::uint16_t>(c);
    ++counts[c];
  }

  // Counts become the place where each block's items of a class begin.
  void add_up() {
    std::size_t sum = 0;
    for (std::size_t c = 0; c != classes(); ++c) {
      begins_[c] = sum;
      for (std::size_t b = 0; b != grid_.blocks(); ++b) {
        const std::size_t here = starts_[b * classes() + c];
        starts_[b * classes() + c] = sum;
        sum += here;
      }
    }
    begins_[classes()] = sum;
  }

  void scatter() {
    auto work = [this](std::size_t block) {
      std::size_t* const next = starts_.data() + block * classes();
      const std::size_t end = grid_.end(block);
      for (std::size_t i = grid_.begin(block); i != end; ++i) relocate(buffer_.data() + next[class_of_[i]]++, slot(i));
    };
    run_to_the_end(grid_.blocks(), work, with_, where_);
  }

  void sort_classes() {
    struct brought_back {
      sample_sort* sort;
      bool done[2 * most_classes]{};
      ~brought_back() {
        for (std::size_t c = 0; c != sort->classes(); ++c) {
          if (!done[c]) sort->bring_back(c);
        }
      }
    } all{this};
    auto leaf = [this, &all](std::size_t begin, std::size_t end) {
      for (; begin != end; ++begin) {
        sort_class(begin);
        all.done[begin] = true;
      }
    };
    run<Erased>(classes(), leaf, of_a_move(with_), where_);
  }
  void sort_class(std::size_t c) {
    const std::size_t begin = begins_[c];
    const std::size_t count = begins_[c + 1] - begin;
    if (count < 2 || c % 2 != 0) return bring_back(c);
    comparison compare = compare_;
    if constexpr (direct) {
      merge_sort(buffer_.data() + begin, count, slot(begin), compare.before);
      bring_back(c);
    } else if constexpr (by_key) {
      scratch<keyed<key>> order(count);
      scratch<keyed<key>> beside(count);
      for (std::size_t i = 0; i != count; ++i) order.data()[i] = {compare.keys.make(buffer_[begin + i]), begin + i};
      compare_keys<decltype(compare.keys.less)> less{compare.keys.less};
      merge_sort(order.data(), count, beside.data(), less);
      for (std::size_t i = 0; i != count; ++i) relocate(slot(begin + i), buffer_.data() + order.data()[i].item);
    } else {
      scratch<item*> order(count);
      for (std::size_t i = 0; i != count; ++i) order.data()[i] = buffer_.data() + begin + i;
      sort_pointers(order.data(), count, compare.before);
      for (std::size_t i = 0; i != count; ++i) relocate(slot(begin + i), order.data()[i]);
    }
  }
  void bring_back(std::size_t c) {
    if constexpr (direct) {
      copy_row(buffer_.data() + begins_[c], begins_[c + 1] - begins_[c], slot(0) + begins_[c]);
    } else {
      for (std::size_t i = begins_[c]; i != begins_[c + 1]; ++i) relocate(slot(i), buffer_.data() + i);
    }
  }

  Iterator first_;
  std::size_t count_;
  block_grid grid_;
  comparison compare_;
  const hints& with_;
  const std::source_location& where_;
  raw_array<item> buffer_;
  raw_array<std::uint16_t> class_of_;
  raw_array<splitter> splitters_;
  raw_array<std::size_t> starts_;
  std::size_t begins_[2 * most_classes + 1];
  bool repeated_ = false;
};

}  // namespace berth::detail
