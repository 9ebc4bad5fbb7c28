#include "runtime/report.hpp"

#include "budget/findings.hpp"
#include "environment/group_details.hpp"
#include "environment/neighbours.hpp"
#include "environment/topology.hpp"
#include "observe/pool_view.hpp"

namespace berth::impl {
namespace {

report::budget_part budget_of(const reading& made) {
  const cpu_budget& numbers = made.made.numbers;
  report::budget_part part;
  part.cpus = numbers.cpus;
  part.quota_state = numbers.state;
  if (numbers.state == quota_state::limited) {
    part.quota = numbers.quota();
    part.quota_us = numbers.quota_us;
    part.period_us = numbers.period_us;
  }
  part.affinity = numbers.affinity;
  if (made.facts.affinity.cpus) part.affinity_list = made.facts.affinity.cpus->to_string();
  if (numbers.online > 0) part.online = numbers.online;
  part.limited_by = made.made.limited_by;
  part.rounding = numbers.rounding;
  part.decided_by = numbers.decided_by;
  part.why = made.made.why;
  return part;
}

report::cgroup_part cgroup_of(const cgroup_facts& facts) {
  report::cgroup_part part;
  if (facts.own) {
    part.version = facts.own->version;
    part.path = facts.own->path;
    part.line = facts.own->line;
  }
  for (const cgroup_mount& mount : facts.mounts)
    part.mounts.push_back({mount.point, mount.root, mount.used, mount.why});
  for (const quota_level& level : facts.levels) {
    considered_level shown{level.dir, level.raw, std::nullopt, level.note};
    if (level.kind == level_kind::limited)
      shown.cpus = static_cast<double>(level.quota_us) / static_cast<double>(level.period_us);
    part.levels.push_back(std::move(shown));
  }
  return part;
}

void add_finding(report& to, const reading& made, const char* code, severity level, std::string text) {
  to.findings.push_back({code, level, std::move(text), false});
  silence(to.findings, made.asked_for.values.silence);
}

}  // namespace

report basic_report(const reading& made) {
  report result;
  result.budget = budget_of(made);
  result.cgroup = cgroup_of(made.facts.cgroup);
  result.overrides = made.made.overrides;
  result.findings = made.made.findings;
  result.pool.width = result.budget.cpus;
  result.read_us = made.read_us;
  return result;
}

void add_details(report& to, const reading& made, const file_tree& tree) {
  if (made.facts.cgroup.asked) {
    to.cpuset = read_cpuset(tree);
    if (const auto seen = read_throttling(tree, made.facts.cgroup))
      to.throttling = report::throttling_part{seen->periods, seen->throttled, seen->seconds};
  }
  const topology_fact topology = read_topology(tree, made.facts.cgroup.asked);
  to.topology = {topology.packages, topology.numa_nodes, topology.cores, topology.threads};
}

void add_provided(report& to, const reading& made) {
  if (const auto provider = pool_view_provider()) {
    const pool_view view = provider();
    to.pool = {view.width, view.workers, view.supply, view.spin};
    if (!view.shortfall.empty()) add_finding(to, made, "threads-short", severity::warning, view.shortfall);
  }
  if (const auto provider = sections_provider())
    for (section& one : provider()) to.sections.push_back({std::move(one.title), std::move(one.lines)});
}

void add_neighbours(report& to, const reading& made, const file_tree& tree) {
  const std::string* group = own_directory(made.facts.cgroup);
  const neighbours_fact found = read_neighbours(tree, group != nullptr ? *group : std::string());
  if (found.copies.size() > 1) {
    std::string text = "this process holds " + std::to_string(found.copies.size()) +
                       " copies of berth, each with a budget of its own:";
    for (const std::string& file : found.copies) text += " " + file;
    add_finding(to, made, "two-copies", severity::warning, std::move(text));
  }
  const fraction share = made.asked_for.values.share;
  if (found.processes > 0 && share.numerator == share.denominator)
    add_finding(to, made, "shared-group", severity::info,
                std::to_string(found.processes) + " more process" + (found.processes > 1 ? "es" : "") +
                    " of this control group use" + (found.processes > 1 ? "" : "s") +
                    " berth, and each sees the whole of it: BERTH_SHARE=1/" + std::to_string(found.processes + 1) +
                    " would divide it");
}

}  // namespace berth::impl
