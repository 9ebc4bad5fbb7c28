// What a process may rely on. Each test has a process of its own, for a budget is for life.

#include <doctest/doctest.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <berth/budget.hpp>
#include <berth/configure.hpp>
#include <berth/errors.hpp>
#include <berth/explain.hpp>
#include <fstream>
#include <functional>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace {

using variables = std::vector<std::pair<const char*, const char*>>;

struct outcome {
  int status = -1;
  std::string errors;
};

// The body's result is the exit status; everything that the child says on stderr comes back.
outcome in_child(const variables& set, const std::function<int()>& body) {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    ::dup2(ends[1], STDERR_FILENO);
    ::close(ends[0]);
    for (const auto& [name, value] : set) ::setenv(name, value, 1);
    int status = 99;
    try {
      status = body();
    } catch (const berth::configuration_error& problem) {
      const std::string text = std::string("threw: ") + problem.what() + "\n";
      status = ::write(STDERR_FILENO, text.data(), text.size()) > 0 ? 77 : 99;
    }
    ::_exit(status);
  }
  ::close(ends[1]);
  outcome result;
  char part[4096];
  for (ssize_t got = 0; (got = ::read(ends[0], part, sizeof part)) > 0;)
    result.errors.append(part, static_cast<std::size_t>(got));
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  return result;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

bool is_said(const berth::report& what, const std::string& code) {
  return std::any_of(what.findings.begin(), what.findings.end(),
                     [&](const berth::finding& f) { return f.code == code; });
}

std::string maps_of_self() {
  std::ifstream maps("/proc/self/maps");
  return {std::istreambuf_iterator<char>(maps), {}};
}

berth::settings with_cpus(int cpus) {
  berth::settings values;
  values.cpus = cpus;
  return values;
}

}  // namespace

TEST_CASE("a budget is at least one CPU and stays the same object") {
  CHECK(in_child({}, [] {
          const berth::cpu_budget& first = berth::budget();
          return first.cpus >= 1 && &first == &berth::budget() ? 0 : 1;
        }).status == 0);
}

TEST_CASE("the operator's variable beats the argument, the argument beats configure") {
  const auto decide = [](const char* by, int cpus) {
    char name[] = "program", option[] = "--berth-cpus=5";
    char* words[] = {name, option, nullptr};
    int count = 2;
    berth::configure(count, words);
    berth::configure(with_cpus(3));
    return count == 1 && words[1] == nullptr && berth::budget().cpus == cpus &&
                   std::string(berth::budget().decided_by) == by
               ? 0
               : 1;
  };
  CHECK(in_child({}, [&] { return decide("argument", 5); }).status == 0);
  CHECK(in_child({{"BERTH_CPUS", "7"}}, [&] { return decide("BERTH_CPUS", 7); }).status == 0);
  CHECK(in_child({}, [] {
          berth::configure(with_cpus(3));
          return berth::budget().cpus == 3 && std::string(berth::budget().decided_by) == "configure" ? 0 : 1;
        }).status == 0);
}

TEST_CASE("arguments of berth's are taken out and the program's stay in order") {
  CHECK(in_child({}, [] {
          char words[][24] = {"program", "-v", "--berth-cpus", "6", "file", "--", "--berth-cpus=9"};
          char* pointers[8] = {words[0], words[1], words[2], words[3], words[4], words[5], words[6], nullptr};
          int count = 7;
          berth::configure(count, pointers);
          const bool kept = count == 5 && pointers[1] == words[1] && pointers[2] == words[4] && pointers[4] == words[6];
          return kept && pointers[5] == nullptr && berth::budget().cpus == 6 ? 0 : 1;
        }).status == 0);
}

TEST_CASE("an unknown argument names the nearest one and changes nothing") {
  const outcome unknown = in_child({}, [] {
    char words[][24] = {"program", "--berth-cpu=4"};
    char* pointers[3] = {words[0], words[1], nullptr};
    int count = 2;
    berth::configure(count, pointers);
    return 0;
  });
  CHECK(unknown.status == 77);
  CHECK(has(unknown.errors, "did you mean --berth-cpus?"));
}

TEST_CASE("a late configure throws and says where the budget was used first") {
  const outcome late = in_child({}, [] {
    (void)berth::budget();
    berth::configure(berth::settings{});
    return 0;
  });
  CHECK(late.status == 77);
  CHECK(has(late.errors, "after the budget had been used, in "));
}

TEST_CASE("a setting out of range throws") {
  CHECK(in_child({}, [] { return berth::configure(with_cpus(-1)), 0; }).status == 77);
  CHECK(in_child({}, [] { return berth::configure(with_cpus(65536)), 0; }).status == 77);
  CHECK(in_child({}, [] {
          berth::settings values;
          values.share = {3, 2};
          return berth::configure(values), 0;
        }).status == 77);
}

TEST_CASE("a malformed variable is one warning with variable, value, form and what was used instead") {
  const outcome warned = in_child({{"BERTH_CPUS", "2.5"}}, [] {
    (void)berth::budget();
    (void)berth::budget();
    return 0;
  });
  CHECK(warned.status == 0);
  CHECK(has(warned.errors,
            "berth: warning: BERTH_CPUS=\"2.5\" is not a whole number from 1 to 65535, or auto; used instead: "));
  CHECK(warned.errors.find("BERTH_CPUS") == warned.errors.rfind("BERTH_CPUS"));
}

