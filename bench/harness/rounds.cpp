#include "harness/rounds.hpp"

#include <algorithm>
#include <numeric>
#include <random>

#include "harness/clock.hpp"
#include "harness/quiet.hpp"
#include "harness/stats.hpp"

namespace bench {
namespace {

double time_of(const contestant& c, std::size_t calls) {
  if (c.timed_run) return c.timed_run(calls);
  const auto start = now_ns();
  c.run(calls);
  return static_cast<double>(now_ns() - start);
}

// How many calls fill a slice. The doubling is the first warm-up as well: by its end a runtime that learns has learnt.
std::size_t calls_to_fill(const contestant& c, std::uint64_t slice_ns) {
  for (std::size_t calls = 1;; calls *= 2) {
    const double ns = time_of(c, calls);
    if (ns * 2 < static_cast<double>(slice_ns)) continue;
    const double needed = static_cast<double>(slice_ns) / (ns / static_cast<double>(calls));
    return std::max<std::size_t>(1, static_cast<std::size_t>(needed));
  }
}

// Warm means: in the middle of a run of such calls. A millisecond of them goes before each slice; a call of 20 ms and
// more hides a thread's waking by itself.
std::size_t calls_to_warm(double ns_a_call) {
  if (ns_a_call >= 20e6) return 0;
  return ns_a_call > 0 ? static_cast<std::size_t>(1e6 / ns_a_call) + 1 : 1;
}

std::vector<std::size_t> calls_a_slice(const std::vector<contestant>& all, const pace& how) {
  std::vector<std::size_t> calls;
  for (const auto& c : all) {
    if (!how.rough) wait_until_quiet();
    if (how.calls != 0) c.run(1);
    calls.push_back(how.calls != 0                  ? how.calls
                    : c.timed_run && !calls.empty() ? calls.front()
                                                    : calls_to_fill(c, how.slice_ns));
  }
  return calls;
}

void play_slice(const contestant& c, std::size_t calls, bool rough, std::vector<double>& samples) {
  if (!rough) {
    wait_until_quiet();
    if (const std::size_t warming = calls_to_warm(samples.empty() ? 0 : samples.back())) c.run(warming);
  }
  samples.push_back(time_of(c, calls) / static_cast<double>(calls));
}

}  // namespace

outcome summary(const std::string& name, const std::vector<double>& own, const std::vector<double>& baseline) {
  std::vector<double> ratios;
  for (std::size_t round = 0; round != own.size(); ++round) ratios.push_back(own[round] / baseline[round]);
  return {.name = name,
          .value = median(own),
          .ratio = median(ratios),
          .p90 = quantile(own, 0.9),
          .spread = (quantile(ratios, 0.75) - quantile(ratios, 0.25)) / 2};
}

std::vector<outcome> in_turns(const std::vector<contestant>& all, const pace& how) {
  const auto calls = calls_a_slice(all, how);
  std::vector<std::vector<double>> samples(all.size());
  std::vector<std::size_t> order(all.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::minstd_rand shuffler(7);
  const auto end = now_ns() + how.budget_ns;
  for (int round = 0; round < how.min_rounds || now_ns() < end; ++round) {
    std::shuffle(order.begin(), order.end(), shuffler);
    for (const auto i : order) play_slice(all[i], calls[i], how.rough, samples[i]);
  }
  std::vector<outcome> results;
  for (std::size_t i = 0; i != all.size(); ++i) results.push_back(summary(all[i].name, samples[i], samples.front()));
  return results;
}

}  // namespace bench
