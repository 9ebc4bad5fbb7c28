#pragma once
// `--google`: the same cases and contenders under Google Benchmark, for its filters, counters, output formats and
// comparison tools. One benchmark is CASE/CONTENDER; nothing is interleaved, so ratios are better taken from the
// tables.
#include <functional>
#include <string>
#include <vector>

#include "harness/rounds.hpp"

namespace bench {

struct named_case {
  std::string name;
  std::function<std::vector<contestant>()> contestants;
};

int run_google(const std::vector<named_case>& cases, const std::vector<std::string>& arguments);

}  // namespace bench
