#include "environment/recording.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <set>

#include "berth/errors.hpp"
#include "environment/facts.hpp"
#include "environment/mountinfo.hpp"
#include "environment/scan.hpp"

namespace berth::impl {
namespace {

namespace fs = std::filesystem;

// Files of a level that berth reads, or that show a reader of the recording what else is set there.
constexpr std::array<const char*, 15> level_files{"cpu.max",
                                                  "cpu.max.burst",
                                                  "cpu.weight",
                                                  "cpu.stat",
                                                  "cpu.cfs_quota_us",
                                                  "cpu.cfs_period_us",
                                                  "cpu.shares",
                                                  "cgroup.type",
                                                  "cgroup.controllers",
                                                  "cgroup.events",
                                                  "cgroup.subtree_control",
                                                  "cpuset.cpus",
                                                  "cpuset.cpus.effective",
                                                  "cpuset.effective_cpus",
                                                  "release_agent"};

class writer {
 public:
  writer(const file_tree& tree, fs::path target) : tree_(tree), target_(std::move(target)) {}

  void write(const std::string& path, const std::string& text) const {
    const fs::path file = target_ / fs::path(path).relative_path();
    std::error_code ignored;
    fs::create_directories(file.parent_path(), ignored);
    std::ofstream out(file, std::ios::binary);
    out << text;
    if (!out.flush()) throw error("cannot write " + file.string());
  }

  void make_directory(const std::string& path) const {
    std::error_code failed;
    const fs::path directory = target_ / fs::path(path).relative_path();
    fs::create_directories(directory, failed);
    if (failed) throw error("cannot write " + directory.string() + ": " + failed.message());
  }

  void copy(const std::string& path) const {
    std::string text;
    if (tree_.read(path, text, file_tree::large) == file_status::ok) write(path, text);
  }

 private:
  const file_tree& tree_;
  fs::path target_;
};

std::set<std::size_t> lines_worth_keeping(const mount_table& table) {
  constexpr int depth_at_most = 64;
  std::set<std::size_t> kept;
  for (std::size_t i = 0; i < table.lines().size(); ++i) {
    const std::string_view type = table.lines()[i].type;
    if (type != "cgroup" && type != "cgroup2") continue;
    std::optional<std::size_t> at = i;
    for (int depth = 0; at && depth < depth_at_most; ++depth, at = table.parent_of(*at)) kept.insert(*at);
  }
  return kept;
}

// A mount that lies over a cgroup mount must be in the recording too, or the recording would show what is hidden.
void add_covering_lines(const mount_table& table, std::set<std::size_t>& kept) {
  std::set<std::string_view> points;
  for (const std::size_t i : kept) points.insert(table.lines()[i].point);
  for (std::size_t i = 0; i < table.lines().size(); ++i)
    if (points.count(table.lines()[i].point) > 0) kept.insert(i);
}

std::string kept_mount_lines(const std::string& mountinfo) {
  const mount_table table(mountinfo);
  std::set<std::size_t> kept = lines_worth_keeping(table);
  add_covering_lines(table, kept);
  std::string text;
  for (const std::size_t i : kept) (text += table.lines()[i].line) += '\n';
  return text;
}

// The groups of other controllers are nobody's business, and their names may say more than the reporter wants to.
std::string kept_membership_lines(const std::string& membership) {
  std::string text;
  for (const char* controller : {"cpu", "cpuset"})
    if (const auto own = parse_membership(membership, controller); own && text.find(own->line) == std::string::npos)
      text += own->line + "\n";
  const auto unified = parse_membership(membership, "");
  if (unified && text.find(unified->line) == std::string::npos) text += unified->line + "\n";
  return text;
}

void write_membership(const writer& out, const file_tree& tree) {
  std::string text;
  for (const char* file : {"/proc/self/cgroup", "/proc/thread-self/cgroup"})
    if (tree.read(file, text, file_tree::large) == file_status::ok) out.write(file, kept_membership_lines(text));
}

void write_levels(const writer& out, const machine_facts& facts) {
  for (const quota_level& level : facts.cgroup.levels) {
    if (level.kind == level_kind::no_directory) continue;
    out.make_directory(level.dir);
    for (const char* file : level_files) out.copy(level.dir + "/" + file);
  }
}

void write_cpuset(const writer& out, const file_tree& tree) {
  const auto dir = find_group_directory(tree, "cpuset");
  if (!dir) return;
  for (const char* file : {"/cpuset.cpus", "/cpuset.cpus.effective", "/cpuset.effective_cpus"}) out.copy(*dir + file);
}

void write_processors(const writer& out, const machine_facts& facts) {
  for (const char* file : {"online", "possible", "present", "isolated"})
    out.copy(std::string("/sys/devices/system/cpu/") + file);
  out.copy("/sys/devices/system/node/online");
  constexpr int cpus_at_most = 1 << 14;
  for (int cpu = 0; facts.online && cpu <= facts.online->last() && cpu < cpus_at_most; ++cpu)
    for (const char* file : {"physical_package_id", "core_id"})
      out.copy("/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/topology/" + file);
}

// A line end cannot be told from the end of the value in this form; it becomes a blank, which reads the same.
void write_variables(const writer& out) {
  std::string text;
  for (const set_variable& v : read_own_environment()) {
    if (v.known == nullptr) continue;
    std::string raw = v.raw;
    std::replace(raw.begin(), raw.end(), '\n', ' ');
    text += v.name + "=" + raw + "\n";
  }
  if (!text.empty()) out.write("/env", text);
}

void prepare(const std::string& directory) {
  std::error_code failed;
  fs::create_directories(directory, failed);
  if (failed) throw error("cannot make " + directory + ": " + failed.message());
  const bool empty = fs::is_empty(directory, failed);
  if (failed) throw error("cannot use " + directory + ": " + failed.message());
  if (!empty) throw error(directory + " is not empty");
}

}  // namespace

std::vector<std::string> environment_lines(std::string_view text) {
  std::vector<std::string> lines;
  for_each_line(text, [&](std::string_view line) { lines.emplace_back(line); });
  return lines;
}

std::vector<std::string> read_recorded_environment(const file_tree& tree) {
  std::string text;
  tree.read("/env", text, file_tree::large / 16);
  return environment_lines(text);
}

void write_recording(const std::string& directory) {
  prepare(directory);
  const file_tree tree;
  const writer out(tree, directory);
  const machine_facts facts = read_machine(tree, true);
  if (facts.affinity.cpus) out.write("/affinity", facts.affinity.cpus->to_string() + "\n");
  write_membership(out, tree);
  out.copy("/proc/self/stat");
  std::string mountinfo;
  if (tree.read("/proc/self/mountinfo", mountinfo, file_tree::large) == file_status::ok)
    out.write("/proc/self/mountinfo", kept_mount_lines(mountinfo));
  write_levels(out, facts);
  write_cpuset(out, tree);
  write_processors(out, facts);
  write_variables(out);
}

}  // namespace berth::impl
