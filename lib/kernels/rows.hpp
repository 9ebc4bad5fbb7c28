#pragma once
// Sorting a row of integers by size. Two files implement it: by Highway, and by a radix sort.
#include <cstddef>
#include <cstdint>

namespace berth::impl {

void sort_row(std::int32_t* row, std::size_t count, bool falling);
void sort_row(std::uint32_t* row, std::size_t count, bool falling);
void sort_row(std::int64_t* row, std::size_t count, bool falling);
void sort_row(std::uint64_t* row, std::size_t count, bool falling);

}  // namespace berth::impl
