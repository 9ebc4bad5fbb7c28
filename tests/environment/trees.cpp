// Whitebox: made-up machines beside the recorded ones, each a kind that exists.

#include <doctest/doctest.h>

#include <algorithm>
#include <berth/explain.hpp>

#include "budget/findings.hpp"
#include "temporary_tree.hpp"

namespace {

using berth::quota_state;
using berth::report;

const std::string root_mount = "24 1 0:1 / / rw - ext4 d rw\n27 24 0:23 / /sys rw - sysfs s rw\n";
const std::string group_mount = root_mount + "31 27 0:27 / /sys/fs/cgroup rw - cgroup2 c rw\n";

report look_at(temporary_tree& tree, const std::string& affinity = "0-15") {
  tree.file("/affinity", affinity);
  berth::report_source source;
  source.root = tree.root();
  return berth::explain(source);
}

report with_variables(temporary_tree& tree, std::vector<std::string> variables) {
  tree.file("/affinity", "0-15");
  berth::report_source source;
  source.root = tree.root();
  source.environment = std::move(variables);
  return berth::explain(source);
}

bool found(const report& what, const std::string& code) {
  const auto known = berth::impl::finding_codes();
  for (const berth::finding& f : what.findings) CHECK(std::find(known.begin(), known.end(), f.code) != known.end());
  return std::any_of(what.findings.begin(), what.findings.end(),
                     [&](const berth::finding& f) { return f.code == code; });
}

void limited_container(temporary_tree& tree, const std::string& limit) {
  tree.file("/proc/self/cgroup", "0::/\n")
      .file("/proc/self/mountinfo", group_mount)
      .file("/sys/fs/cgroup/cpu.max", limit);
}

}  // namespace

TEST_CASE("a thread's own group counts where threads have groups") {
  temporary_tree tree;
  limited_container(tree, "max 100000\n");
  tree.file("/proc/thread-self/cgroup", "0::/workers\n").file("/sys/fs/cgroup/workers/cpu.max", "250000 100000\n");
  const report seen = look_at(tree);
  CHECK(seen.budget.cpus == 3);
  CHECK(seen.budget.limited_by == "/sys/fs/cgroup/workers");
  CHECK(found(seen, "thread-group"));
}

TEST_CASE("a limit above the namespace's root counts where another mount shows it") {
  temporary_tree tree;
  limited_container(tree, "max 100000\n");
  tree.file("/proc/self/mountinfo", group_mount + "40 24 0:27 /../.. /host rw - cgroup2 c rw\n")
      .file("/host/cpu.max", "100000 100000\n");
  const report seen = look_at(tree);
  CHECK(seen.budget.cpus == 1);
  CHECK(seen.budget.limited_by == "/host");
}

TEST_CASE("of equally tight levels the one nearest the leaf is named") {
  temporary_tree tree;
  limited_container(tree, "200000 100000\n");
  tree.file("/proc/self/cgroup", "0::/a/b\n")
      .file("/sys/fs/cgroup/a/b/cpu.max", "100000 50000\n")
      .file("/sys/fs/cgroup/a/cpu.max", "max 100000\n");
  CHECK(look_at(tree).budget.limited_by == "/sys/fs/cgroup/a/b");
}

TEST_CASE("quotas that differ in the last digit are told apart") {
  temporary_tree tree;
  limited_container(tree, "17592186044415 1000000\n");
  tree.file("/proc/self/cgroup", "0::/a\n").file("/sys/fs/cgroup/a/cpu.max", "17592186044414 1000000\n");
  CHECK(look_at(tree).budget.limited_by == "/sys/fs/cgroup/a");
}

TEST_CASE("a process moved out of its namespace is not shown by the namespace's mount") {
  temporary_tree tree;
  limited_container(tree, "100000 100000\n");
  tree.file("/proc/self/cgroup", "0::/../sib\n");
  const report seen = look_at(tree);
  CHECK(seen.budget.quota_state == quota_state::unknown);
  CHECK(found(seen, "group-not-visible"));
}

TEST_CASE("a mount whose root is the same number of levels up shows it") {
  temporary_tree tree;
  tree.file("/proc/self/cgroup", "0::/../sib\n")
      .file("/proc/self/mountinfo", root_mount + "31 27 0:27 /.. /cg rw - cgroup2 c rw\n");
  tree.file("/cg/sib/cpu.max", "150000 100000\n").file("/cg/cpu.max", "max 100000\n");
  CHECK(look_at(tree).budget.limited_by == "/cg/sib");
}

