#pragma once
// Sorting a few thousand keys that are spread evenly: by two digits, least significant first, of about four bits more
// in all than it takes to number the keys. What these cannot tell apart is put right by insertion; where that takes
// long, the keys come in clumps.
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace berth::impl {

// By insertion. False where it was given up: the keys are all there.
template <class Key>
bool put_right(Key* row, std::size_t count) {
  std::size_t moves_left = 2 * count;
  for (std::size_t i = 1; i < count; ++i) {
    if (!(row[i] < row[i - 1])) continue;
    const auto lifted = row[i];
    std::size_t gap = i;
    do {
      row[gap] = row[gap - 1];
      --gap;
    } while (gap != 0 && lifted < row[gap - 1]);
    row[gap] = lifted;
    if (i - gap > moves_left) return false;
    moves_left -= i - gap;
  }
  return true;
}

// No key is less than `least`; `width` bits hold what they have above it.
template <unsigned Bits, class Key, class From, class To>
void sort_by_two_digits(const From* from, std::size_t count, Key least, unsigned width, Key* beside, To* to) {
  constexpr std::size_t values = std::size_t{1} << Bits;
  const unsigned shift = width > 2 * Bits ? width - 2 * Bits : 0;
  std::uint32_t low[values]{};
  std::uint32_t high[values]{};
  const auto digits = [least, shift](Key k) { return static_cast<std::size_t>(static_cast<Key>(k - least) >> shift); };
  for (std::size_t i = 0; i != count; ++i) {
    const std::size_t d = digits(from[i]);
    ++low[d % values];
    ++high[d / values];
  }
  std::uint32_t low_sum = 0;
  std::uint32_t high_sum = 0;
  for (std::size_t d = 0; d != values; ++d) {
    low_sum += std::exchange(low[d], low_sum);
    high_sum += std::exchange(high[d], high_sum);
  }
  for (std::size_t i = 0; i != count; ++i) beside[low[digits(from[i]) % values]++] = from[i];
  for (std::size_t i = 0; i != count; ++i) to[high[digits(beside[i]) / values]++] = beside[i];
}

// True if `to` is in order then. count < 2^32.
template <class Key, class From, class To>
bool sort_spread_keys(const From* from, std::size_t count, Key least, unsigned width, Key* beside, To* to) {
  if (count <= 4096)
    sort_by_two_digits<8>(from, count, least, width, beside, to);
  else if (count <= 65536)
    sort_by_two_digits<10>(from, count, least, width, beside, to);
  else
    sort_by_two_digits<11>(from, count, least, width, beside, to);
  return put_right(to, count);
}

}  // namespace berth::impl
