// Whitebox: what holds for any machine.

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <functional>
#include <set>

#include "berth/explain.hpp"
#include "budget/decide.hpp"
#include "budget/quota.hpp"
#include "environment/cpu_list.hpp"
#include "environment/mountinfo.hpp"
#include "environment/recording.hpp"
#include "runtime/json_writer.hpp"
#include "temporary_tree.hpp"

using namespace berth;
using namespace berth::impl;

namespace {

struct level_model {
  long long quota;  // 0: no limit
  long long period;
};

rc::Gen<level_model> any_level() {
  return rc::gen::apply([](long long quota, long long period, bool limited) { return level_model{limited ? quota : 0, period}; },
                        rc::gen::inRange<long long>(1000, 5'000'000), rc::gen::inRange<long long>(1000, 1'000'001), rc::gen::arbitrary<bool>());
}

std::string limit_text(const level_model& level) {
  return (level.quota > 0 ? std::to_string(level.quota) : "max") + " " + std::to_string(level.period) + "\n";
}

long long ceiling(const level_model& level) { return (level.quota + level.period - 1) / level.period; }

bool holds(const std::string& name, const std::function<void()>& property) {
  return rc::check(name, property);
}

}  // namespace

TEST_CASE("the budget is the smallest ceiling of any level, at most the mask, at least one") {
  CHECK(holds("minimum over levels", [] {
    const auto levels = *rc::gen::resize(6, rc::gen::nonEmpty(rc::gen::container<std::vector<level_model>>(any_level())));
    const int mask = *rc::gen::inRange(1, 64);
    temporary_tree tree;
    std::string path;
    long long expected = mask;
    for (std::size_t i = 0; i < levels.size(); ++i) {
      if (i > 0) path += "/g" + std::to_string(i);
      tree.file("/cg" + path + "/cpu.max", limit_text(levels[i]));
      if (levels[i].quota > 0) expected = std::min(expected, ceiling(levels[i]));
    }
    tree.file("/proc/self/cgroup", "0::" + (path.empty() ? "/" : path) + "\n");
    tree.file("/proc/self/mountinfo", "24 1 0:1 / / rw - ext4 d rw\n31 24 0:27 / /cg rw - cgroup2 c rw\n");
    tree.file("/affinity", "0-" + std::to_string(mask - 1) + "\n");
    report_source source;
    source.root = tree.root();
    const report seen = explain(source);
    RC_ASSERT(seen.budget.cpus == expected);
    RC_ASSERT(seen.budget.cpus >= 1);
  }));
}

TEST_CASE("no text of any file makes a budget below one or invalid JSON") {
  CHECK(holds("any bytes", [] {
    temporary_tree tree;
    for (const char* path : {"/proc/self/cgroup", "/proc/self/mountinfo", "/sys/fs/cgroup/cpu.max", "/affinity", "/env"})
      tree.file(path, *rc::gen::string<std::string>());
    report_source source;
    source.root = tree.root();
    const report seen = explain(source);
    RC_ASSERT(seen.budget.cpus >= 1);
    const std::string kept = to_json(seen);
    for (std::string_view rest = kept; !rest.empty(); rest.remove_prefix(utf8_length(rest))) RC_ASSERT(utf8_length(rest) > 0);
  }));
}

TEST_CASE("rounding down is never above rounding up, and they differ by one at most") {
  CHECK(holds("rounding", [] {
    const auto quota = *rc::gen::inRange<long long>(1, 1LL << 44);
    const auto period = *rc::gen::inRange<long long>(1000, 1'000'001);
    const int up = threads_for(quota, period, {1, 1}, quota_rounding::up);
    const int down = threads_for(quota, period, {1, 1}, quota_rounding::down);
    const int nearest = threads_for(quota, period, {1, 1}, quota_rounding::nearest);
    RC_ASSERT(down <= nearest);
    RC_ASSERT(nearest <= up);
    RC_ASSERT(up - down <= 1);
  }));
}

TEST_CASE("a CPU list survives being printed") {
  CHECK(holds("cpu list", [] {
    const auto cpus = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 5000));
    std::string text;
    for (const int cpu : cpus) text += (text.empty() ? "" : ",") + std::to_string(cpu);
    const auto list = cpu_list::parse(text);
    RC_ASSERT(list.has_value());
    for (const int cpu : cpus) RC_ASSERT(list->contains(cpu));
    RC_ASSERT(list->count() == static_cast<int>(std::set<int>(cpus.begin(), cpus.end()).size()));
    RC_ASSERT(cpu_list::parse(list->to_string()) == list);
  }));
}

TEST_CASE("a launcher never raises the budget") {
  CHECK(holds("hints", [] {
    machine_facts facts;
    facts.affinity = given_affinity("0-" + std::to_string(*rc::gen::inRange(0, 99)));
    const std::vector<std::string> lines{"NSLOTS=" + std::to_string(*rc::gen::inRange(-5, 200)),
                                         "SLURM_CPUS_PER_TASK=" + std::to_string(*rc::gen::inRange(-5, 200))};
    const auto variables = read_variables(lines);
    const int without = decide(facts, {}, {}, {}).numbers.cpus;
    const int with = decide(facts, {}, {}, variables).numbers.cpus;
    RC_ASSERT(with <= without);
    RC_ASSERT(with >= 1);
  }));
}
