#pragma once
// A stable sort of gathered items: blocks are sorted, then merged in rounds, several at a time.
#include <algorithm>
#include <berth/detail/pipeline/flow.hpp>
#include <vector>

namespace berth::detail {

// Blocks of a power of two of items, so that rounds meet at multiples; the number depends on the items alone.
inline constexpr std::size_t least_sorted_block = 4096;

template <class T, class Before>
void sort_row(std::vector<T>& row, Before before, const pipeline_call& call) {
  const std::size_t count = row.size();
  std::size_t length = least_sorted_block;
  while (count / length > 64) length *= 2;
  const auto at_most = [&](std::size_t i) { return row.begin() + static_cast<std::ptrdiff_t>(i < count ? i : count); };
  auto sort_block = [&](std::size_t begin, std::size_t end) {
    for (; begin != end; ++begin) std::stable_sort(at_most(begin * length), at_most((begin + 1) * length), before);
  };
  run<false>((count + length - 1) / length, sort_block, call.with, call.where);
  for (; length < count; length *= 2) {
    auto merge_two = [&](std::size_t begin, std::size_t end) {
      for (; begin != end; ++begin)
        std::inplace_merge(at_most(2 * begin * length), at_most((2 * begin + 1) * length),
                           at_most((2 * begin + 2) * length), before);
    };
    run<false>((count + 2 * length - 1) / (2 * length), merge_two, call.with, call.where);
  }
}

}  // namespace berth::detail
