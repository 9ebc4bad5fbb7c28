#pragma once
// A program of a kind that people write, once for each library: the sum, the order, a choice, a transformation and the
// counts of some numbers. It prints what it found, and both must print the same.
#include <cstdint>
#include <cstdio>
#include <vector>

namespace five_verbs {

using u64 = std::uint64_t;

inline std::vector<u64> numbers() {
  std::vector<u64> made(200'000);
  u64 state = 1;
  for (u64& n : made) n = (state = state * 6364136223846793005u + 1442695040888963407u) >> 44;
  return made;
}

inline bool is_odd(u64 n) { return n % 2 != 0; }
inline double half(u64 n) { return static_cast<double>(n) * 0.5; }
inline u64 low_byte(u64 n) { return n & 255; }

inline void show(u64 total, u64 median, std::size_t odd, double last_half, std::size_t keys, u64 count_of_7) {
  std::printf("%llu %llu %zu %.1f %zu %llu\n", static_cast<unsigned long long>(total),
              static_cast<unsigned long long>(median), odd, last_half, keys,
              static_cast<unsigned long long>(count_of_7));
}

}  // namespace five_verbs
