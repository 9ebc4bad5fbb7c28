#include <algorithm>
#include <berth/errors.hpp>
#include <berth/explain.hpp>
#include <iostream>
#include <memory>

#include "source_options.hpp"
#include "subcommand.hpp"

namespace berth::tool {
namespace {

constexpr int trouble = 1;
constexpr int malformed_variable = 2;

const char* name_of(severity level) {
  switch (level) {
    case severity::warning: return "warning";
    case severity::conflict: return "conflict";
    case severity::info: break;
  }
  return "info";
}

int status_of(const report& what) {
  int status = 0;
  for (const finding& one : what.findings)
    if (one.level != severity::info && !one.silenced)
      status = std::max(status, one.code == "malformed-variable" ? malformed_variable : trouble);
  return status;
}

int check(const source_options& source) {
  try {
    const report what = explain(source.source());
    for (const finding& one : what.findings)
      std::cout << name_of(one.level) << ": " << one.text << " [" << one.code << (one.silenced ? ", silenced" : "")
                << "]\n";
    return status_of(what);
  } catch (const configuration_error& problem) {
    std::cerr << "berth: " << problem.what() << "\n";
    return wrong_usage;
  }
}

}  // namespace

void add_check(CLI::App& command, int& status) {
  auto source = std::make_shared<source_options>();
  CLI::App* check_command = command.add_subcommand(
      "check",
      "One line for each finding; exit status 0: nothing but information, 1: a warning or a conflict, 2: a malformed "
      "variable of berth's own, 64: wrong usage");
  source->add_to(*check_command);
  check_command->callback([source, &status] { status = check(*source); });
}

}  // namespace berth::tool
