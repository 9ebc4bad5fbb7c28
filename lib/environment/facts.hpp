#pragma once
// Everything that sizes the budget, as plain values. What is read only to be reported is in group_details.hpp,
// topology.hpp and neighbours.hpp.

#include <optional>
#include <string>
#include <vector>

#include "environment/affinity.hpp"
#include "environment/cgroup_facts.hpp"
#include "environment/cpu_list.hpp"
#include "environment/file_tree.hpp"
#include "environment/variables.hpp"

namespace berth::impl {

struct machine_facts {
  std::optional<cpu_list> online;  ///< /sys/devices/system/cpu/online: for information, it can be virtualised
  affinity_fact affinity;
  std::optional<int> policy;  ///< scheduling policy of the first thread, SCHED_OTHER and so on
  cgroup_facts cgroup;
};

/// Reads the machine. With `with_cgroup` false, no file of control groups is opened.
[[nodiscard]] machine_facts read_machine(const file_tree& tree, bool with_cgroup);

}  // namespace berth::impl
