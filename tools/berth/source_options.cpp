#include "source_options.hpp"

#include <filesystem>
#include <fstream>
#include <vector>

namespace berth::tool {
namespace {

bool is_assignment(const std::string& line) {
  const auto name_ends = line.find_first_of(" \t=");
  return name_ends != 0 && name_ends != std::string::npos && line[name_ends] == '=';
}

// What `env` prints may hold values of several lines, so a line that is no assignment is refused only where it looks
// like one of berth's, or where no other line is one.
std::vector<std::string> lines_of(const std::string& path) {
  std::ifstream file(path);
  if (!file || std::filesystem::is_directory(path)) throw CLI::ValidationError("--env-file", path + " cannot be read");
  std::vector<std::string> lines;
  bool any = false;
  for (std::string line; std::getline(file, line);) {
    lines.push_back(line);
    any = any || is_assignment(line);
    if (line.rfind("BERTH_", 0) == 0 && !is_assignment(line))
      throw CLI::ValidationError("--env-file", path + ":" + std::to_string(lines.size()) + ": not NAME=value");
  }
  if (!lines.empty() && !any) throw CLI::ValidationError("--env-file", path + " has no line NAME=value");
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
