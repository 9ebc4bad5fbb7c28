#pragma once
// Sorting a row of numbers by size. Floating-point rows hold no NaN and no -0.0. Two files implement it: by Highway,
// and by a radix sort.
#include <cstddef>
#include <cstdint>

namespace berth::impl {

void sort_row(std::int32_t* row, std::size_t count, bool falling);
void sort_row(std::uint32_t* row, std::size_t count, bool falling);
void sort_row(float* row, std::size_t count, bool falling);
void sort_row(std::int64_t* row, std::size_t count, bool falling);
void sort_row(std::uint64_t* row, std::size_t count, bool falling);
void sort_row(double* row, std::size_t count, bool falling);

}  // namespace berth::impl
