#include <berth/detail/first_equal.hpp>
#include <berth/detail/side_by_side.hpp>
#include <cstring>

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

bool has_avx2() {
  static const bool has = __builtin_cpu_supports("avx2");
  return has;
}

constexpr std::size_t row = 32;

// Whether one of the `row` items from `at` on is the wanted one.
__attribute__((target("avx2"))) bool in_row(const __m256i* at, __m256i wanted) {
  __m256i hit = _mm256_setzero_si256();
  for (int i = 0; i != 8; ++i) hit = _mm256_or_si256(hit, _mm256_cmpeq_epi64(_mm256_loadu_si256(at + i), wanted));
  return _mm256_testz_si256(hit, hit) == 0;
}

__attribute__((target("avx2"))) std::size_t row_with(const void* items, std::size_t begin, std::size_t end,
                                                     std::uint64_t sought) {
  const __m256i wanted = _mm256_set1_epi64x(static_cast<long long>(sought));
  const auto* at = static_cast<const char*>(items) + begin * sizeof sought;
  for (; end - begin >= row; begin += row, at += row * sizeof sought)
    if (in_row(reinterpret_cast<const __m256i*>(at), wanted)) break;
  return begin;
}

#endif

}  // namespace

std::size_t first_equal_wide(const void* items, std::size_t begin, std::size_t end, std::uint64_t sought) {
#if defined(__x86_64__)
  if (has_avx2()) return one_by_one(items, row_with(items, begin, end, sought), end, sought);
#endif
  return first_equal(static_cast<const std::uint64_t*>(items), begin, end, sought);
}

}  // namespace berth::detail
