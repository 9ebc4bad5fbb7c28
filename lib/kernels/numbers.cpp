#include "kernels/numbers.hpp"

#include <algorithm>
#include <cstring>

#include "kernels/number_keys.hpp"
#include "kernels/rows.hpp"

namespace berth::impl {
namespace {

// Below this the vectorised sort costs more to enter than the row does to sort.
constexpr std::size_t few = 40;

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

// By their keys: for rows with NaN or zeros of both signs.
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

template <class T>
bool needs_keys(const T* row, std::size_t count) {
  for (std::size_t i = 0; i != count; ++i) {
    if (row[i] != row[i] || (row[i] == 0 && std::bit_cast<key_for<T>>(row[i]) != 0)) return true;
  }
  return false;
}

}  // namespace

template <class T>
bool is_plain(const T* row, std::size_t count) {
  if constexpr (std::is_integral_v<T>) {
    return true;
  } else {
    using vector [[gnu::vector_size(16)]] = T;
    constexpr std::size_t lanes = 16 / sizeof(T);
    decltype(vector{} == vector{}) found{};
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
      vector v;
      std::memcpy(&v, row + i, sizeof v);
      found |= (v == vector{}) | (v != v);
    }
    bool any = false;
    for (std::size_t l = 0; l != lanes; ++l) any |= found[l] != 0;
    for (; i != count; ++i) any |= row[i] == 0 || row[i] != row[i];
    return !any;
  }
}

template <class T>
void sort_alone(T* row, std::size_t count, bool falling, bool plain) {
  if (count <= few) return sort_few(row, count, falling);
  if (was_monotone(row, count, falling)) return;
  if constexpr (std::is_floating_point_v<T>) {
    if (!plain && !is_plain(row, count) && needs_keys(row, count)) return sort_by_keys(row, count, falling);
  }
  sort_row(row, count, falling);
}

template bool is_plain(const std::int32_t*, std::size_t);
template bool is_plain(const std::uint32_t*, std::size_t);
template bool is_plain(const float*, std::size_t);
template bool is_plain(const std::int64_t*, std::size_t);
template bool is_plain(const std::uint64_t*, std::size_t);
template bool is_plain(const double*, std::size_t);
template void sort_alone(std::int32_t*, std::size_t, bool, bool);
template void sort_alone(std::uint32_t*, std::size_t, bool, bool);
template void sort_alone(float*, std::size_t, bool, bool);
template void sort_alone(std::int64_t*, std::size_t, bool, bool);
template void sort_alone(std::uint64_t*, std::size_t, bool, bool);
template void sort_alone(double*, std::size_t, bool, bool);

}  // namespace berth::impl

namespace berth::detail {

void sort_numbers(const numbers& n) {
  impl::as_typed(n, [&n](auto* row) { impl::sort_alone(row, n.count, n.falling, false); });
}

}  // namespace berth::detail
