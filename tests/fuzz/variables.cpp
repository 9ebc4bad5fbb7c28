#include "budget/decide.hpp"
#include "entry.hpp"
#include "environment/recording.hpp"
#include "runtime/report.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace berth::impl;
  reading made;
  made.variables = read_variables(environment_lines(as_text(data, size)));
  made.asked_for = resolve({}, made.variables);
  must(!find_invalid(made.asked_for.values));
  made.facts.affinity = given_affinity("0-7");
  made.made = decide(made.facts, made.asked_for, {}, made.variables);
  must(made.made.numbers.cpus >= 1 && made.made.numbers.cpus <= 65535);
  const berth::report report = basic_report(made);
  must(!to_text(report).empty() && !to_json(report).empty());
  return 0;
}
