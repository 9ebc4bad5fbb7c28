#pragma once
// The parts of the command. A subcommand NAME is a file NAME.cpp with one function,
//   void berth::tool::add_NAME(CLI::App& command, int& status)
// which adds it, and whose callback sets `status`, the exit status, where it is not 0. CMakeLists.txt lists the names.

#include <CLI/CLI.hpp>

namespace berth::tool {

inline constexpr int wrong_usage = 64;

void add_subcommands(CLI::App& command, int& status);

}  // namespace berth::tool
