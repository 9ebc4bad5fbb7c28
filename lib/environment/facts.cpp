#include "environment/facts.hpp"

#include <sched.h>
#include <unistd.h>

#include "environment/scan.hpp"

namespace berth::impl {
namespace {

std::optional<cpu_list> read_online(const file_tree& tree) {
  std::string text;
  if (tree.read("/sys/devices/system/cpu/online", text) == file_status::ok) {
    auto list = cpu_list::parse(text);
    if (list && !list->empty()) return list;
  }
  if (!tree.is_running_machine()) return std::nullopt;
  const long count = ::sysconf(_SC_NPROCESSORS_ONLN);
  return count > 0 ? cpu_list::parse("0-" + std::to_string(count - 1)) : std::nullopt;
}

// Field 41 of /proc/self/stat; the name in field 2 may hold anything, so counting starts after its last bracket.
std::optional<int> policy_in_stat(const file_tree& tree) {
  std::string text;
  if (tree.read("/proc/self/stat", text) != file_status::ok) return std::nullopt;
  const auto name_end = text.rfind(')');
  if (name_end == std::string::npos) return std::nullopt;
  constexpr int policy_after_name = 39;
  int field = 0;
  std::optional<int> policy;
  for_each_piece(trim(std::string_view(text).substr(name_end + 1)), ' ', [&](std::string_view value) {
    if (++field == policy_after_name)
      if (const auto number = whole_number(value); number && *number < 256) policy = static_cast<int>(*number);
  });
  return policy;
}

std::optional<int> read_policy(const file_tree& tree) {
  if (!tree.is_running_machine()) return policy_in_stat(tree);
  const int policy = ::sched_getscheduler(::getpid());
  return policy < 0 ? std::nullopt : std::optional<int>(policy & ~SCHED_RESET_ON_FORK);
}

}  // namespace

machine_facts read_machine(const file_tree& tree, bool with_cgroup) {
  machine_facts facts;
  facts.online = read_online(tree);
  facts.affinity = read_affinity(tree);
  facts.policy = read_policy(tree);
  if (with_cgroup)
    facts.cgroup = read_cgroup(tree);
  else
    facts.cgroup.asked = false;
  return facts;
}

}  // namespace berth::impl
