#include <algorithm>
#include <array>
#include <berth/compare.hpp>
#include <berth/sequential_scope.hpp>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <optional>
#include <vector>

namespace berth {
namespace {

using clock = std::chrono::steady_clock;
using samples = std::vector<double>;

constexpr double shortest_measurement = 50e3;  // nanoseconds: two thousand times what reading the clock costs
constexpr double least_noise = 0.01;
constexpr std::size_t most_rounds = 1001;

double nanoseconds_since(clock::time_point start) {
  return std::chrono::duration<double, std::nano>(clock::now() - start).count();
}

double measure(const detail::timed& f, std::size_t calls) {
  const auto start = clock::now();
  for (std::size_t i = 0; i != calls; ++i) f.run(f.body);
  return nanoseconds_since(start) / static_cast<double>(calls);
}

double measure_sequential(const detail::timed& f, std::size_t calls, bool force) {
  std::optional<sequential_scope> plain;
  if (force) plain.emplace();
  return measure(f, calls);
}

double median(samples values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

samples ratios(const samples& of, const samples& to) {
  samples quotients(of.size());
  std::transform(of.begin(), of.end(), to.begin(), quotients.begin(), [](double a, double b) { return a / b; });
  return quotients;
}

// Of a median: 1.2533 times that of a mean, with the deviation taken from the median absolute deviation.
double standard_error(const samples& values) {
  const double middle = median(values);
  samples away(values.size());
  std::transform(values.begin(), values.end(), away.begin(), [middle](double v) { return std::abs(v - middle); });
  return 1.2533 * 1.4826 * median(away) / std::sqrt(static_cast<double>(values.size()));
}

struct measured {
  samples sequential, again, parallel;
};

// One round, beginning with another of the three each time, so that none always runs in another's wake.
void add_round(measured& m, const detail::timed& sequential, const detail::timed& parallel, bool force,
               std::size_t calls) {
  for (std::size_t turn = 0, first = m.parallel.size(); turn != 3; ++turn) {
    switch ((first + turn) % 3) {
      case 0: m.sequential.push_back(measure_sequential(sequential, calls, force)); break;
      case 1: m.again.push_back(measure_sequential(sequential, calls, force)); break;
      default: m.parallel.push_back(measure(parallel, calls));
    }
  }
}

verdict judge(double ratio, double noise) {
  if (std::abs(ratio - 1) <= noise) return verdict::no_difference;
  return ratio < 1 ? verdict::keep_parallel : verdict::keep_sequential;
}

comparison conclude(const measured& m, std::size_t calls) {
  const samples parallel = ratios(m.parallel, m.sequential);
  const samples again = ratios(m.again, m.sequential);
  comparison found;
  found.sequential = median(m.sequential);
  found.sequential_again = median(m.again);
  found.parallel = median(m.parallel);
  found.ratio = median(parallel);
  // Fewer rounds than this say nothing of how much they scatter: whatever the ratio, it could be noise.
  constexpr std::size_t telling_rounds = 3;
  found.noise = m.parallel.size() < telling_rounds
                    ? std::max(1.0, std::abs(found.ratio - 1))
                    : std::max({least_noise, std::abs(median(again) - 1), 2 * standard_error(again),
                                2 * standard_error(parallel)});
  found.rounds = m.parallel.size();
  found.calls = calls;
  found.verdict = judge(found.ratio, found.noise);
  return found;
}

std::string in_words(const comparison& found) {
  std::array<char, 160> line;
  const double times = found.ratio < 1 ? 1 / found.ratio : found.ratio;
  switch (found.verdict) {
    case verdict::keep_parallel:
      std::snprintf(line.data(), line.size(), "keep parallel: %.2f times as fast", times);
      break;
    case verdict::keep_sequential:
      std::snprintf(line.data(), line.size(), "keep sequential: parallel takes %.2f times as long", times);
      break;
    case verdict::no_difference:
      std::snprintf(line.data(), line.size(),
                    "no measurable difference: the ratio %.3f lies within the noise of +-%.1f %%", found.ratio,
                    found.noise * 100);
  }
  return line.data();
}

std::string row(const char* name, double nanoseconds, double ratio) {
  constexpr std::array<const char*, 4> units{"ns", "us", "ms", "s"};
  std::size_t unit = 0;
  for (; nanoseconds >= 1000 && unit + 1 < units.size(); ++unit) nanoseconds /= 1000;
  std::array<char, 96> line;
  std::snprintf(line.data(), line.size(), "%-18s %9.2f %-2s %8.3f\n", name, nanoseconds, units[unit], ratio);
  return line.data();
}

}  // namespace

std::string comparison::to_text() const {
  std::array<char, 96> heading;
  std::snprintf(heading.data(), heading.size(), "%-18s %9s    %8s   (median of %zu rounds)\n", "", "a call", "ratio",
                rounds);
  return heading.data() + row("sequential", sequential, 1) +
         row("sequential again", sequential_again, sequential > 0 ? sequential_again / sequential : 1) +
         row("parallel", parallel, ratio) + "verdict: " + in_words(*this) + "\n";
}

namespace detail {

comparison compare(timed sequential, timed parallel, bool force, const compare_settings& settings) {
  const auto start = clock::now();
  measure(parallel, 1);  // the first call may start threads and touch memory
  const double once = measure_sequential(sequential, 1, force);
  const auto calls = static_cast<std::size_t>(std::max(1.0, std::ceil(shortest_measurement / std::max(once, 1.0))));
  measured m;
  while (m.parallel.size() < std::max<std::size_t>(settings.least_rounds, 1) ||
         (m.parallel.size() < most_rounds && nanoseconds_since(start) < settings.seconds * 1e9))
    add_round(m, sequential, parallel, force, calls);
  return conclude(m, calls);
}

}  // namespace detail
}  // namespace berth