TEST_CASE("a finding is one line, whatever the names in it hold") {
  temporary_tree tree;
  tree.file("/proc/self/cgroup", "0::/g\n")
      .file("/proc/self/mountinfo", root_mount + "31 27 0:27 /g /a\\012b rw - cgroup2 c rw\n");
  tree.file("/a\nb/cpu.max", "nonsense\n");
  const report seen = look_at(tree);
  CHECK(found(seen, "level-malformed"));
  for (const berth::finding& f : seen.findings) CHECK(f.text.find('\n') == std::string::npos);
}

TEST_CASE("a covered mount is not read, the one on top is") {
  temporary_tree tree;
  limited_container(tree, "100000 100000\n");
  tree.file("/proc/self/mountinfo", group_mount + "50 31 0:40 / /sys/fs/cgroup rw - tmpfs t rw\n");
  const report hidden = look_at(tree);
  CHECK(hidden.budget.quota_state == quota_state::unknown);
  CHECK(hidden.cgroup.mounts.at(0).why == "covered by a later mount");
  tree.file(
      "/proc/self/mountinfo",
      group_mount + "50 31 0:40 / /sys/fs/cgroup rw - tmpfs t rw\n51 50 0:27 / /sys/fs/cgroup rw - cgroup2 c rw\n");
  CHECK(look_at(tree).budget.cpus == 1);
}

TEST_CASE("a controller that is not enabled in the namespace leaves the quota unknown") {
  temporary_tree tree;
  limited_container(tree, "");
  std::filesystem::remove(tree.at("/sys/fs/cgroup/cpu.max"));
  tree.file("/sys/fs/cgroup/cgroup.controllers", "memory\n").file("/sys/fs/cgroup/cgroup.type", "domain\n");
  const report inside = look_at(tree);
  CHECK(inside.budget.quota_state == quota_state::unknown);
  CHECK(found(inside, "quota-unknown"));
  std::filesystem::remove(tree.at("/sys/fs/cgroup/cgroup.type"));
  CHECK(look_at(tree).budget.quota_state == quota_state::none);
}

TEST_CASE("an empty directory over the hierarchy is not its root") {
  temporary_tree tree;
  tree.file("/proc/self/cgroup", "0::/\n").file("/proc/self/mountinfo", group_mount).directory("/sys/fs/cgroup");
  CHECK(look_at(tree).budget.quota_state == quota_state::unknown);
}

TEST_CASE("the group of a removed directory falls back to the levels above it") {
  temporary_tree tree;
  limited_container(tree, "300000 100000\n");
  tree.file("/proc/self/cgroup", "0::/gone (deleted)\n");
  const report seen = look_at(tree);
  CHECK(seen.budget.cpus == 3);
  CHECK(found(seen, "level-missing"));
}

TEST_CASE("a mount at the root of the file system is read") {
  temporary_tree tree;
  tree.file("/proc/self/cgroup", "0::/a\n").file("/proc/self/mountinfo", "31 1 0:27 / / rw - cgroup2 c rw\n");
  tree.file("/a/cpu.max", "200000 100000\n").file("/cpu.max", "max 100000\n");
  const report seen = look_at(tree);
  CHECK(seen.budget.limited_by == "/a");
  CHECK(seen.cgroup.levels.back().dir == "/");
}

TEST_CASE("the share divides quota and affinity alike, and never below one") {
  temporary_tree tree;
  limited_container(tree, "800000 100000\n");
  CHECK(with_variables(tree, {"BERTH_SHARE=1/4"}).budget.cpus == 2);
  CHECK(with_variables(tree, {"BERTH_SHARE=1/100"}).budget.cpus == 1);
  tree.file("/sys/fs/cgroup/cpu.max", "max 100000\n");
  CHECK(with_variables(tree, {"BERTH_SHARE=1/4"}).budget.cpus == 4);
}

TEST_CASE("rounding is a choice") {
  temporary_tree tree;
  limited_container(tree, "260000 100000\n");
  CHECK(with_variables(tree, {}).budget.cpus == 3);
  CHECK(with_variables(tree, {"BERTH_QUOTA_ROUNDING=down"}).budget.cpus == 2);
  CHECK(with_variables(tree, {"BERTH_QUOTA_ROUNDING=nearest"}).budget.cpus == 3);
  tree.file("/sys/fs/cgroup/cpu.max", "240000 100000\n");
  CHECK(with_variables(tree, {"BERTH_QUOTA_ROUNDING=nearest"}).budget.cpus == 2);
}