TEST_CASE("with strictness a malformed variable is an error, at configure and at the first use") {
  const variables strict{{"BERTH_SPIN", "50"}, {"BERTH_STRICT", "1"}};
  CHECK(in_child(strict, [] { return (void)berth::budget(), 0; }).status == 77);
  const outcome early = in_child(strict, [] { return berth::configure(berth::settings{}), 0; });
  CHECK(early.status == 77);
  CHECK(has(early.errors, "BERTH_SPIN=\"50\""));
}

TEST_CASE("a silenced finding is not printed and still in the report") {
  const variables set{{"BERTH_CPUS", "60000"}, {"BERTH_SILENCE", "override-above-limit"}};
  const outcome quiet = in_child(set, [] {
    const berth::report report = berth::explain();
    return !report.findings.empty() && report.findings.front().silenced ? 0 : 1;
  });
  CHECK(quiet.status == 0);
  CHECK_FALSE(has(quiet.errors, "override-above-limit"));
}

TEST_CASE("a misspelt variable is said, with the nearest name") {
  const outcome misspelt = in_child({{"BERTH_QUOTA_ROUDING", "down"}}, [] { return (void)berth::budget(), 0; });
  CHECK(has(misspelt.errors, "did you mean BERTH_QUOTA_ROUNDING?"));
}

TEST_CASE("the report goes to stderr when asked for") {
  CHECK(has(in_child({{"BERTH_EXPLAIN", "stderr"}}, [] { return (void)berth::budget(), 0; }).errors, "What was found"));
}

TEST_CASE("the affinity is the process's, not the first caller's") {
  CHECK(in_child({}, [] {
          int cpus = 0;
          std::thread pinned([&] {
            cpu_set_t one;
            CPU_ZERO(&one);
            CPU_SET(static_cast<unsigned>(::sched_getcpu()), &one);
            ::sched_setaffinity(0, sizeof one, &one);
            cpus = berth::budget().affinity;
          });
          pinned.join();
          cpu_set_t all;
          ::sched_getaffinity(0, sizeof all, &all);
          return cpus == CPU_COUNT(&all) ? 0 : 1;
        }).status == 0);
}

TEST_CASE("threads that come first together get one budget") {
  CHECK(in_child({}, [] {
          std::vector<const berth::cpu_budget*> seen(16);
          std::vector<std::thread> threads;
          for (auto& slot : seen) threads.emplace_back([&slot] { slot = &berth::budget(); });
          for (auto& thread : threads) thread.join();
          return std::set<const berth::cpu_budget*>(seen.begin(), seen.end()).size() == 1 ? 0 : 1;
        }).status == 0);
}

TEST_CASE("configure and a first use that race either agree or throw") {
  CHECK(in_child({}, [] {
          bool threw = false;
          std::thread late([&] {
            try {
              berth::configure(with_cpus(3));
            } catch (const berth::configuration_error&) {
              threw = true;
            }
          });
          const bool configured = std::string(berth::budget().decided_by) == "configure";
          late.join();
          return configured != threw ? 0 : 1;
        }).status == 0);
}

TEST_CASE("hwloc is loaded by explain and by nothing before it") {
  CHECK(in_child({}, [] {
          (void)berth::budget();
          const bool before = has(maps_of_self(), "libhwloc");
          (void)berth::explain();
          return before ? 1 : 0;
        }).status == 0);
}

TEST_CASE("control groups that are switched off are not read, and the quota is unknown") {
  CHECK(in_child({{"BERTH_CGROUP", "off"}}, [] {
          const berth::report report = berth::explain();
          return report.budget.quota_state == berth::quota_state::unknown && report.cgroup.mounts.empty() ? 0 : 1;
        }).status == 0);
}

TEST_CASE("a mask that shrinks after the start is noticed and not obeyed") {
  CHECK(in_child({}, [] {
          const int before = berth::budget().affinity;
          if (before < 2) return 0;
          cpu_set_t one;
          CPU_ZERO(&one);
          CPU_SET(static_cast<unsigned>(::sched_getcpu()), &one);
          ::sched_setaffinity(::getpid(), sizeof one, &one);
          const berth::budget_change change = berth::refresh();
          const bool noticed = change.now.affinity == 1 && change.before.affinity == before && !change.changes.empty();
          return noticed && berth::budget().affinity == before && is_said(berth::explain(), "changed-since-start") ? 0
                                                                                                                   : 1;
        }).status == 0);
}

TEST_CASE("nothing changes where nothing changed") {
  CHECK(in_child({}, [] { return berth::refresh().changes.empty() ? 0 : 1; }).status == 0);
}

TEST_CASE("a forked child keeps the budget") {
  CHECK(in_child({}, [] {
          const int cpus = berth::budget().cpus;
          const pid_t child = ::fork();
          if (child == 0) ::_exit(berth::budget().cpus == cpus ? 0 : 1);
          int status = 0;
          ::waitpid(child, &status, 0);
          return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
        }).status == 0);
}

TEST_CASE("a cancelled call says how many items were done") {
  try {
    throw berth::cancelled("stopped", 41);
  } catch (const berth::error& problem) {
    CHECK(std::string(problem.what()) == "stopped");
    CHECK(dynamic_cast<const berth::cancelled&>(problem).items_done() == 41);
  }
  CHECK(berth::deadline_exceeded("late", 7).items_done() == 7);
}

namespace {

// Before main, from a static initialiser of a program that links berth.
const int cpus_before_main = [] {
  outcome result;
  const pid_t child = ::fork();
  if (child == 0) ::_exit(berth::budget().cpus >= 1 ? 0 : 1);
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}();

}  // namespace

TEST_CASE("a static initialiser may ask") { CHECK(cpus_before_main == 0); }
