#include "berth/variables.hpp"

#include <iostream>
#include <memory>

#include "subcommand.hpp"

namespace berth::tool {

void add_variables(CLI::App& command, int&) {
  auto man = std::make_shared<bool>(false);
  auto markdown = std::make_shared<bool>(false);
  CLI::App* variables = command.add_subcommand("variables", "Print the variables that berth reads");
  auto* plain = variables->add_flag("--markdown", *markdown, "As a Markdown table (the default)");
  variables->add_flag("--man", *man, "As a roff list for a man page")->excludes(plain);
  variables->callback([man, markdown] { std::cout << (*man ? variables_man() : variables_markdown()); });
}

}  // namespace berth::tool