TEST_CASE("a launcher only lowers, and can be switched off") {
  temporary_tree tree;
  limited_container(tree, "400000 100000\n");
  const report lowered = with_variables(tree, {"SLURM_CPUS_PER_TASK=2"});
  CHECK(lowered.budget.cpus == 2);
  CHECK(lowered.budget.decided_by == "SLURM_CPUS_PER_TASK");
  CHECK(with_variables(tree, {"SLURM_CPUS_PER_TASK=2", "BERTH_HINTS=off"}).budget.cpus == 4);
  CHECK(with_variables(tree, {"SLURM_CPUS_PER_TASK=9"}).budget.decided_by == "quota");
  CHECK(with_variables(tree, {"SLURM_CPUS_ON_NODE=2"}).budget.cpus == 4);
  CHECK(with_variables(tree, {"SLURM_CPUS_ON_NODE=2", "SLURM_JOB_NUM_NODES=1"}).budget.cpus == 2);
  CHECK(with_variables(tree, {"SLURM_CPUS_ON_NODE=2", "SLURM_JOB_NUM_NODES=1", "SLURM_CPUS_PER_TASK=3"}).budget.cpus ==
        3);
}

TEST_CASE("an exact number above the affinity names the mask") {
  temporary_tree tree;
  limited_container(tree, "max 100000\n");
  const report seen = with_variables(tree, {"BERTH_CPUS=32"});
  REQUIRE(found(seen, "override-above-limit"));
  CHECK(seen.findings.front().text.find("affinity mask of 16 CPUs") != std::string::npos);
  CHECK(seen.budget.cpus == 32);
}

TEST_CASE("service links of a Kubernetes service named berth are no misspellings") {
  temporary_tree tree;
  limited_container(tree, "200000 100000\n");
  const report seen = with_variables(tree, {"BERTH_SERVICE_HOST=10.0.0.1", "BERTH_PORT_80_TCP=tcp://10.0.0.1:80"});
  for (const berth::finding& one : seen.findings) CHECK(one.level == berth::severity::info);
}

TEST_CASE("a code that no finding has is not silenced silently") {
  temporary_tree tree;
  limited_container(tree, "200000 100000\n");
  CHECK(found(with_variables(tree, {"BERTH_SILENCE=overide-above-limit"}), "unknown-code"));
  CHECK_FALSE(found(with_variables(tree, {"BERTH_SILENCE=override-above-limit,two-copies"}), "unknown-code"));
}

TEST_CASE("a real-time process is told what its quota does") {
  temporary_tree tree;
  limited_container(tree, "200000 100000\n");
  tree.file("/proc/self/stat",
            "7 (a ) b) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 "
            "35 36 50 1 0 0\n");
  const report seen = look_at(tree);
  CHECK(found(seen, "realtime-policy"));
  CHECK(seen.budget.cpus == 2);
}

TEST_CASE("the mask of a recording without one is in its status") {
  temporary_tree tree;
  limited_container(tree, "max 100000\n");
  tree.file("/proc/self/status", "Name:\tx\nCpus_allowed:\tff\nCpus_allowed_list:\t0-2\n");
  berth::report_source source;
  source.root = tree.root();
  CHECK(berth::explain(source).budget.affinity == 3);
}

TEST_CASE("without mask and status the CPUs online count, and without those one") {
  temporary_tree tree;
  berth::report_source source;
  source.root = tree.root();
  CHECK(berth::explain(source).budget.cpus == 1);
  tree.file("/sys/devices/system/cpu/online", "0-5\n");
  const report seen = berth::explain(source);
  CHECK(seen.budget.cpus == 6);
  CHECK(seen.budget.decided_by == "online");
  CHECK(found(seen, "affinity-unknown"));
}

TEST_CASE("topology, cpuset and throttling of a recording come from its files") {
  temporary_tree tree;
  limited_container(tree, "200000 100000\n");
  tree.file("/sys/fs/cgroup/cpu.stat", "nr_periods 10\nnr_throttled 4\nthrottled_usec 500000\n");
  tree.file("/sys/fs/cgroup/cpuset.cpus.effective", "0-3\n").file("/sys/devices/system/cpu/online", "0-3\n");
  for (const char* cpu : {"0", "1", "2", "3"})
    tree.file(std::string("/sys/devices/system/cpu/cpu") + cpu + "/topology/physical_package_id", "0\n")
        .file(std::string("/sys/devices/system/cpu/cpu") + cpu + "/topology/core_id", *cpu < '2' ? "0\n" : "1\n");
  const report seen = look_at(tree);
  CHECK(seen.throttling->throttled == 4);
  CHECK(seen.cpuset == "0-3");
  CHECK(seen.topology.cores == 2);
  CHECK(seen.topology.threads == 4);
  CHECK(seen.topology.packages == 1);
}
