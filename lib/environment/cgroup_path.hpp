#pragma once
// How a mount's root and the process's path in the hierarchy relate. Both are printed relative to the reader's cgroup
// namespace, where "/.." is one level above it.

#include <string>
#include <string_view>

namespace berth::impl {

enum class mount_view : unsigned char {
  unrelated,  ///< does not show the process's group
  shows,      ///< shows it, at `below`
  ancestor,   ///< its root is above the group, through levels whose names are not known
};

struct path_relation {
  mount_view view = mount_view::unrelated;
  std::string below;         ///< the group's directory below the mount point: "" or "a/b"
  int levels_between = 0;    ///< ancestor: how many levels the root is above the group
  bool hidden_above = true;  ///< levels between the mount's root and the namespace's root are not shown
};

[[nodiscard]] path_relation relate(std::string_view mount_root, std::string_view group_path);

}  // namespace berth::impl
