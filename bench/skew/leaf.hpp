#pragma once
// skew: items of very different cost, and maps inside maps. One contender a file; each is given the same leaf.
#include <cstddef>
#include <vector>

#include "harness/work.hpp"

namespace skew {

// A shape is a list of costs: out[i] = of_cost{}(ticks[i]).
struct of_cost {
  double operator()(unsigned ticks) const { return bench::churn(0.5, ticks); }
};

// outer x inner items of equal cost; out[i * inner + j] = (*this)(i * inner + j).
struct nest {
  std::size_t outer, inner;
  unsigned ticks;
  double operator()(std::size_t item) const { return bench::churn(static_cast<double>(item % 97) / 97, ticks); }
};

struct contender {
  const char* name;
  void (*shape)(const unsigned* ticks, double* out, std::size_t n);
  void (*nested)(const nest& of, double* out);
};

// The contenders of this build. A file adds its own before main() runs.
inline std::vector<contender>& contenders() {
  static std::vector<contender> all;
  return all;
}
inline bool add(const contender& c) { return contenders().push_back(c), true; }

extern const contender sequential;

}  // namespace skew
