#pragma once
// What the three proofs share: a clock, spinning for a time, quantiles. They print figures; they judge nothing.
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <vector>

namespace proof {

inline std::int64_t now_ns() { return std::chrono::steady_clock::now().time_since_epoch().count(); }

inline std::int64_t cpu_ns() {
  rusage u{};
  getrusage(RUSAGE_SELF, &u);
  const auto ns = [](timeval t) { return std::int64_t{t.tv_sec} * 1'000'000'000 + t.tv_usec * 1000; };
  return ns(u.ru_utime) + ns(u.ru_stime);
}

// A fixed amount of dependent arithmetic, about `steps` times 3 ns. Not a fixed time: a throttled thread must pay for
// it.
[[gnu::noinline]] inline double compute(int steps) {
  double x = 1;
  for (int i = 0; i != steps; ++i) x = x * 1.0000001 + 0.5;
  return x;
}
inline volatile double sink;
inline void use(double x) { sink = x; }

// Steps of compute() in a microsecond, on this machine at its best.
inline int steps_a_us() {
  double best = 1e18;
  for (int k = 0; k != 20; ++k) {
    const auto from = now_ns();
    use(compute(100'000));
    best = std::min(best, static_cast<double>(now_ns() - from));
  }
  return std::max(1, static_cast<int>(100'000 * 1000.0 / best));
}

inline double quantile(std::vector<double> v, double q) {
  if (v.empty()) return 0;
  std::sort(v.begin(), v.end());
  return v[std::min(v.size() - 1, static_cast<std::size_t>(static_cast<double>(v.size()) * q))];
}
inline double median(const std::vector<double>& v) { return quantile(v, 0.5); }

}  // namespace proof
