#pragma once
// A sort by one thread, of any items: stable. What is not sorted itself is sorted by pointers.
#include <berth/detail/merge_sort.hpp>
#include <berth/detail/range.hpp>
#include <berth/detail/raw_array.hpp>
#include <cstddef>
#include <iterator>
#include <memory>
#include <new>
#include <utility>

namespace berth::detail {

// Compares what pointers point to.
template <class Before>
struct by_pointer {
  Before& before;
  template <class T>
  bool operator()(T* a, T* b) const {
    return before(*a, *b);
  }
};

// Pointers to the items of a row, in order.
template <class Item, class Before>
void sort_pointers(Item** pointers, std::size_t count, Before& before) {
  scratch<Item*> beside(count);
  by_pointer<Before> compare{before};
  merge_sort(pointers, count, beside.data(), compare);
}

inline constexpr std::size_t few_to_sort = 16;

// The whole of a small range.
template <class Iterator, class Before>
void sort_alone(Iterator first, std::size_t count, Before before) {
  using item = std::iter_value_t<Iterator>;
  if (count <= few_to_sort) return insertion_sort(first, count, before);
  if constexpr (is_sorted_itself<item> && std::contiguous_iterator<Iterator>) {
    scratch<item> beside(count);
    merge_sort(std::to_address(first), count, beside.data(), before);
  } else {
    scratch<item*> order(count);
    for (std::size_t i = 0; i != count; ++i) order.data()[i] = std::addressof(at(first, i));
    sort_pointers(order.data(), count, before);
    raw_array<item> sorted(count);
    struct made {
      item* row;
      std::size_t count = 0;
      ~made() {
        while (count != 0) row[--count].~item();
      }
    } out{sorted.data()};
    for (; out.count != count; ++out.count)
      ::new (static_cast<void*>(out.row + out.count)) item(std::move(*order.data()[out.count]));
    for (std::size_t i = 0; i != count; ++i) at(first, i) = std::move(out.row[i]);
  }
}

}  // namespace berth::detail
