#include "environment/topology.hpp"

#include <set>
#include <string>
#include <utility>

#include "environment/cpu_list.hpp"
#include "environment/scan.hpp"

namespace berth::impl {
namespace {

std::optional<cpu_list> list_in(const file_tree& tree, const std::string& path) {
  std::string text;
  if (tree.read(path, text) != file_status::ok) return std::nullopt;
  auto list = cpu_list::parse(text);
  return list && !list->empty() ? list : std::nullopt;
}

std::optional<std::int64_t> number_in(const file_tree& tree, const std::string& path) {
  std::string text;
  if (tree.read(path, text) != file_status::ok) return std::nullopt;
  return whole_number(trim(text));
}

std::optional<int> count_of(std::size_t found) {
  return found > 0 ? std::optional<int>(static_cast<int>(found)) : std::nullopt;
}

topology_fact read_topology_by_sys(const file_tree& tree) {
  constexpr int cpus_at_most = 1 << 14;
  topology_fact fact;
  const auto online = list_in(tree, "/sys/devices/system/cpu/online");
  if (!online) return fact;
  fact.threads = online->count();
  std::set<std::int64_t> packages;
  std::set<std::pair<std::int64_t, std::int64_t>> cores;
  for (int cpu = 0; cpu <= online->last() && cpu < cpus_at_most; ++cpu) {
    const std::string dir = "/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/topology/";
    const auto package = online->contains(cpu) ? number_in(tree, dir + "physical_package_id") : std::nullopt;
    if (!package) continue;
    packages.insert(*package);
    if (const auto core = number_in(tree, dir + "core_id")) cores.insert({*package, *core});
  }
  fact.packages = count_of(packages.size());
  fact.cores = count_of(cores.size());
  if (const auto nodes = list_in(tree, "/sys/devices/system/node/online")) fact.numa_nodes = nodes->count();
  return fact;
}

}  // namespace

topology_fact read_topology(const file_tree& tree) {
  if (tree.is_running_machine())
    if (const auto fact = read_topology_by_hwloc()) return *fact;
  return read_topology_by_sys(tree);
}

}  // namespace berth::impl
