#pragma once
// Which CPUs the process may run on.

#include <optional>
#include <string>

#include "environment/cpu_list.hpp"
#include "environment/file_tree.hpp"

namespace berth::impl {

struct affinity_fact {
  std::optional<cpu_list> cpus;  ///< none: could not be found out
  std::string source;            ///< "sched_getaffinity", a file, or what went wrong
};

/// The mask of the process's first thread, whichever thread asks: a caller that pinned itself must not shrink the pool.
/// The kernel has already taken cpuset, hotplug and isolated CPUs into account, so nothing else is counted. Recordings
/// have it in their file `affinity`, else in /proc/self/status.
[[nodiscard]] affinity_fact read_affinity(const file_tree& tree);

/// The same from a list given by hand.
[[nodiscard]] affinity_fact given_affinity(const std::string& list);

}  // namespace berth::impl
