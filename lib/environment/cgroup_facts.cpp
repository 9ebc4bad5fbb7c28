#include "environment/cgroup_facts.hpp"

#include <algorithm>
#include <array>

#include "environment/mountinfo.hpp"

namespace berth::impl {
namespace {

constexpr std::size_t mounts_at_most = 64;  // a bound for odd input; more views of one hierarchy add nothing

// The calling thread's own group where threads have one, for the threads that it starts inherit it.
file_status read_membership_text(const file_tree& tree, std::string& text) {
  if (tree.read("/proc/thread-self/cgroup", text, file_tree::large) == file_status::ok && !text.empty())
    return file_status::ok;
  return tree.read("/proc/self/cgroup", text, file_tree::large);
}

void read_membership(const file_tree& tree, cgroup_facts& facts) {
  std::string text, leader;
  facts.membership_status = read_membership_text(tree, text);
  facts.own = parse_membership(text, "cpu");
  if (tree.read("/proc/self/cgroup", leader, file_tree::large) != file_status::ok) return;
  const auto process = parse_membership(leader, "cpu");
  facts.leader_is_elsewhere = facts.own && process && process->path != facts.own->path;
}

bool is_of_version(const mount_line& mount, int version, std::string_view controller) {
  return version == 2 ? mount.type == "cgroup2" : mount.type == "cgroup" && carries_controller(mount, controller);
}

std::string below_point(const std::string& point, const std::string& below) {
  std::string dir = point == "/" ? "" : point;
  if (!below.empty()) dir += "/" + below;
  return dir;
}

// v2's root group has neither limit, events nor type, every other group has; v1's root alone has a release_agent. An
// empty directory is no root: container runtimes lay such over what they hide.
bool is_hierarchy_root(const file_tree& tree, int version, const std::string& dir) {
  if (version == 1) return tree.exists(dir + "/release_agent");
  const bool is_group = tree.exists(dir + "/cgroup.controllers") || tree.exists(dir + "/cgroup.procs");
  return is_group && !tree.exists(dir + "/cpu.max") && !tree.exists(dir + "/cgroup.events") &&
         !tree.exists(dir + "/cgroup.type");
}

class level_walk {
 public:
  level_walk(const file_tree& tree, cgroup_facts& facts) : tree_(tree), facts_(facts) {}

  void take(cgroup_mount mount) {
    const path_relation relation = relate(mount.root, facts_.own->path);
    mount.view = relation.view;
    mount.hidden_above = relation.hidden_above;
    mount.used = relation.view != mount_view::unrelated;
    switch (relation.view) {
      case mount_view::unrelated: mount.why = "does not show this process's group"; break;
      case mount_view::shows: mount.why = "shows this process's group"; break;
      case mount_view::ancestor: mount.why = "shows only a level above this process's group"; break;
    }
    if (mount.used) read_levels(mount, relation);
    facts_.mounts.push_back(std::move(mount));
  }

 private:
  void read_levels(cgroup_mount& mount, const path_relation& relation) {
    const std::string top = below_point(mount.point, "");
    mount.at_hierarchy_root = is_hierarchy_root(tree_, facts_.own->version, top);
    std::string dir = below_point(mount.point, relation.below);
    if (relation.view == mount_view::shows) mount.leaf = dir;
    for (int distance = relation.levels_between;; ++distance) {
      quota_level level = read_quota_level(tree_, facts_.own->version, dir);
      level.distance = distance;
      level.mount = facts_.mounts.size();
      if (dir.size() == top.size() && level.kind == level_kind::absent && mount.at_hierarchy_root)
        level.note = "the root of the hierarchy has no limit";
      facts_.levels.push_back(std::move(level));
      if (dir.size() <= top.size()) return;
      dir.resize(dir.rfind('/'));
    }
  }

