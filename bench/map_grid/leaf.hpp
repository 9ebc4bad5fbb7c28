#pragma once
// map_grid: out[i] = f(in[i]) for n doubles, from one element to ten million, from a tenth of a nanosecond to 10 us an
// element. One contender a file; each is given the same f.
#include <cstddef>
#include <vector>

#include "harness/work.hpp"

namespace map_grid {

struct cheap {  // bound by memory where it does not fit a cache
  double operator()(double x) const { return x * 1.0000001 + 0.5; }
};
struct hundred_ns {
  double operator()(double x) const { return bench::churn(x, bench::ticks_100ns); }
};
struct ten_us {
  double operator()(double x) const { return bench::churn(x, bench::ticks_10us); }
};

using cell = void(const double* in, double* out, std::size_t n);

struct contender {
  const char* name;
  cell* cheap;
  cell* hundred_ns;
  cell* ten_us;
};

// Verb::map<F>(in, out, n) for the three kinds of element.
template <class Verb>
constexpr contender contender_of(const char* name) {
  return {name, &Verb::template map<cheap>, &Verb::template map<hundred_ns>, &Verb::template map<ten_us>};
}

// The contenders of this build. A file adds its own before main() runs.
inline std::vector<contender>& contenders() {
  static std::vector<contender> all;
  return all;
}
inline bool add(const contender& c) { return contenders().push_back(c), true; }

extern const contender sequential;

}  // namespace map_grid
