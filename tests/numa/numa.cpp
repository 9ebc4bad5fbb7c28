// BERTH_NUMA=on on a machine with several NUMA nodes; elsewhere skipped aloud.
#include <doctest/doctest.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <berth/explain.hpp>
#include <berth/for_each.hpp>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <map>
#include <mutex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "support/skip.hpp"

namespace {

using cpu_set = std::set<int>;

// "0-7,16" as its numbers.
cpu_set parse_list(const std::string& text) {
  cpu_set cpus;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    const auto dash = part.find('-');
    const int first = std::stoi(part);
    const int last = dash == std::string::npos ? first : std::stoi(part.substr(dash + 1));
    for (int cpu = first; cpu <= last; ++cpu) cpus.insert(cpu);
  }
  return cpus;
}

std::vector<cpu_set> nodes() {
  std::vector<cpu_set> all;
  for (int node = 0;; ++node) {
    std::ifstream file("/sys/devices/system/node/node" + std::to_string(node) + "/cpulist");
    std::string list;
    if (!std::getline(file, list)) return all;
    if (!list.empty()) all.push_back(parse_list(list));
  }
}

cpu_set mask_of_this_thread() {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  REQUIRE(sched_getaffinity(0, sizeof mask, &mask) == 0);
  cpu_set cpus;
  for (int cpu = 0; cpu != CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(static_cast<std::size_t>(cpu), &mask)) cpus.insert(cpu);
  return cpus;
}

bool lies_in(const cpu_set& cpus, const cpu_set& node) {
  return std::includes(node.begin(), node.end(), cpus.begin(), cpus.end());
}

// Which masks the threads had that ran items, by thread; the caller's is not among them.
std::map<long, cpu_set> masks_of_helpers() {
  const long caller = syscall(SYS_gettid);
  std::mutex lock;
  std::map<long, cpu_set> seen;
  for (int round = 0; round != 3; ++round)
    berth::for_each_index(400, [&](std::size_t) {
      const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(2);
      while (std::chrono::steady_clock::now() < end) {
      }
      const long self = syscall(SYS_gettid);
      const std::lock_guard hold(lock);
      if (self != caller) seen[self] = mask_of_this_thread();
    });
  return seen;
}

}  // namespace

TEST_CASE("with BERTH_NUMA=on each lent thread stays on one node, and the report says so") {
  const auto all = nodes();
  if (all.size() < 2) return berth_tests::skip("this machine has one NUMA node");
  if (!std::getenv("BERTH_NUMA")) setenv("BERTH_NUMA", "on", 1);
  const auto helpers = masks_of_helpers();
  const std::string supply = berth::explain().pool.supply;
  INFO("supply: ", supply);
  REQUIRE(supply.find("one arena a NUMA node") != std::string::npos);
  REQUIRE(!helpers.empty());
  // The thread that starts the pool is one of berth's own and helps once; every other thread is an arena's.
  const auto strays = std::count_if(helpers.begin(), helpers.end(), [&](const auto& helper) {
    return std::none_of(all.begin(), all.end(), [&](const cpu_set& node) { return lies_in(helper.second, node); });
  });
  CHECK(strays <= 1);
  cpu_set nodes_used;
  for (const auto& [thread, mask] : helpers)
    for (std::size_t node = 0; node != all.size(); ++node)
      if (lies_in(mask, all[node])) nodes_used.insert(static_cast<int>(node));
  CHECK(nodes_used.size() >= 2);
}