  const file_tree& tree_;
  cgroup_facts& facts_;
};

// A second mount of the same root shows the same files; it is read only where the first could not show them all.
bool is_known_view(const cgroup_facts& facts, const std::vector<mount_line>& taken, const mount_line& mount) {
  std::size_t index = 0;
  while (index < taken.size() &&
         !(facts.mounts[index].used && taken[index].device == mount.device && taken[index].root == mount.root))
    ++index;
  if (index == taken.size()) return false;
  return std::none_of(facts.levels.begin(), facts.levels.end(), [&](const quota_level& level) {
    return level.mount == index && (level.kind == level_kind::unreadable || level.kind == level_kind::no_directory);
  });
}

void walk_mounts(const file_tree& tree, const mount_table& table, cgroup_facts& facts) {
  level_walk walk(tree, facts);
  std::vector<mount_line> taken;
  for (std::size_t i = 0; i < table.lines().size() && taken.size() < mounts_at_most; ++i) {
    const mount_line& line = table.lines()[i];
    if (!is_of_version(line, facts.own->version, "cpu")) continue;
    cgroup_mount mount;
    mount.point = unescape_mount_field(line.point);
    mount.root = unescape_mount_field(line.root);
    if (table.is_covered(i))
      mount.why = "covered by a later mount";
    else if (is_known_view(facts, taken, line))
      mount.why = "shows the same as an earlier mount";
    taken.push_back(line);
    if (mount.why.empty())
      walk.take(std::move(mount));
    else
      facts.mounts.push_back(std::move(mount));
  }
}

// Confinement may deny mountinfo and leave the rest readable: the standard places are then tried, as if they showed the
// whole hierarchy.
void walk_standard_places(const file_tree& tree, cgroup_facts& facts) {
  static constexpr std::array<const char*, 3> v1{"/sys/fs/cgroup/cpu", "/sys/fs/cgroup/cpu,cpuacct",
                                                 "/sys/fs/cgroup/cpuacct,cpu"};
  facts.assumed_mounts = true;
  const char* place = "/sys/fs/cgroup";
  if (facts.own->version == 1) {
    const auto found = std::find_if(v1.begin(), v1.end(), [&](const char* dir) { return tree.is_directory(dir); });
    if (found == v1.end()) return;
    place = *found;
  } else if (!tree.exists("/sys/fs/cgroup/cgroup.controllers") && tree.is_directory("/sys/fs/cgroup/unified")) {
    place = "/sys/fs/cgroup/unified";
  }
  if (!tree.is_directory(place)) return;
  cgroup_mount mount;
  mount.point = place;
  mount.root = "/";
  level_walk(tree, facts).take(std::move(mount));
  facts.mounts.back().why += " (assumed: mountinfo cannot be read)";
}

}  // namespace

cgroup_facts read_cgroup(const file_tree& tree) {
  cgroup_facts facts;
  read_membership(tree, facts);
  if (!facts.own) return facts;
  std::string text;
  facts.mountinfo_status = tree.read("/proc/self/mountinfo", text, file_tree::large);
  const mount_table table(text);
  if (table.lines().empty())
    walk_standard_places(tree, facts);
  else
    walk_mounts(tree, table, facts);
  return facts;
}

std::optional<std::string> find_group_directory(const file_tree& tree, std::string_view controller) {
  std::string membership, mounts;
  if (read_membership_text(tree, membership) != file_status::ok) return std::nullopt;
  const auto own = parse_membership(membership, controller);
  tree.read("/proc/self/mountinfo", mounts, file_tree::large);
  const mount_table table(mounts);
  std::size_t looked_at = 0;
  for (std::size_t i = 0; own && i < table.lines().size(); ++i) {
    const mount_line& line = table.lines()[i];
    if (!is_of_version(line, own->version, controller)) continue;
    if (++looked_at > mounts_at_most) break;
    const path_relation relation = relate(unescape_mount_field(line.root), own->path);
    if (relation.view == mount_view::shows && !table.is_covered(i))
      return below_point(unescape_mount_field(line.point), relation.below);
  }
  return std::nullopt;
}

}  // namespace berth::impl
