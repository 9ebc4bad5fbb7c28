#pragma once
// The developer's settings. Each has an environment variable of the same name (BERTH_CPUS for cpus), and the variable
// wins: whoever runs a program can always overrule whoever wrote it.

#include <chrono>
#include <optional>
#include <string>

#include "berth/budget.hpp"
#include "berth/detail/export.hpp"

namespace berth {

/// A part of the whole: numerator / denominator, more than 0 and at most 1.
struct fraction {
  int numerator = 1;
  int denominator = 1;
};

/// Where the pool's threads come from.
enum class thread_supply : unsigned char { automatic, tbb, own };

/// Every switch with its default. A plain value; range-checked by configure().
struct settings {
  int cpus = 0;                                  ///< an exact number, 1 to 65535; 0: find out
  quota_rounding rounding = quota_rounding::up;  ///< how a fractional quota becomes threads
  fraction share{};                              ///< this process's part, where several share one quota
  bool hints = true;                             ///< let launcher variables lower the number
  bool cgroup = true;                            ///< read control groups at all
  bool sequential = false;                       ///< run every call sequentially, for comparing
  std::optional<std::chrono::nanoseconds>
      sequential_below{};                           ///< stay sequential below this much work; none: automatic
  bool numa = false;                                ///< bind workers to NUMA nodes
  std::optional<std::chrono::nanoseconds> spin{};   ///< how long idle workers spin; 0: never; none: automatic
  thread_supply supply = thread_supply::automatic;  ///< who lends the threads
  bool strict = false;                              ///< a malformed variable is an error, not a warning
  bool explain = false;                             ///< print the report on stderr when the budget is read
  std::string silence{};                            ///< codes of findings not to print: "code,code"
};

/// Sets what the budget and the pool start from; the last call wins.
/// Throws: configuration_error for a value out of range, or once the budget has been used (a late setting is never
/// silently ignored), or when strict and a variable of berth's own is malformed.
/// Waits: never. Thread-safety: any thread; a race with the first use either counts or throws.
BERTH_API void configure(const settings& values);

/// Takes every --berth-NAME=VALUE and --berth-NAME VALUE up to a "--" out of the arguments and applies it, above
/// configure(settings) and below the variables: `--berth-cpus=4` is BERTH_CPUS, `--berth-sequential-below` its like.
/// Throws: as above, and configuration_error for an unknown name or a malformed value; the arguments are then
/// unchanged.
BERTH_API void configure(int& argc, char** argv);

}  // namespace berth
