#include "environment/group_details.hpp"

#include <array>

#include "environment/cpu_list.hpp"
#include "environment/scan.hpp"

namespace berth::impl {
namespace {

std::optional<std::string> cpus_in(const file_tree& tree, const std::string& dir) {
  static constexpr std::array<const char*, 3> names{"/cpuset.cpus.effective", "/cpuset.effective_cpus", "/cpuset.cpus"};
  std::string text;
  for (const char* name : names) {
    if (tree.read(dir + name, text) != file_status::ok) continue;
    const auto list = cpu_list::parse(text);
    if (list && !list->empty()) return list->to_string();
  }
  return std::nullopt;
}

}  // namespace

std::optional<throttling_fact> parse_cpu_stat(std::string_view text) {
  throttling_fact fact;
  bool counted = false;
  for_each_line(text, [&](std::string_view line) {
    const auto blank = line.find(' ');
    if (blank == std::string_view::npos) return;
    const auto key = line.substr(0, blank);
    const auto value = whole_number(trim(line.substr(blank)));
    if (!value) return;
    if (key == "nr_periods") counted = true, fact.periods = *value;
    if (key == "nr_throttled") fact.throttled = *value;
    if (key == "throttled_usec") fact.seconds = static_cast<double>(*value) / 1e6;
    if (key == "throttled_time") fact.seconds = static_cast<double>(*value) / 1e9;
  });
  if (!counted) return std::nullopt;
  return fact;
}

const std::string* own_directory(const cgroup_facts& cgroup) {
  for (const cgroup_mount& mount : cgroup.mounts)
    if (mount.view == mount_view::shows) return &mount.leaf;
  return nullptr;
}

std::optional<throttling_fact> read_throttling(const file_tree& tree, const cgroup_facts& cgroup) {
  const std::string* dir = own_directory(cgroup);
  std::string text;
  if (dir == nullptr || tree.read(*dir + "/cpu.stat", text) != file_status::ok) return std::nullopt;
  return parse_cpu_stat(text);
}

std::optional<std::string> read_cpuset(const file_tree& tree) {
  auto dir = find_group_directory(tree, "cpuset");
  constexpr int levels_at_most = 64;
  for (int level = 0; dir && level < levels_at_most; ++level) {
    if (auto cpus = cpus_in(tree, *dir)) return cpus;
    const auto slash = dir->rfind('/');
    if (slash == std::string::npos || slash == 0) break;
    dir->resize(slash);
  }
  return std::nullopt;
}

}  // namespace berth::impl
