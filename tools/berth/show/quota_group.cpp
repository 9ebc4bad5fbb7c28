#include "show/quota_group.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <utility>

namespace quota {
namespace {

// One write(2): the kernel takes a value only whole.
bool put(const std::string& file, const std::string& value) {
  const int at = open(file.c_str(), O_WRONLY | O_CLOEXEC);
  if (at < 0) return false;
  const auto put = write(at, value.data(), value.size());
  const int error = errno;
  close(at);
  errno = error;
  return put == static_cast<ssize_t>(value.size());
}

struct mount {
  std::string point;
  bool unified = false;
};

// Is `word` one of the words of a list such as "rw,cpu,cpuacct"?
bool lists(const std::string& list, const std::string& word) {
  std::istringstream words(list);
  for (std::string each; std::getline(words, each, ',');)
    if (each == word) return true;
  return false;
}

// Where a cpu controller is mounted: the v1 hierarchy if there is one, else the unified one if it offers "cpu".
std::optional<mount> cpu_mount() {
  std::ifstream lines("/proc/self/mounts");
  std::optional<mount> unified;
  for (std::string source, point, type, options, rest; lines >> source >> point >> type >> options;) {
    std::getline(lines, rest);
    if (type == "cgroup" && lists(options, "cpu")) return mount{point, false};
    if (type != "cgroup2") continue;
    std::ifstream offered(point + "/cgroup.controllers");
    for (std::string word; offered >> word;)
      if (word == "cpu") unified = mount{point, true};
  }
  return unified;
}

std::string reason(const std::string& doing) { return "cannot " + doing + ": " + std::strerror(errno); }

bool set_quota(const std::string& folder, bool unified, double cpus) {
  const std::string quota = std::to_string(static_cast<long>(cpus * 100'000));
  if (unified) return put(folder + "/cpu.max", quota + " 100000");
  return put(folder + "/cpu.cfs_period_us", "100000") && put(folder + "/cpu.cfs_quota_us", quota);
}

}  // namespace

group::group(std::string folder) : folder_(std::move(folder)) {}

group::group(group&& other) noexcept : folder_(std::exchange(other.folder_, "")) {}

group::~group() {
  if (folder_.empty()) return;
  // The last process may take a moment to leave.
  for (int attempt = 0; attempt != 200 && rmdir(folder_.c_str()) != 0 && errno == EBUSY; ++attempt) usleep(10'000);
}

std::optional<group> group::make(double cpus, std::string& why) {
  const auto mount = cpu_mount();
  if (!mount) return why = "no mounted cgroup has a cpu controller", std::nullopt;
  static int made = 0;
  const std::string folder = mount->point + "/berth-" + std::to_string(getpid()) + "-" + std::to_string(made++);
  if (mkdir(folder.c_str(), 0755) != 0) return why = reason("make the control group " + folder), std::nullopt;
  group fresh(folder);
  // On v2 the parent must hand the controller down; where it already does, this changes nothing.
  if (mount->unified && access((folder + "/cpu.max").c_str(), W_OK) != 0)
    static_cast<void>(put(mount->point + "/cgroup.subtree_control", "+cpu"));
  if (!set_quota(folder, mount->unified, cpus)) return why = reason("set a quota in " + folder), std::nullopt;
  return fresh;
}

bool group::enter() const { return put(folder_ + "/cgroup.procs", "0"); }

throttling group::read() const {
  throttling seen;
  std::ifstream lines(folder_ + "/cpu.stat");
  std::uint64_t value = 0;
  for (std::string key; lines >> key >> value;) {
    if (key == "nr_periods") seen.periods = value;
    if (key == "nr_throttled") seen.throttled_periods = value;
    if (key == "throttled_time") seen.throttled_ns = value;
    if (key == "throttled_usec") seen.throttled_ns = value * 1000;
  }
  return seen;
}

}  // namespace quota
