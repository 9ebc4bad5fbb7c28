#include "budget/findings.hpp"

#include <sched.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "budget/quota.hpp"
#include "environment/scan.hpp"

namespace berth::impl {
namespace {

constexpr std::array<std::string_view, 26> codes{
    "affinity-unknown",     "ancestors-hidden",   "cgroup-off",         "cgroup-unreadable",    "changed-since-start",
    "fraction-of-a-cpu",    "group-not-visible",  "hint-no-effect",     "level-malformed",      "level-missing",
    "level-unreadable",     "malformed-hint",     "malformed-variable", "mountinfo-unreadable", "namespace-root",
    "override-above-limit", "override-far-below", "quota-unknown",      "realtime-policy",      "shared-group",
    "sys-differs",          "thread-group",       "threads-short",      "two-copies",           "unknown-code",
    "unknown-variable"};

std::string count_of(int cpus) { return std::to_string(cpus) + (cpus == 1 ? " CPU" : " CPUs"); }

class finder {
 public:
  finder(const machine_facts& facts, const decision& made, int allowed)
      : facts_(facts), made_(made), allowed_(allowed) {}

  void variables(std::span<const set_variable> variables) {
    for (const set_variable& v : variables) {
      if (v.known == nullptr)
        unknown_variable(v.name);
      else if (is_malformed(v))
        add("malformed-variable", severity::warning, describe_malformed(v) + "; " + used_instead(*v.known));
    }
    for (const override_entry& entry : made_.overrides) foreign_variable(entry);
  }

  void silenced_codes(std::string_view list) {
    if (list.empty()) return;
    for_each_piece(list, ',', [&](std::string_view code) {
      if (std::find(finding_codes().begin(), finding_codes().end(), code) == finding_codes().end())
        add("unknown-code", severity::warning,
            "BERTH_SILENCE names " + quoted(code) + ", which is not the code of any finding");
    });
  }

  void override_conflict() {
    const cpu_budget& numbers = made_.numbers;
    for (const override_entry& entry : made_.overrides) {
      if (!entry.used || !entry.value || is_launcher(entry.var)) continue;
      if (numbers.cpus > allowed_)
        add("override-above-limit", severity::conflict, conflict_text(entry));
      else if (numbers.cpus * 2 <= allowed_)
        add("override-far-below", severity::info,
            entry.var + " asks for " + count_of(numbers.cpus) + " where " + std::to_string(allowed_) + " may be used");
    }
  }

  void quota() {
    const cgroup_facts& group = facts_.cgroup;
    said_before_ = found_.size();
    if (!group.asked)
      return add("cgroup-off", severity::info, "control groups were not read, as asked for: a quota would not be seen");
    if (!group.own) return no_group();
    if (group.assumed_mounts)
      add("mountinfo-unreadable", severity::warning,
          std::string("/proc/self/mountinfo: ") +
              (group.mountinfo_status == file_status::ok ? "no line of it is a mount"
                                                         : describe(group.mountinfo_status)) +
              ": the standard mount points were tried");
    if (group.leader_is_elsewhere)
      add("thread-group", severity::info,
          "the first caller's thread is in another control group than the process's first thread; its group counts");
    for (const quota_level& level : group.levels) broken_level(level);
    hidden_levels();
  }

  void fraction_of_a_cpu() {
    const cpu_budget& numbers = made_.numbers;
    if (numbers.state != quota_state::limited || numbers.quota_us >= numbers.period_us) return;
    const long percent = std::lround(100.0 - 100.0 * numbers.quota());
    add("fraction-of-a-cpu", severity::info,
        format_cpus(numbers.quota_us, numbers.period_us) + " CPU: one thread, will be throttled " +
            std::to_string(percent) + "% of the time when busy");
  }

  void processors() {
    if (!facts_.affinity.cpus)
      add("affinity-unknown", severity::warning,
          "the affinity mask is unknown (" + facts_.affinity.source +
              "): " + (facts_.online ? "the CPUs online count instead" : "one CPU is assumed"));
    else if (facts_.online && !facts_.online->contains_all_of(*facts_.affinity.cpus))
      add("sys-differs", severity::info,
          "/sys says that CPUs " + facts_.online->to_string() + " are online, but the affinity mask is " +
              facts_.affinity.cpus->to_string() + " (a virtualised /sys, such as LXCFS); the mask counts");
    realtime();
  }

  std::vector<finding> finish() { return std::move(found_); }

 private:
  void add(const char* code, severity level, std::string text) {
    // One line each, and names of groups and mounts may hold anything.
    std::replace_if(text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, '?');
    found_.push_back({code, level, std::move(text), false});
  }

  static bool is_launcher(const std::string& name) {
    const variable* known = find_variable(name);
    return known != nullptr && known->kind == variable_kind::launcher_cap;
  }

  std::string used_instead(const variable& known) const {
    if (known.kind == variable_kind::own_number)
      return "used instead: " + count_of(made_.numbers.cpus) + " (" + made_.why + ")";
    return std::string("used instead: ") + (*known.default_value != '\0' ? known.default_value : "nothing");
  }

  // Kubernetes announces a service called "berth" to every pod by variables of these names.
  static bool is_service_link(std::string_view name) {
    return name.substr(0, 14) == "BERTH_SERVICE_" || name.substr(0, 10) == "BERTH_PORT";
  }

  void unknown_variable(const std::string& name) {
    const variable* near = nearest_own_variable(name);
    if (is_service_link(name))
      add("unknown-variable", severity::info, name + " is not a variable of berth's (a service link of Kubernetes?)");
    else if (near != nullptr)
      add("unknown-variable", severity::warning,
          name + " is not a variable of berth's, probably misspelt: did you mean " + near->name + "?");
    else
      add("unknown-variable", severity::info, name + " is not a variable of berth's");
  }

