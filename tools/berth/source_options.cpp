#include "source_options.hpp"

#include <fstream>
#include <vector>

namespace berth::tool {
namespace {

std::vector<std::string> lines_of(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw CLI::ValidationError("--env-file", path + " cannot be read");
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

}  // namespace

void source_options::add_to(CLI::App& command) {
  command.add_option("--root", root_, "A recorded machine: its files `affinity` and `env` count unless given here")
      ->type_name("DIR");
  command.add_option("--affinity", affinity_, "The affinity mask, a CPU list such as 0-3,8")->type_name("LIST");
  command.add_option("--env-file", env_file_, "The variables, NAME=value lines")->type_name("FILE");
}

report_source source_options::source() const {
  report_source source;
  if (root_) source.root = *root_;
  source.affinity = affinity_;
  if (env_file_) source.environment = lines_of(*env_file_);
  return source;
}

}  // namespace berth::tool
