#pragma once
// Where a stable merge of two ordered rows stands after so many items, found without merging: any stretch of the output
// can be made by itself.
// Source: the merge path of Green, McColl and Bader, "GPU Merge Path" (2012).
#include <berth/detail/range.hpp>
#include <cstddef>

namespace berth::detail {

// How many of the first `taken` merged items come from the first row. Of equal ones those of the first row come first.
template <class First, class Second, class Before>
std::size_t merge_path(First first, std::size_t count, Second second, std::size_t second_count, std::size_t taken,
                       Before& before) {
  std::size_t low = taken > second_count ? taken - second_count : 0;
  std::size_t high = taken < count ? taken : count;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (before(at(second, taken - middle - 1), at(first, middle)))
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

// Where a stretch that begins with item i of the first row, and is `length` long, ends there. Rows that are not in
// order may say what cannot be: then as near to it as the stretch reaches.
constexpr std::size_t end_of_stretch(std::size_t i, std::size_t length, std::size_t said) {
  return said < i ? i : said - i > length ? i + length : said;
}

// The first place in [low, high) of which the item does not come before `value` (or, for upper_place, comes behind it).
template <class Iterator, class Value, class Before>
std::size_t lower_place(Iterator first, std::size_t low, std::size_t high, Value&& value, Before& before) {
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (before(at(first, middle), value))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}
template <class Iterator, class Value, class Before>
std::size_t upper_place(Iterator first, std::size_t low, std::size_t high, Value&& value, Before& before) {
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (before(value, at(first, middle)))
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

}  // namespace berth::detail
