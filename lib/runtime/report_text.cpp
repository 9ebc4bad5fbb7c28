#include <array>
#include <cstdio>
#include <string>

#include "berth/explain.hpp"
#include "budget/findings.hpp"
#include "budget/quota.hpp"
#include "runtime/json_writer.hpp"

namespace berth {
namespace impl {
namespace {

constexpr std::size_t levels_at_most = 12;  // one screen; JSON has them all

// Names from the kernel may hold anything; a terminal must get neither control characters nor broken text.
std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const auto first = static_cast<unsigned char>(text.front());
    if (length == 0 || first < 0x20 || first == 0x7f)
      result += '?';
    else
      result += text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return result;
}

std::string padded(std::string_view text, std::size_t width) {
  std::string result = printable(text);
  if (result.size() < width) result.append(width - result.size(), ' ');
  return result;
}

std::string fixed(double value, int digits = 2) {
  std::array<char, 64> text{};
  if (value > 0 && value < 0.01)
    std::snprintf(text.data(), text.size(), "%.3g", value);
  else
    std::snprintf(text.data(), text.size(), "%.*f", digits, value);
  return text.data();
}

std::string plural(int count, const char* one, const char* many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

class text_report {
 public:
  explicit text_report(const report& what) : what_(what) {}

  std::string write() {
    headline();
    processors();
    levels();
    overrides();
    pool();
    for (const report_section& section : what_.sections) {
      title(section.title);
      for (const std::string& line : section.lines) text_ += "  " + printable(line) + "\n";
    }
    findings();
    return std::move(text_);
  }

 private:
  void title(std::string_view name) { text_ += "\n" + printable(name) + "\n"; }
  void row(std::string_view name, const std::string& value) { text_ += "  " + padded(name, 12) + value + "\n"; }

  void headline() {
    const auto& budget = what_.budget;
    text_ += "berth uses " + plural(budget.cpus, "CPU", "CPUs") + "\n";
    text_ += "  because: " + printable(budget.why) + "\n";
  }

  void processors() {
    const auto& budget = what_.budget;
    title("What was found");
    row("online", budget.online ? plural(*budget.online, "CPU", "CPUs") + topology() : "unknown" + topology());
    row("affinity",
        budget.affinity > 0 ? plural(budget.affinity, "CPU: ", "CPUs: ") + budget.affinity_list : "unknown");
    if (what_.cpuset) row("cpuset", *what_.cpuset + " (for information: the affinity mask counts)");
    row("quota", quota());
    if (what_.cgroup.version)
      row("cgroup", "v" + std::to_string(*what_.cgroup.version) + ", " + printable(what_.cgroup.path.value_or("")));
    if (what_.throttling && what_.throttling->periods > 0) row("throttling", throttling(*what_.throttling));
    row("read in", std::to_string(what_.read_us) + " us");
  }

  std::string quota() const {
    const auto& budget = what_.budget;
    switch (budget.quota_state) {
      case quota_state::limited:
        return fixed(*budget.quota) + " CPUs: " + std::to_string(*budget.quota_us) + " us of CPU time every " +
               std::to_string(*budget.period_us) + " us, by " + printable(*budget.limited_by);
      case quota_state::none: return "none: every visible level was read, and none has a limit";
      case quota_state::unknown: break;
    }
    return "unknown: a limit may exist that cannot be seen from here";
  }

  std::string topology() const {
    const auto& seen = what_.topology;
    std::string text;
    const auto add = [&](const std::optional<int>& count, const char* one, const char* many) {
      if (count) text += (text.empty() ? "" : ", ") + plural(*count, one, many);
    };
    add(seen.packages, "package", "packages");
    add(seen.numa_nodes, "NUMA node", "NUMA nodes");
    add(seen.cores, "core", "cores");
    add(seen.threads, "hardware thread", "hardware threads");
    return text.empty() ? "" : "  (" + text + ")";
  }

  static std::string throttling(const report::throttling_part& part) {
    const double share = 100.0 * static_cast<double>(part.throttled) / static_cast<double>(part.periods);
    return "in " + std::to_string(part.throttled) + " of " + std::to_string(part.periods) + " periods (" +
           fixed(share, 0) + "%), " + fixed(part.seconds) + " s in all, by this group's own limit";
  }

  void mounts() {
    for (const considered_mount& mount : what_.cgroup.mounts)
      text_ += "  mount " + printable(mount.point) + " (root " + printable(mount.root) +
               "): " + (mount.used ? "" : "not used: ") + printable(mount.why) + "\n";
  }

  void levels() {
    const auto& seen = what_.cgroup;
    if (seen.mounts.empty() && seen.levels.empty()) return;
    title("Control group levels, this process's first");
    mounts();
    std::size_t shown = 0;
    bool marked = false;
    for (const considered_level& level : seen.levels) {
      const bool tightest = !marked && level.cpus && level.dir == what_.budget.limited_by;
      if (++shown > levels_at_most && !tightest) continue;
      marked = marked || tightest;
      text_ += "  " + padded(level.dir, 40) + "  " + limit_of(level) + (tightest ? "   <- tightest" : "") + "\n";
    }
    if (shown > levels_at_most) text_ += "  (" + std::to_string(shown) + " levels in all; --json has them)\n";
  }

  static std::string limit_of(const considered_level& level) {
    if (!level.cpus)
      return printable(level.note) +
             (level.raw && level.note != "no limit" ? ": \"" + printable(*level.raw) + "\"" : "");
    return fixed(*level.cpus) + " CPUs (" + printable(*level.raw) + ")" + (level.note.empty() ? "" : ", " + level.note);
  }

  void overrides() {
    if (what_.overrides.empty()) return;
    title("Variables and settings");
    for (const override_entry& entry : what_.overrides)
      text_ += "  " + padded(entry.var + "=" + entry.raw, 30) + "  " + printable(entry.note) + "\n";
  }

  void pool() {
    const auto& seen = what_.pool;
    title("Pool");
    row("width", plural(seen.width, "thread", "threads") + ", the caller's included");
    row("workers",
        std::to_string(seen.workers) + ", supply: " + printable(seen.supply) + ", spin: " + printable(seen.spin));
  }

  void findings() {
    title("Findings");
    if (what_.findings.empty()) text_ += "  none\n";
    for (const finding& one : what_.findings)
      text_ += "  " + padded(to_word(one.level), 9) + printable(one.text) + " [" + one.code +
               (one.silenced ? ", silenced" : "") + "]\n";
  }

  const report& what_;
  std::string text_;
};

}  // namespace
}  // namespace impl

std::string to_text(const report& what) { return impl::text_report(what).write(); }

}  // namespace berth
