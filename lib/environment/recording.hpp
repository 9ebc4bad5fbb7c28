#pragma once
// Machines on disk: a tree with the kernel's files at their own paths, the mask in `affinity` (a CPU list) and the
// variables in `env` (NAME=value lines).

#include <string>
#include <vector>

#include "environment/file_tree.hpp"

namespace berth::impl {

/// The lines of the recording's `env`; none where there is no such file.
[[nodiscard]] std::vector<std::string> read_recorded_environment(const file_tree& tree);

/// Splits a text in that form: one NAME=value a line, the value byte for byte.
[[nodiscard]] std::vector<std::string> environment_lines(std::string_view text);

/// Writes this machine into an empty or new directory. Throws berth::error with the path that could not be written.
void write_recording(const std::string& directory);

}  // namespace berth::impl
