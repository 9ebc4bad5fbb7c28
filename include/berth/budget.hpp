#pragma once
// How many CPUs this process may use. Light on purpose: headers on hot paths include it. The reasons behind the number
// are in berth/explain.hpp, the ways to change it in berth/configure.hpp.

#include "berth/detail/export.hpp"

namespace berth {

/// What is known about the CPU quota of the control group. `unknown` is not `none`: a limit may exist that cannot be
/// seen.
enum class quota_state : unsigned char { unknown, none, limited };

/// How a fractional quota becomes a number of threads. Up uses all of it; down suits teams that work in lock step.
enum class quota_rounding : unsigned char { up, down, nearest };

/// The budget as numbers. A plain value.
struct cpu_budget {
  int cpus = 1;                              ///< the number everything is sized by; at least 1
  quota_state state = quota_state::unknown;  ///< whether quota_us and period_us mean anything
  long long quota_us = 0;                    ///< exact quota: this much CPU time ...
  long long period_us = 0;                   ///< ... in each period, microseconds; 0 unless limited
  int affinity = 0;                          ///< CPUs in the process's mask; 0: unknown
  int online = 0;                            ///< CPUs online in the machine; 0: unknown
  quota_rounding rounding = quota_rounding::up;
  const char* decided_by = "online";  ///< a static string: BERTH_CPUS, argument, configure, quota, affinity,
                                      ///< a launcher variable's name, or online

  /// The quota in CPUs, 0 unless limited.
  [[nodiscard]] double quota() const noexcept {
    return period_us > 0 ? static_cast<double>(quota_us) / static_cast<double>(period_us) : 0.0;
  }
};

/// The budget of this process, read at the first call and the same ever after.
/// Waits: never (the first call reads a few kernel files, well below a millisecond).
/// Throws: configuration_error when BERTH_STRICT=1 and one of berth's own variables is malformed.
/// Thread-safety: any thread, also before main and during exit; the object is never destroyed.
[[nodiscard]] BERTH_API const cpu_budget& budget();

}  // namespace berth
