#pragma once
// What a report adds for information: nothing here sizes anything.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "environment/cgroup_facts.hpp"

namespace berth::impl {

struct throttling_fact {
  std::int64_t periods = 0;
  std::int64_t throttled = 0;
  double seconds = 0;
};

/// cpu.stat of v1 (nanoseconds) and v2 (microseconds); none where the periods are not in it.
[[nodiscard]] std::optional<throttling_fact> parse_cpu_stat(std::string_view text);

/// Of the process's own group.
[[nodiscard]] std::optional<throttling_fact> read_throttling(const file_tree& tree, const cgroup_facts& cgroup);

/// CPUs of the process's cpuset group, or of the nearest group above that has the file.
[[nodiscard]] std::optional<std::string> read_cpuset(const file_tree& tree);

/// The process's directory, through the first mount that shows it.
[[nodiscard]] const std::string* own_directory(const cgroup_facts& cgroup);

}  // namespace berth::impl
