#include <berth/errors.hpp>
#include <berth/explain.hpp>
#include <berth/record.hpp>
#include <cstring>

#include "budget/findings.hpp"
#include "budget/quota.hpp"
#include "environment/recording.hpp"
#include "runtime/reading.hpp"
#include "runtime/report.hpp"

namespace berth {
namespace impl {
namespace {

std::vector<set_variable> variables_of(const report_source& source, const file_tree& tree) {
  if (source.environment) return read_variables(*source.environment);
  if (tree.is_running_machine()) return read_own_environment();
  return read_variables(read_recorded_environment(tree));
}

std::string quota_text(const cpu_budget& numbers) {
  if (numbers.state != quota_state::limited) return to_word(numbers.state);
  return format_cpus(numbers.quota_us, numbers.period_us) + " CPUs";
}

bool is_same_quota(const cpu_budget& a, const cpu_budget& b) {
  return a.state == b.state && a.quota_us == b.quota_us && a.period_us == b.period_us;
}

std::vector<std::string> differences(const reading& before, const reading& now) {
  const cpu_budget& a = before.made.numbers;
  const cpu_budget& b = now.made.numbers;
  std::vector<std::string> changes;
  if (!is_same_quota(a, b)) changes.push_back("the quota was " + quota_text(a) + ", and is now " + quota_text(b));
  if (before.facts.affinity.cpus != now.facts.affinity.cpus)
    changes.push_back("the affinity mask had " + std::to_string(a.affinity) + " CPUs, and now has " +
                      std::to_string(b.affinity));
  const auto& from = before.facts.cgroup.own;
  const auto& to = now.facts.cgroup.own;
  if ((from ? from->path : "") != (to ? to->path : ""))
    changes.push_back("the control group was " + (from ? from->path : "unknown") + ", and is now " +
                      (to ? to->path : "unknown"));
  if (a.cpus != b.cpus)
    changes.push_back("a start would now find " + std::to_string(b.cpus) + " CPUs; " + std::to_string(a.cpus) +
                      " stay in use");
  return changes;
}

// The variables of the start, not of now: a program may have changed its environment since, and that is no news.
reading read_again(const reading& before) { return read_and_decide(file_tree(), process_request(), before.variables); }

void add_changes(report& to, const reading& before) {
  std::string text;
  for (const std::string& change : differences(before, read_again(before))) text += (text.empty() ? "" : "; ") + change;
  if (!text.empty()) to.findings.push_back({"changed-since-start", severity::warning, text, false});
  silence(to.findings, before.asked_for.values.silence);
}

}  // namespace
}  // namespace impl

report explain() {
  const impl::reading& made = impl::process_reading(__builtin_return_address(0));
  const impl::file_tree tree;
  report result = impl::basic_report(made);
  impl::add_changes(result, made);
  impl::add_details(result, made, tree);
  impl::add_neighbours(result, made, tree);
  impl::add_provided(result, made);
  return result;
}

report explain(const report_source& source) {
  const impl::file_tree tree(source.root);
  if (!tree.is_open()) throw configuration_error(source.root + " is not a directory that can be read");
  impl::affinity_fact affinity;
  if (source.affinity) {
    affinity = impl::given_affinity(*source.affinity);
    if (!affinity.cpus) throw configuration_error(affinity.source);
  }
  const impl::reading made =
      impl::read_and_decide(tree, {}, impl::variables_of(source, tree), source.affinity ? &affinity : nullptr);
  report result = impl::basic_report(made);
  impl::add_details(result, made, tree);
  impl::add_neighbours(result, made, tree);
  return result;
}

budget_change refresh() {
  const impl::reading& before = impl::process_reading(__builtin_return_address(0));
  const impl::reading now = impl::read_again(before);
  return {before.made.numbers, now.made.numbers, impl::differences(before, now)};
}

void record(const std::string& directory) { impl::write_recording(directory); }

}  // namespace berth
