#pragma once
// Packages, NUMA nodes, cores, hardware threads of the machine, for the report.

#include <optional>

#include "environment/file_tree.hpp"

namespace berth::impl {

struct topology_fact {
  std::optional<int> packages;
  std::optional<int> numa_nodes;
  std::optional<int> cores;
  std::optional<int> threads;
};

/// By hwloc on the running machine (loaded here and nowhere else, so that a program that does not ask does not pay),
/// by /sys in recordings and where hwloc is not installed.
[[nodiscard]] topology_fact read_topology(const file_tree& tree);

/// None where the library cannot be loaded or does not answer.
[[nodiscard]] std::optional<topology_fact> read_topology_by_hwloc();

}  // namespace berth::impl
