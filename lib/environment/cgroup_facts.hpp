#pragma once
// Every level of the control group hierarchy that this process can see above itself.

#include <optional>
#include <string>
#include <vector>

#include "environment/cgroup_membership.hpp"
#include "environment/cgroup_path.hpp"
#include "environment/file_tree.hpp"
#include "environment/quota_level.hpp"

namespace berth::impl {

struct cgroup_mount {
  std::string point;
  std::string root;
  bool used = false;
  std::string why;
  mount_view view = mount_view::unrelated;
  bool hidden_above = true;        ///< levels up to the namespace's root are not shown
  bool at_hierarchy_root = false;  ///< its root is the hierarchy's own root, above which nothing can limit
  std::string leaf;                ///< the process's directory below this mount; "" unless it shows it
};

struct cgroup_facts {
  bool asked = true;  ///< false: reading was switched off
  file_status membership_status = file_status::missing;
  std::optional<cgroup_membership> own;
  bool leader_is_elsewhere = false;  ///< the calling thread's group is not its process's (threaded groups)
  file_status mountinfo_status = file_status::missing;
  bool assumed_mounts = false;  ///< mountinfo could not be read: the standard mount points were tried
  std::vector<cgroup_mount> mounts;
  std::vector<quota_level> levels;  ///< leaf first, mount by mount
};

/// Reads them through every mount that shows the process's group, found by mountinfo, never by a fixed path.
[[nodiscard]] cgroup_facts read_cgroup(const file_tree& tree);

/// Where the controller's group of this process is, as a directory; none where no mount shows it.
[[nodiscard]] std::optional<std::string> find_group_directory(const file_tree& tree, std::string_view controller);

}  // namespace berth::impl
