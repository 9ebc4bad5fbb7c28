#include "kernels/numbers.hpp"

#include <algorithm>
#include <cstring>

#include "kernels/number_keys.hpp"
#include "kernels/rows.hpp"

namespace berth::impl {
namespace {

// Below this the vectorised sort costs more to enter than the row does to sort.
constexpr std::size_t few = 40;

// Each to its rank: how many come before it, counted without a branch. What a sort by comparing pays for a random
// row's branches is more than that.
constexpr std::size_t fewest = 16;

template <class T>
void sort_fewest(T* row, std::size_t count, bool falling) {
  const number_keys<T> to(falling);
  key_for<T> keys[fewest];
  std::size_t ranks[fewest];
  for (std::size_t i = 0; i != count; ++i) {
    const auto k = to.of(row[i]);
    keys[i] = k;
    std::size_t rank = 0;
    for (std::size_t j = 0; j != i; ++j) {
      const std::size_t is_before = keys[j] <= k;
      rank += is_before;
      ranks[j] += 1 - is_before;
    }
    ranks[i] = rank;
  }
  for (std::size_t i = 0; i != count; ++i) row[ranks[i]] = to.number(keys[i]);
}

template <class T>
void sort_few(T* row, std::size_t count, bool falling) {
  const number_keys<T> to(falling);
  key_for<T> keys[few];
  for (std::size_t i = 0; i != count; ++i) {
    const auto k = to.of(row[i]);
    std::size_t gap = i;
    for (; gap != 0 && k < keys[gap - 1]; --gap) keys[gap] = keys[gap - 1];
    keys[gap] = k;
  }
  for (std::size_t i = 0; i != count; ++i) row[i] = to.number(keys[i]);
}

// By their keys. Sorted as floating-point numbers, zeros would not be told apart by their sign, NaN would come
// anywhere, and Highway 1.0.3 leaves numbers out of order, now and then, that are nearer to each other than the type's
// epsilon.
template <class T>
void sort_by_keys(T* row, std::size_t count, bool falling) {
  const number_keys<T> to(falling);
  using key = key_for<T>;
  auto* const bytes = reinterpret_cast<unsigned char*>(row);
  for (std::size_t i = 0; i != count; ++i) {
    const key k = to.of(row[i]);
    std::memcpy(bytes + i * sizeof k, &k, sizeof k);
  }
  sort_row(reinterpret_cast<key*>(row), count, false);
  for (std::size_t i = 0; i != count; ++i) {
    key k;
    std::memcpy(&k, bytes + i * sizeof k, sizeof k);
    row[i] = to.number(k);
  }
}

template <class T>
bool is_sorted_row(const T* row, std::size_t count, bool falling) {
  const number_keys<T> to(falling);
  for (std::size_t i = 1; i != count; ++i) {
    if (to.of(row[i]) < to.of(row[i - 1])) return false;
  }
  return true;
}

// A vectorised quicksort takes no notice of what is in order already.
template <class T>
bool was_monotone(T* row, std::size_t count, bool falling) {
  if (is_sorted_row(row, count, falling)) return true;
  if (!is_sorted_row(row, count, !falling)) return false;
  std::reverse(row, row + count);
  return is_sorted_row(row, count, falling);  // NaN are last whichever way
}

}  // namespace

template <class T>
void sort_alone(T* row, std::size_t count, bool falling) {
  if (count <= fewest) return sort_fewest(row, count, falling);
  if (count <= few) return sort_few(row, count, falling);
  if (was_monotone(row, count, falling)) return;
  if constexpr (std::is_floating_point_v<T>)
    sort_by_keys(row, count, falling);
  else
    sort_row(row, count, falling);
}

template void sort_alone(std::int32_t*, std::size_t, bool);
template void sort_alone(std::uint32_t*, std::size_t, bool);
template void sort_alone(float*, std::size_t, bool);
template void sort_alone(std::int64_t*, std::size_t, bool);
template void sort_alone(std::uint64_t*, std::size_t, bool);
template void sort_alone(double*, std::size_t, bool);

}  // namespace berth::impl

namespace berth::detail {

void sort_numbers(const numbers& n) {
  impl::as_typed(n, [&n](auto* row) { impl::sort_alone(row, n.count, n.falling); });
}

}  // namespace berth::detail
