#pragma once
// Which control group holds the CPU limit: one line of /proc/self/cgroup.

#include <optional>
#include <string>
#include <string_view>

namespace berth::impl {

struct cgroup_membership {
  int version = 2;
  std::string path;  ///< as printed: relative to the reader's cgroup namespace, possibly with leading ".."
  std::string line;  ///< the whole line
};

/// The line of v1's controller of exactly this name, else v2's "0::". Lines split at their first two colons only, for
/// names may hold colons; lines that do not parse are skipped.
[[nodiscard]] std::optional<cgroup_membership> parse_membership(std::string_view text, std::string_view controller);

}  // namespace berth::impl
