#include <CLI/CLI.hpp>
#include <berth/errors.hpp>
#include <exception>
#include <iostream>

#include "subcommand.hpp"

int main(int argc, char** argv) {
  CLI::App command("How many CPUs may this process use, and why?", "berth");
  command.set_version_flag("--version", "berth " BERTH_VERSION);
  command.require_subcommand(1);
  int status = 0;
  berth::tool::add_subcommands(command, status);
  try {
    command.parse(argc, argv);
  } catch (const CLI::ParseError& problem) {
    return command.exit(problem) == 0 ? 0 : berth::tool::wrong_usage;
  } catch (const berth::configuration_error& problem) {
    std::cerr << "berth: " << problem.what() << "\n";
    return 2;
  } catch (const std::exception& problem) {
    std::cerr << "berth: " << problem.what() << "\n";
    return 1;
  }
  if (std::cout.flush()) return status;
  std::cerr << "berth: the output could not be written\n";
  return 1;
}
