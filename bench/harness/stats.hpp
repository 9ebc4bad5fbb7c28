#pragma once
#include <algorithm>
#include <cstddef>
#include <vector>

namespace bench {

// The q-quantile (0..1) of `samples`, the nearest rank; 0 for none.
inline double quantile(std::vector<double> samples, double q) {
  if (samples.empty()) return 0;
  const auto rank = static_cast<std::size_t>(q * static_cast<double>(samples.size() - 1) + 0.5);
  std::nth_element(samples.begin(), samples.begin() + static_cast<std::ptrdiff_t>(rank), samples.end());
  return samples[rank];
}

inline double median(std::vector<double> samples) { return quantile(std::move(samples), 0.5); }

}  // namespace bench
