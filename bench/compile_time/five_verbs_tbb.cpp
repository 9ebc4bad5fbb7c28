#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_reduce.h>
#include <tbb/parallel_scan.h>
#include <tbb/parallel_sort.h>

#include <functional>
#include <unordered_map>

#include "five_verbs.hpp"

using namespace five_verbs;
using range = tbb::blocked_range<std::size_t>;

namespace {

u64 sum(const std::vector<u64>& values) {
  return tbb::parallel_reduce(
      range(0, values.size()), u64{0},
      [&](const range& r, u64 total) {
        for (std::size_t i = r.begin(); i != r.end(); ++i) total += values[i];
        return total;
      },
      std::plus<>{});
}

// In order: oneTBB has no filter; a scan finds each kept item's place.
std::vector<u64> odd_of(const std::vector<u64>& values) {
  std::vector<u64> kept(values.size());
  const std::size_t count = tbb::parallel_scan(
      range(0, values.size()), std::size_t{0},
      [&](const range& r, std::size_t place, bool is_final) {
        for (std::size_t i = r.begin(); i != r.end(); ++i)
          if (is_odd(values[i])) {
            if (is_final) kept[place] = values[i];
            ++place;
          }
        return place;
      },
      std::plus<>{});
  kept.resize(count);
  return kept;
}

std::vector<double> halves_of(const std::vector<u64>& values) {
  std::vector<double> made(values.size());
  tbb::parallel_for(range(0, values.size()), [&](const range& r) {
    for (std::size_t i = r.begin(); i != r.end(); ++i) made[i] = half(values[i]);
  });
  return made;
}

std::unordered_map<u64, u64> counts_of(const std::vector<u64>& values) {
  tbb::enumerable_thread_specific<std::unordered_map<u64, u64>> parts;
  tbb::parallel_for(range(0, values.size()), [&](const range& r) {
    auto& own = parts.local();
    for (std::size_t i = r.begin(); i != r.end(); ++i) ++own[low_byte(values[i])];
  });
  std::unordered_map<u64, u64> all;
  for (const auto& part : parts)
    for (const auto& [key, count] : part) all[key] += count;
  return all;
}

}  // namespace

int main() {
  auto values = numbers();
  const u64 total = sum(values);
  tbb::parallel_sort(values.begin(), values.end());
  const auto odd = odd_of(values);
  const auto halves = halves_of(values);
  auto counts = counts_of(values);
  show(total, values[values.size() / 2], odd.size(), halves.back(), counts.size(), counts[7]);
}
