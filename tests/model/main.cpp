// model [NAME]           runs every check (whose name contains NAME); ends with 1 if a rule is broken.
// model --breaks         weakens known orders and leaves out known wakes; ends with 1 if one of them goes unnoticed.
// model --weaken [FILE]  does the same to every place in lib/pool/FILE, and prints who notices, as a table.
#include <cstdio>
#include <cstdlib>

#include "pool_checks.hpp"

#undef atomic

namespace {

using namespace explore;
using order = std::memory_order;

int run_checks(const std::string& part) {
  int broken = 0;
  for (const check& c : berth::impl::all_checks()) {
    if (c.name.find(part) == std::string::npos) continue;
    const outcome o = run(c);
    std::printf("%-75s %7llu executions %9llu steps%s  %s\n", c.name.c_str(),
                static_cast<unsigned long long>(o.executions), static_cast<unsigned long long>(o.steps),
                o.complete ? " (all)" : "", o.violation.empty() ? "holds" : o.violation.c_str());
    std::fflush(stdout);
    broken += !o.violation.empty();
  }
  return broken != 0;
}

// The first check that notices; empty if none does.
std::string noticed_by(const mutation& m, const std::vector<check>& checks, std::uint64_t executions) {
  for (check c : checks) {
    c.most_executions = executions;
    c.random_executions = executions / 3;
    const outcome o = run(c, &m);
    if (!o.violation.empty()) return c.name + ": " + o.violation;
  }
  return {};
}

const char* in_words(op what) {
  return what == op::load ? "load" : what == op::store ? "store" : what == op::wake ? "wake" : "modify";
}
const char* in_words(order o) {
  return o == order::seq_cst   ? "seq_cst"
         : o == order::acq_rel ? "acq_rel"
         : o == order::acquire ? "acquire"
         : o == order::release ? "release"
                               : "relaxed";
}

int run_breaks() {
  const mutation breaks[] = {
      {"region.cpp", "enter", 0, op::read_modify_write, order::relaxed},
      {"region.cpp", "leave", 0, op::read_modify_write, order::relaxed},
      {"region.cpp", "leave", 0, op::wake, order::relaxed, true},
      {"sharing.cpp", "open", 0, op::store, order::relaxed},
      {"sharing.cpp", "wait_for_helpers", 0, op::load, order::relaxed},
      {"workers.cpp", "wake_sleeper", 0, op::wake, order::relaxed, true},
      {"workers.cpp", "go_home", 0, op::read_modify_write, order::acq_rel},
      {"servers.cpp", "hand_back", 0, op::store, order::relaxed},
      {"servers.cpp", "hand_back", 0, op::wake, order::relaxed, true},
      {"gauge.hpp", "leave_caller", 0, op::read_modify_write, order::acq_rel},
      {"admission.cpp", "push", 0, op::read_modify_write, order::acq_rel},
      {"pool.cpp", "start()", 0, op::store, order::release},
      {"supply_tbb.cpp", "run", 0, op::read_modify_write, order::relaxed},
  };
  int unnoticed = 0;
  for (const mutation& m : breaks) {
    const std::string who = noticed_by(m, berth::impl::all_checks(), 3'000);
    std::printf("%s, %s, %s %s: %s\n", m.file.c_str(), m.function.c_str(), in_words(m.what),
                m.dropped ? "left out" : in_words(m.weaker), who.empty() ? "NOT NOTICED" : who.c_str());
    std::fflush(stdout);
    unnoticed += who.empty();
  }
  return unnoticed != 0;
}

std::vector<order> weaker_than(const site& s) {
  if (s.what == op::wake || s.order != order::seq_cst) return {order::relaxed};
  if (s.what == op::load) return {order::acquire, order::relaxed};
  if (s.what == op::store) return {order::release, order::relaxed};
  return {order::acq_rel, order::relaxed};
}

int run_weakened(const std::string& file, std::uint64_t executions) {
  const auto checks = berth::impl::all_checks();
  for (check c : checks) {
    c.most_executions = 200, c.random_executions = 200;
    run(c);  // to see the places
  }
  std::printf("| place | order | weakened to | noticed by |\n|---|---|---|---|\n");
  for (const site& s : sites_seen()) {
    if (s.file.find("lib/pool/" + file) == std::string::npos) continue;
    for (const order o : weaker_than(s)) {
      const mutation m{s.file, "", s.line, s.what, o, s.what == op::wake};
      const std::string who = noticed_by(m, checks, executions);
      std::printf("| %s:%u %s | %s | %s | %s |\n", s.file.substr(s.file.rfind('/') + 1).c_str(), s.line,
                  in_words(s.what), s.what == op::wake ? "" : in_words(s.order),
                  s.what == op::wake ? "left out" : in_words(o), who.empty() ? "nothing" : who.c_str());
      std::fflush(stdout);
      if (!who.empty() && o != order::relaxed) break;  // what is weaker still is noticed too
    }
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string first = argc > 1 ? argv[1] : "";
  const std::string second = argc > 2 ? argv[2] : "";
  if (first == "--breaks") return run_breaks();
  if (first == "--weaken") return run_weakened(second, argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1'500);
  return run_checks(first);
}
