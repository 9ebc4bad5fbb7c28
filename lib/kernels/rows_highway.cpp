// Highway's vqsort finds out what the CPU has each time it is called.
#include <hwy/contrib/sort/vqsort.h>

#include "kernels/rows.hpp"

namespace berth::impl {
namespace {

template <class T>
void sort_any(T* row, std::size_t count, bool falling) {
  const hwy::Sorter sorter;
  if (falling)
    sorter(row, count, hwy::SortDescending());
  else
    sorter(row, count, hwy::SortAscending());
}

}  // namespace

void sort_row(std::int32_t* row, std::size_t count, bool falling) { sort_any(row, count, falling); }
void sort_row(std::uint32_t* row, std::size_t count, bool falling) { sort_any(row, count, falling); }
void sort_row(std::int64_t* row, std::size_t count, bool falling) { sort_any(row, count, falling); }

// As signed numbers: AVX2 compares those only, and turning the sign bit twice costs less than turning it at each
// compare.
void sort_row(std::uint64_t* row, std::size_t count, bool falling) {
  constexpr std::uint64_t sign = std::uint64_t{1} << 63;
  for (std::size_t i = 0; i != count; ++i) row[i] ^= sign;
  sort_any(reinterpret_cast<std::int64_t*>(row), count, falling);
  for (std::size_t i = 0; i != count; ++i) row[i] ^= sign;
}

}  // namespace berth::impl