  void foreign_variable(const override_entry& entry) {
    const variable* known = find_variable(entry.var);
    if (known == nullptr || known->is_own()) return;
    const bool launcher = known->kind == variable_kind::launcher_cap;
    if (!entry.valid)
      add("malformed-hint", launcher ? severity::warning : severity::info,
          entry.var + "=" + quoted(entry.raw) + " is not " + known->form + "; ignored");
    else if (launcher && entry.exceeds)
      add("hint-no-effect", severity::info,
          entry.var + "=" + quoted(entry.raw) + " has no effect: this process may use " + count_of(allowed_));
  }

  std::string conflict_text(const override_entry& entry) const {
    const cpu_budget& numbers = made_.numbers;
    std::string sources;
    const bool by_quota = numbers.state == quota_state::limited &&
                          threads_for(numbers.quota_us, numbers.period_us, {1, 1}, quota_rounding::up) <= allowed_;
    if (by_quota)
      sources = "quota " + format_cpus(numbers.quota_us, numbers.period_us) + " CPUs by " + *made_.limited_by;
    if (!by_quota || numbers.affinity < numbers.cpus) {
      if (by_quota) sources += ", ";
      sources +=
          numbers.affinity > 0 ? "affinity mask of " + count_of(numbers.affinity) : count_of(allowed_) + " online";
    }
    return entry.var + " asks for " + count_of(numbers.cpus) + ", this process may use " + std::to_string(allowed_) +
           " (" + sources + "); " + entry.var + " is obeyed: expect " +
           (by_quota ? "throttling" : "threads to wait for each other");
  }

  void no_group() {
    const file_status status = facts_.cgroup.membership_status;
    const std::string problem = status == file_status::ok ? "names no group with the CPU controller" : describe(status);
    add("cgroup-unreadable", severity::warning, "/proc/self/cgroup: " + problem + ": the quota is unknown");
  }

  void broken_level(const quota_level& level) {
    if (level.kind == level_kind::malformed)
      add("level-malformed", severity::warning,
          level.dir + ": " + quoted(level.raw.value_or("")) + " is not a limit (" + level.note +
              "); this level is left out");
    if (level.kind == level_kind::unreadable)
      add("level-unreadable", severity::warning, level.dir + ": " + level.note + "; this level is left out");
    if (level.kind == level_kind::no_directory)
      add("level-missing", severity::info, level.dir + ": no such directory; the levels above it count");
  }

  void hidden_levels() {
    const cgroup_facts& group = facts_.cgroup;
    const quota_state state = made_.numbers.state;
    const auto shows = [](const cgroup_mount& m) { return m.view == mount_view::shows; };
    const auto own = std::find_if(group.mounts.begin(), group.mounts.end(), shows);
    const bool all_hidden = std::all_of(group.mounts.begin(), group.mounts.end(),
                                        [&](const cgroup_mount& m) { return !shows(m) || m.hidden_above; });
    if (own == group.mounts.end())
      add("group-not-visible", severity::warning,
          "no mount shows the control group " + quoted(group.own->path) +
              (group.levels.empty() ? "" : " itself, only a level above it") +
              (state == quota_state::limited ? ": its own quota, if any, is unknown" : ": its quota is unknown"));
    else if (all_hidden)
      add("ancestors-hidden", state == quota_state::limited ? severity::info : severity::warning,
          "levels above " + own->root + ", the root of the mount at " + own->point +
              ", are not visible: a limit there would not be seen");
    else if (state == quota_state::unknown && found_.size() == said_before_)
      add("quota-unknown", severity::warning,
          own->point + " has no limit file, and levels above it are not visible: the quota is unknown");
    else if (state == quota_state::none && !own->at_hierarchy_root && facts_.cgroup.own->version == 2)
      add("namespace-root", severity::info, "levels above the control group namespace, if any, are not visible");
  }

  void realtime() {
    if (!facts_.policy) return;
    static constexpr std::array<std::pair<int, const char*>, 3> policies{
        {{SCHED_FIFO, "SCHED_FIFO"}, {SCHED_RR, "SCHED_RR"}, {6, "SCHED_DEADLINE"}}};
    for (const auto& [policy, name] : policies)
      if (*facts_.policy == policy)
        add("realtime-policy", severity::info,
            std::string(name) +
                ": the quota does not limit this thread; workers are ordinary threads, so it still sizes the pool");
  }

  const machine_facts& facts_;
  const decision& made_;
  const int allowed_;
  std::vector<finding> found_;
  std::size_t said_before_ = 0;  // findings that are not about the quota
};

}  // namespace

std::vector<finding> find_everything(const machine_facts& facts, const effective& asked_for, const decision& made,
                                     int allowed, std::span<const set_variable> variables) {
  finder find(facts, made, allowed);
  find.override_conflict();
  find.variables(variables);
  find.silenced_codes(asked_for.values.silence);
  find.quota();
  find.fraction_of_a_cpu();
  find.processors();
  std::vector<finding> found = find.finish();
  silence(found, asked_for.values.silence);
  return found;
}

std::span<const std::string_view> finding_codes() { return codes; }

void silence(std::vector<finding>& findings, std::string_view codes) {
  for_each_piece(codes, ',', [&](std::string_view code) {
    for (finding& one : findings)
      if (one.code == trim(code)) one.silenced = true;
  });
}

bool is_aloud(const finding& what) {
  return !what.silenced && (what.level != severity::info || what.code == "fraction-of-a-cpu");
}

const char* to_word(severity level) {
  switch (level) {
    case severity::warning: return "warning";
    case severity::conflict: return "conflict";
    case severity::info: break;
  }
  return "info";
}

}  // namespace berth::impl
