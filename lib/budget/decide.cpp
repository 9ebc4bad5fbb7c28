#include "budget/decide.hpp"

#include <algorithm>

#include "budget/findings.hpp"
#include "budget/overrides.hpp"
#include "budget/quota.hpp"

namespace berth::impl {
namespace {

bool is_whole(fraction share) { return share.numerator == share.denominator; }

// Without a mask the CPUs online are the best bound left; without those, one CPU is always right.
int usable_cpus(const cpu_budget& numbers) {
  return std::max({1, numbers.affinity > 0 ? numbers.affinity : numbers.online});
}

std::string sentence(const cpu_budget& numbers, const decision& made, const settings& values) {
  const std::string by = numbers.decided_by;
  if (by == "quota") {
    std::string text = "quota " + format_cpus(numbers.quota_us, numbers.period_us) + " CPUs at " + *made.limited_by;
    if (!is_whole(values.share))
      text += ", of which " + std::to_string(values.share.numerator) + "/" + std::to_string(values.share.denominator);
    return text + ", rounded " + to_word(numbers.rounding);
  }
  if (by == "affinity" || by == "online") {
    std::string text = by == "affinity" ? std::to_string(numbers.affinity) + " CPUs in the affinity mask"
                                        : "CPUs online, for want of an affinity mask";
    if (!is_whole(values.share))
      text += ", of which " + std::to_string(values.share.numerator) + "/" + std::to_string(values.share.denominator);
    return text;
  }
  if (by == "BERTH_CPUS" || by == "argument" || by == "configure") return "an exact number was asked for by " + by;
  return "granted by the launcher: " + by;
}

struct detection {
  detected cpus;
  const char* by;
};

detection detect(const cpu_budget& numbers, const settings& values) {
  const int usable = usable_cpus(numbers);
  const int by_mask = threads_for(usable, 1, values.share, values.rounding);
  const char* mask = numbers.affinity > 0 ? "affinity" : "online";
  if (numbers.state != quota_state::limited) return {{by_mask, usable}, mask};
  const int by_quota = threads_for(numbers.quota_us, numbers.period_us, values.share, values.rounding);
  const int whole_quota = threads_for(numbers.quota_us, numbers.period_us, {1, 1}, quota_rounding::up);
  return {{std::min(by_mask, by_quota), std::min(usable, whole_quota)}, by_quota <= by_mask ? "quota" : mask};
}

}  // namespace

decision decide(const machine_facts& facts, const effective& asked_for, const requested& asked,
                std::span<const set_variable> variables) {
  decision made;
  cpu_budget& numbers = made.numbers;
  numbers.affinity = facts.affinity.cpus ? facts.affinity.cpus->count() : 0;
  numbers.online = facts.online ? facts.online->count() : 0;
  numbers.rounding = asked_for.values.rounding;
  numbers.state = judge(facts.cgroup);
  if (const quota_level* tightest = find_tightest(facts.cgroup)) {
    numbers.quota_us = tightest->quota_us;
    numbers.period_us = tightest->period_us;
    made.limited_by = tightest->dir;
  }
  const detection found = detect(numbers, asked_for.values);
  override_decision over = decide_overrides(found.cpus, asked_for, asked, variables);
  numbers.cpus = over.cpus;
  numbers.decided_by = over.decided_by != nullptr ? over.decided_by : found.by;
  made.overrides = std::move(over.entries);
  made.why = sentence(numbers, made, asked_for.values);
  made.findings = find_everything(facts, asked_for, made, found.cpus.allowed, variables);
  return made;
}

}  // namespace berth::impl
