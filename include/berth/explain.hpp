#pragma once
// Why the budget is what it is: everything that was read, what was made of it, and what looks wrong, as data, as text
// and as JSON (schema 1, field for field).

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "berth/budget.hpp"
#include "berth/detail/export.hpp"

namespace berth {

/// How loud a finding is. A conflict is two sources that contradict each other and of which one had to be obeyed.
enum class severity : unsigned char { info, warning, conflict };

struct finding {
  std::string code;  ///< stable, for BERTH_SILENCE and for scripts
  berth::severity level = severity::info;
  std::string text;       ///< one sentence with its numbers and sources
  bool silenced = false;  ///< named by BERTH_SILENCE: not printed on stderr, not counted by `berth check`
};

/// One cgroup mount that was looked at. `why` is why it was used or not.
struct considered_mount {
  std::string point;
  std::string root;
  bool used = false;
  std::string why;
};

/// One level of the hierarchy, leaf first. `raw` is absent where there is no file, `cpus` where there is no valid
/// limit.
struct considered_level {
  std::string dir;
  std::optional<std::string> raw;
  std::optional<double> cpus;
  std::string note;
};

/// One variable, argument or configure() value that was set.
struct override_entry {
  std::string var;
  std::string raw;
  bool valid = false;
  std::optional<int> value;  ///< the number, where it is one
  bool exceeds = false;      ///< above what quota and affinity allow
  bool used = false;
  std::string note;
};

/// Lines of another part of berth (call sites, admission).
struct report_section {
  std::string title;
  std::vector<std::string> lines;
};

struct report {
  struct budget_part {
    int cpus = 1;
    std::optional<double> quota;  ///< CPUs, nearest double
    std::optional<std::int64_t> quota_us;
    std::optional<std::int64_t> period_us;
    berth::quota_state quota_state = quota_state::unknown;
    int affinity = 0;
    std::string affinity_list;
    std::optional<int> online;
    std::optional<std::string> limited_by;  ///< directory of the tightest level; ties: nearest the leaf
    quota_rounding rounding = quota_rounding::up;
    std::string decided_by;
    std::string why;  ///< the decision as a sentence; text only
  };
  struct cgroup_part {
    std::optional<int> version;
    std::optional<std::string> path;
    std::optional<std::string> line;  ///< the line of /proc/self/cgroup that chose the path
    std::vector<considered_mount> mounts;
    std::vector<considered_level> levels;
  };
  struct topology_part {
    std::optional<int> packages;
    std::optional<int> numa_nodes;
    std::optional<int> cores;
    std::optional<int> threads;
  };
  struct pool_part {
    int width = 1;
    int workers = 0;
    std::string supply = "not started";
    std::string spin = "off";
  };
  struct throttling_part {
    std::int64_t periods = 0;
    std::int64_t throttled = 0;
    double seconds = 0;
  };

  int schema = 1;
  budget_part budget;
  cgroup_part cgroup;
  std::optional<std::string> cpuset;  ///< CPUs of the cpuset group; for information, the mask is what counts
  std::vector<override_entry> overrides;
  std::vector<finding> findings;
  topology_part topology;
  pool_part pool;
  std::optional<throttling_part> throttling;  ///< of the own group, since it was made
  std::vector<report_section> sections;
  std::int64_t read_us = 0;  ///< what reading and deciding took, without this report's extras
};

/// Where to read a report from, instead of from this process. A recording is a tree as `berth record` writes it; its
/// files `affinity` and `env` count unless given here.
struct report_source {
  std::string root = "/";                               ///< "/": the running machine
  std::optional<std::string> affinity;                  ///< a CPU list, "0-3,8"
  std::optional<std::vector<std::string>> environment;  ///< KEY=VALUE each
};

/// What this process decided, and what has changed since. Reads the budget if nothing has yet.
/// Waits: never for other threads; reads files, and loads hwloc once (some milliseconds). Throws: as budget().
/// Thread-safety: any thread.
[[nodiscard]] BERTH_API report explain();

/// The same for a recording, or for a fresh look at this machine. Touches nothing of this process's budget.
/// Throws: configuration_error where the affinity given is not a CPU list or the root is not a directory.
[[nodiscard]] BERTH_API report explain(const report_source& source);

/// One screen for a person: units, reasons, the tightest level by name, conflicts with both sources.
[[nodiscard]] BERTH_API std::string to_text(const report& what);

/// JSON, schema 1, always valid UTF-8 (bytes that are not become U+FFFD).
[[nodiscard]] BERTH_API std::string to_json(const report& what);

/// What a fresh reading says beside what is in use.
struct budget_change {
  cpu_budget before;                 ///< in use
  cpu_budget now;                    ///< what a start would find at this moment
  std::vector<std::string> changes;  ///< one sentence each; empty: nothing changed
};

/// Reads everything again, the group included. Resizes nothing: a budget is for life. Throws: as budget().
[[nodiscard]] BERTH_API budget_change refresh();

}  // namespace berth
