#include <berth/detail/equal_wide.hpp>
#include <berth/detail/side_by_side.hpp>
#include <cstring>

#include "kernels/wide.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace berth::detail {
namespace {

std::uint64_t item(const void* items, std::size_t i) {
  std::uint64_t value;
  std::memcpy(&value, static_cast<const char*>(items) + i * sizeof value, sizeof value);
  return value;
}

std::size_t one_by_one(const void* items, std::size_t begin, std::size_t end, std::uint64_t sought) {
  while (begin != end && item(items, begin) != sought) ++begin;
  return begin;
}

#if defined(__x86_64__)

constexpr std::size_t row = 32;

// Whether one of the `row` items from `at` on is the wanted one.
BERTH_KERNEL_AVX2 bool in_row(const __m256i* at, __m256i wanted) {
  __m256i hit = _mm256_setzero_si256();
  for (int i = 0; i != 8; ++i) hit = _mm256_or_si256(hit, _mm256_cmpeq_epi64(_mm256_loadu_si256(at + i), wanted));
  return _mm256_testz_si256(hit, hit) == 0;
}

BERTH_KERNEL_AVX2 std::size_t row_with(const void* items, std::size_t begin, std::size_t end, std::uint64_t sought) {
  const __m256i wanted = _mm256_set1_epi64x(static_cast<long long>(sought));
  const auto* at = static_cast<const char*>(items) + begin * sizeof sought;
  for (; end - begin >= row; begin += row, at += row * sizeof sought)
    if (in_row(reinterpret_cast<const __m256i*>(at), wanted)) break;
  return begin;
}

// Of whole rows. Four counters, each of four: an equal number counts as -1.
BERTH_KERNEL_AVX2 std::size_t count_in_rows(const void* items, std::size_t rows, std::uint64_t sought) {
  const __m256i wanted = _mm256_set1_epi64x(static_cast<long long>(sought));
  const auto* at = static_cast<const __m256i*>(items);
  __m256i counted[4] = {};
  for (const __m256i* const end = at + 8 * rows; at != end; at += 4)
    for (int i = 0; i != 4; ++i)
      counted[i] = _mm256_sub_epi64(counted[i], _mm256_cmpeq_epi64(_mm256_loadu_si256(at + i), wanted));
  std::uint64_t each[4];
  const __m256i all =
      _mm256_add_epi64(_mm256_add_epi64(counted[0], counted[1]), _mm256_add_epi64(counted[2], counted[3]));
  std::memcpy(each, &all, sizeof each);
  return each[0] + each[1] + each[2] + each[3];
}

#endif

}  // namespace

std::size_t first_equal_wide(const void* items, std::size_t begin, std::size_t end, std::uint64_t sought) {
#if defined(__x86_64__)
  if (impl::has_avx2()) return one_by_one(items, row_with(items, begin, end, sought), end, sought);
#endif
  return first_equal(static_cast<const std::uint64_t*>(items), begin, end, sought);
}

std::size_t count_equal_wide(const void* items, std::size_t begin, std::size_t end, std::uint64_t sought) {
  const auto* const numbers = static_cast<const std::uint64_t*>(items);
  std::size_t count = 0;
#if defined(__x86_64__)
  if (impl::has_avx2()) {
    const std::size_t rows = (end - begin) / row;
    count = count_in_rows(numbers + begin, rows, sought);
    begin += rows * row;
  }
#endif
  return count + count_equal(numbers, begin, end, sought);
}

}  // namespace berth::detail
