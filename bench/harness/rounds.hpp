#pragma once
// Contenders of one case, run in turns: a short slice each, in a new order every round, so that whatever the machine
// does meanwhile happens to all of them. What is compared is the slices of one round; what is reported is the median
// over rounds.
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace bench {

struct contestant {
  std::string name;
  std::function<void(std::size_t calls)> run;  // does the case's work that often
  // What `calls` calls took, in nanoseconds; empty: the time of run() as a whole. One that measures by itself makes as
  // many calls a slice as the baseline.
  std::function<double(std::size_t calls)> timed_run = {};
};

struct pace {
  std::uint64_t slice_ns = 1'000'000;  // a slice is at least this long
  std::uint64_t budget_ns = 1'000'000'000;
  int min_rounds = 5;
  std::size_t calls = 0;  // calls a slice; 0: as many as fill slice_ns
  bool rough = false;     // a slice waits for nothing and is not warmed: its time means nothing
};

struct outcome {
  std::string name;
  double value = 0;   // median ns a call
  double ratio = 0;   // median over rounds of this slice / the baseline's slice
  double p90 = 0;     // of the slices' ns a call
  double spread = 0;  // half the distance between the quartiles of that ratio
};

// The first contestant is the baseline. Every slice begins when the process is quiet, with untimed calls that wake what
// the contestant keeps asleep.
std::vector<outcome> in_turns(const std::vector<contestant>& all, const pace& how);

// From samples taken elsewhere, one a round.
outcome summary(const std::string& name, const std::vector<double>& own, const std::vector<double>& baseline);

}  // namespace bench
