#pragma once
// Others who think that the whole quota is theirs: a second copy of berth in this process, other processes of this
// group that use berth. Costly (other processes' maps are read), so only for a report.

#include <string>
#include <vector>

#include "environment/file_tree.hpp"

namespace berth::impl {

struct neighbours_fact {
  std::vector<std::string> copies;  ///< files of every libberth mapped here; more than one is a mistake
  int processes = 0;                ///< other processes of the group that use berth
};

/// `group` is the process's cgroup directory, "" if not known. Only on the running machine; empty otherwise.
[[nodiscard]] neighbours_fact read_neighbours(const file_tree& tree, const std::string& group);

/// The distinct files named libberth.so* in a /proc/PID/maps text.
[[nodiscard]] std::vector<std::string> berth_libraries_in(std::string_view maps);

}  // namespace berth::impl
