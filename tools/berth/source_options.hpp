#pragma once
// --root, --affinity, --env-file: where a report is read from.

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "berth/explain.hpp"

namespace berth::tool {

class source_options {
 public:
  void add_to(CLI::App& command);

  /// Whether anything but this process was named.
  [[nodiscard]] bool given() const { return root_ || affinity_ || env_file_; }

  /// Throws CLI::ValidationError where the file cannot be read.
  [[nodiscard]] report_source source() const;

 private:
  std::optional<std::string> root_;
  std::optional<std::string> affinity_;
  std::optional<std::string> env_file_;
};

}  // namespace berth::tool
