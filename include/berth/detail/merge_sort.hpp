#pragma once
// The sequential sorts that all others end in: stable, and of things that can be copied as bytes (numbers, small
// structs, pointers to anything else), so that nothing is lost where a comparison throws.
#include <cstddef>
#include <cstring>
#include <iterator>
#include <new>
#include <type_traits>
#include <utility>

namespace berth::detail {

// Sorted in place of a pointer to it.
template <class T>
inline constexpr bool is_sorted_itself = std::is_trivially_copyable_v<T> && sizeof(T) <= 16;

template <class T>
void copy_row(const T* from, std::size_t count, T* to) {
  if (count != 0) std::memcpy(static_cast<void*>(to), static_cast<const void*>(from), count * sizeof(T));
}

// An element taken out of its row. put_down() brings it to where the gap is; where something throws before, it goes
// there all the same, unless moving it is what throws.
template <class Iterator>
struct lifted {
  explicit lifted(Iterator from) : gap(from), value(std::move(*from)) {}
  lifted(const lifted&) = delete;
  lifted& operator=(const lifted&) = delete;
  ~lifted() {
    if (is_down) return;
    try {
      *gap = std::move(value);
    } catch (...) {  // lost; another exception is on its way
    }
  }
  void shift() {
    *gap = std::move(*(gap - 1));
    --gap;
  }
  void put_down() {
    is_down = true;
    *gap = std::move(value);
  }
  Iterator gap;
  std::iter_value_t<Iterator> value;
  bool is_down = false;
};

template <class Iterator, class Before>
void insertion_sort(Iterator first, std::size_t count, Before& before) {
  if (count < 2) return;
  const Iterator end = first + static_cast<std::iter_difference_t<Iterator>>(count);
  for (Iterator i = first + 1; i != end; ++i) {
    if (!before(*i, *(i - 1))) continue;
    lifted<Iterator> item(i);
    do {
      item.shift();
    } while (item.gap != first && before(item.value, *(item.gap - 1)));
    item.put_down();
  }
}

// How long the run at the start is that is in order.
template <class T, class Before>
std::size_t sorted_until(T* first, std::size_t count, Before& before) {
  std::size_t i = 1;
  while (i < count && !before(first[i], first[i - 1])) ++i;
  return i < count ? i : count;
}

// Whether every item comes strictly before the one in front of it, so that turning them round is stable.
template <class T, class Before>
bool is_descending(T* first, std::size_t count, Before& before) {
  for (std::size_t i = 1; i < count; ++i) {
    if (!before(first[i], first[i - 1])) return false;
  }
  return true;
}

template <class T>
void reverse_row(T* first, std::size_t count) {
  for (std::size_t i = 0, j = count; i + 1 < j; ++i) std::swap(first[i], first[--j]);
}

template <class T, class Before>
void merge_rows(T* left, T* left_end, T* right, T* right_end, T* to, Before& before) {
  while (left != left_end && right != right_end) {
    const bool take_right = before(*right, *left);
    T* const least = take_right ? right : left;
    *to++ = *least;
    right += take_right;
    left += !take_right;
  }
  const auto rest = static_cast<std::size_t>(left_end - left);
  copy_row(left, rest, to);
  copy_row(right, static_cast<std::size_t>(right_end - right), to + rest);
}

// Two neighbouring runs of equal length into `to`, from both ends at once: neither end can run out before the middle,
// and the two chains of compares overlap. Where they do not meet, `before` is no order; then from one end, so that
// nothing is there twice whatever it says.
template <class T, class Before>
void merge_twins(T* from, std::size_t half, T* to, Before& before) {
  T* left = from;
  T* right = from + half;
  T* left_end = right - 1;
  T* right_end = right + half - 1;
  T* end = to + 2 * half - 1;
  for (std::size_t i = 0; i != half; ++i) {
    const bool take_right = before(*right, *left);
    T* const least = take_right ? right : left;
    *to++ = *least;
    right += take_right;
    left += !take_right;
    const bool take_left = before(*right_end, *left_end);
    T* const most = take_left ? left_end : right_end;
    *end-- = *most;
    left_end -= take_left;
    right_end -= !take_left;
  }
  if (left != left_end + 1) merge_rows(from, from + half, from + half, from + 2 * half, to - half, before);
}

// One round: runs of `run` items become runs of twice that, in `to`.
template <class T, class Before>
void merge_round(T* from, std::size_t count, std::size_t run, T* to, Before& before) {
  for (std::size_t at = 0; at < count; at += 2 * run) {
    const std::size_t middle = count - at < run ? count : at + run;
    const std::size_t end = count - at < 2 * run ? count : at + 2 * run;
    if (middle == end || !before(from[middle], from[middle - 1]))
      copy_row(from + at, end - at, to + at);
    else if (end - at == 2 * run)
      merge_twins(from + at, run, to + at, before);
    else
      merge_rows(from + at, from + middle, from + middle, from + end, to + at, before);
  }
}

// Sorts `items`, with as much room beside them; the result is in `items`. Where a comparison throws, `items` holds
// every item still: what is merged is copied, and the copy is completed from the row that it was made from.
template <class T, class Before>
void merge_sort(T* items, std::size_t count, T* beside, Before& before) {
  static_assert(std::is_trivially_copyable_v<T>);
  const std::size_t sorted = sorted_until(items, count, before);
  if (sorted == count) return;
  if (sorted == 1 && is_descending(items, count, before)) return reverse_row(items, count);
  std::size_t run = 8;
  bool even = true;
  for (std::size_t r = run; r < count; r *= 2) even = !even;
  if (!even) run *= 2;  // so that the last round ends in `items`
  for (std::size_t at = 0; at < count; at += run)
    insertion_sort(items + at, count - at < run ? count - at : run, before);
  for (; run < count; run *= 4) {
    merge_round(items, count, run, beside, before);
    struct home {
      T* items;
      const T* beside;
      std::size_t count;
      bool there = false;
      ~home() {
        if (!there) copy_row(beside, count, items);
      }
    } back{items, beside, count};
    merge_round(beside, count, 2 * run, items, before);
    back.there = true;
  }
}

// Memory for objects that are copied as bytes: near by where they are few.
template <class T>
class scratch {
 public:
  explicit scratch(std::size_t count)
      : many_(count <= few ? nullptr : static_cast<T*>(::operator new(count * sizeof(T)))) {}
  scratch(const scratch&) = delete;
  scratch& operator=(const scratch&) = delete;
  ~scratch() { ::operator delete(many_); }
  [[nodiscard]] T* data() { return many_ ? many_ : reinterpret_cast<T*>(near_); }

 private:
  static constexpr std::size_t few = 4096 / sizeof(T);
  T* many_;
  alignas(T) unsigned char near_[few * sizeof(T)];
};

}  // namespace berth::detail
