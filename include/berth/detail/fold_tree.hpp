#pragma once
#include <berth/detail/export.hpp>
// The one binary tree by which the leaves of a reduction are combined. Leaves are numbered from the left; a node of
// level v covers 2^v of them, beginning at a multiple of 2^v; a node without a right child is its left child.
#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

namespace berth::detail {

// The logarithm of how many items a leaf has: a power of two between `least` and `most` that makes 64 leaves or more
// where it can. It depends on the number of items and on types only, never on time, threads or hints: the results' bits
// hang on it.
constexpr unsigned leaf_shift(std::size_t items, std::size_t least, std::size_t most) {
  const std::size_t wanted = items / 64;
  const std::size_t size = wanted < least ? least : wanted > most ? most : wanted;
  return static_cast<unsigned>(std::bit_width(size)) - 1;
}

// Room for one value a leaf; small reductions find it on the stack. Holds raw memory: whoever uses it makes and
// destroys.
template <class T>
class leaf_room {
 public:
  explicit leaf_room(std::size_t count)
      : values_(count <= sizeof near_ / sizeof(T) ? reinterpret_cast<T*>(near_) : allocate(count)) {}
  leaf_room(const leaf_room&) = delete;
  leaf_room& operator=(const leaf_room&) = delete;
  ~leaf_room() {
    if (values_ != reinterpret_cast<T*>(near_)) ::operator delete(values_, std::align_val_t(alignof(T)));
  }
  [[nodiscard]] T* values() const { return values_; }

 private:
  static T* allocate(std::size_t count) {
    if (count > static_cast<std::size_t>(PTRDIFF_MAX) / sizeof(T)) throw std::bad_array_new_length();
    return static_cast<T*>(::operator new(count * sizeof(T), std::align_val_t(alignof(T))));
  }

  alignas(T) unsigned char near_[1024];
  T* values_;
};

// For small trivial values: combines all of them, level by level, into values[0].
template <class T, class Op>
BERTH_ONE_BODY void combine_levels(T* values, std::size_t count, Op& op) {
  while (count > 1) {
    const std::size_t pairs = count / 2;
    for (std::size_t i = 0; i != pairs; ++i) values[i] = op(T(values[2 * i]), T(values[2 * i + 1]));
    if (count % 2 != 0) values[pairs] = values[count - 1];
    count -= pairs;
  }
}

// For all other values: every node is combined as soon as both its children are there, by the thread that brings the
// second one. Which thread that is depends on the schedule; which values meet does not.
template <class T, class Op>
class combining_tree {
 public:
  combining_tree(std::size_t leaves, Op& op) : room_(leaves), marks_(leaves), leaves_(leaves), op_(op) {
    for (std::size_t k = 0; k != leaves; ++k) mark(k) = absent;
  }
  combining_tree(const combining_tree&) = delete;
  combining_tree& operator=(const combining_tree&) = delete;
  ~combining_tree() {
    for (std::size_t k = 0; k != leaves_; ++k)
      if (mark(k) & held) slot(k).~T();
  }

  // Puts leaf k's value in. A piece [from, to) of leaves hands in its leaves from left to right.
  void put(std::size_t k, T&& value, std::size_t from, std::size_t to) {
    ::new (static_cast<void*>(&slot(k))) T(std::move(value));
    __atomic_or_fetch(&mark(k), held, __ATOMIC_RELAXED);
    climb(k, from, to);
  }

  // The value of the whole tree, once all leaves are in.
  [[nodiscard]] T& root() { return slot(0); }

 private:
  static constexpr unsigned char absent = 0;
  static constexpr unsigned char held = 1;     // the slot holds an object
  static constexpr unsigned char arrived = 2;  // one child of the node whose right child begins here is ready

  T& slot(std::size_t k) { return room_.values()[k]; }
  unsigned char& mark(std::size_t k) { return marks_.values()[k]; }

  void climb(std::size_t node, std::size_t from, std::size_t to) {
    for (std::size_t width = 1; width < leaves_; width *= 2) {
      const std::size_t left = node & ~width;
      const std::size_t right = left + width;
      if (right < leaves_) {
        if (!both_ready(node, left, right, width, from, to)) return;
        combine(left, right);
      }
      node = left;
    }
  }

  // A node inside the piece is ready when its right child comes; one that crosses the piece's border is met by
  // threads: the first to arrive leaves it to the second. Acquire and release hand the other child's value over.
  bool both_ready(std::size_t node, std::size_t left, std::size_t right, std::size_t width, std::size_t from,
                  std::size_t to) {
    const std::size_t end = leaves_ - right < width ? leaves_ : right + width;
    if (from <= left && end <= to) return node == right;
    return (__atomic_fetch_or(&mark(right), arrived, __ATOMIC_ACQ_REL) & arrived) != 0;
  }

  BERTH_ONE_BODY void combine(std::size_t left, std::size_t right) {
    slot(left) = op_(std::move(slot(left)), std::move(slot(right)));
    slot(right).~T();
    __atomic_and_fetch(&mark(right), static_cast<unsigned char>(~held), __ATOMIC_RELAXED);
  }

  leaf_room<T> room_;
  leaf_room<unsigned char> marks_;
  std::size_t leaves_;
  Op& op_;
};

}  // namespace berth::detail
