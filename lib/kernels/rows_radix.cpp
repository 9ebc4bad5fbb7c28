#include "kernels/radix_sort.hpp"
#include "kernels/rows.hpp"

namespace berth::impl {

void sort_row(std::int32_t* row, std::size_t count, bool falling) { radix_sort_numbers(row, count, falling); }
void sort_row(std::uint32_t* row, std::size_t count, bool falling) { radix_sort_numbers(row, count, falling); }
void sort_row(std::int64_t* row, std::size_t count, bool falling) { radix_sort_numbers(row, count, falling); }
void sort_row(std::uint64_t* row, std::size_t count, bool falling) { radix_sort_numbers(row, count, falling); }

}  // namespace berth::impl
