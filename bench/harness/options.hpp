#pragma once
// What every workload's program understands, and what it was built with.
#include <string>
#include <vector>

namespace bench {

enum class effort { smoke, quick, full };

struct options {
  effort how = effort::full;
  std::string json;                     // append JSON lines to this file; empty: standard output
  std::vector<std::string> contenders;  // only these (and the baseline); empty: all
  std::vector<std::string> cases;       // only these; empty: all
  std::vector<std::string> rest;        // what a workload understands by itself

  [[nodiscard]] bool wants(const std::string& contender) const;
  [[nodiscard]] bool wants_case(const std::string& name) const;
};

// Exits with 64 and a sentence on a wrong command line. `own` lists the words that the workload reads from `rest`; each
// takes one value.
options parse(int argc, char** argv, const std::vector<std::string>& own = {});

// Compiler, flags, CPUs, and the contenders that were left out, on standard error.
void print_setting(const char* workload);

// CPUs that this process may run on.
unsigned cpus();

// A wrong answer, or a setting in which nothing can be measured: says so and exits with 1.
[[noreturn]] void fail(const std::string& why);

}  // namespace bench
