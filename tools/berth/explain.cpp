#include "berth/explain.hpp"

#include <iostream>
#include <memory>

#include "berth/errors.hpp"
#include "source_options.hpp"
#include "subcommand.hpp"

namespace berth::tool {
namespace {

struct options {
  source_options source;
  bool json = false;
};

void print(const report& what, bool json) { std::cout << (json ? to_json(what) : to_text(what)); }

// Of this process, as any program would see it: with its warnings on stderr. Where strictness forbids that, the report
// is what helps to mend it.
void explain_here(bool json, int& status) {
  try {
    print(explain(), json);
  } catch (const configuration_error& problem) {
    std::cerr << "berth: " << problem.what() << "\n";
    status = 2;
    print(explain(report_source{}), json);
  }
}

// A wrong option, as opposed to a wrong variable, is wrong usage.
void explain_elsewhere(const options& chosen, int& status) {
  try {
    print(explain(chosen.source.source()), chosen.json);
  } catch (const configuration_error& problem) {
    std::cerr << "berth: " << problem.what() << "\n";
    status = wrong_usage;
  }
}

}  // namespace

void add_explain(CLI::App& command, int& status) {
  auto chosen = std::make_shared<options>();
  CLI::App* explain = command.add_subcommand("explain", "Print the CPU budget with all its reasons");
  explain->add_flag("--json", chosen->json, "JSON, schema 1");
  chosen->source.add_to(*explain);
  explain->callback([chosen, &status] {
    if (chosen->source.given())
      explain_elsewhere(*chosen, status);
    else
      explain_here(chosen->json, status);
  });
}

}  // namespace berth::tool
