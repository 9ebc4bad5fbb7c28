#pragma once
// The CPU limit of one directory of the hierarchy.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "environment/file_tree.hpp"

namespace berth::impl {

enum class level_kind : unsigned char {
  limited,       ///< quota_us in every period_us
  unlimited,     ///< says so
  absent,        ///< the directory has no such file: the controller is not enabled here, look higher
  no_directory,  ///< the directory is not there
  unreadable,    ///< denied, not a file, or an error
  malformed,     ///< read, but not a limit
};

struct quota_level {
  level_kind kind = level_kind::absent;
  std::int64_t quota_us = 0;
  std::int64_t period_us = 0;
  std::optional<std::string> raw;  ///< the text, without its line end; of v1 "quota period"
  std::string note;
  std::string dir;
  int distance = 0;       ///< levels from the process's group
  std::size_t mount = 0;  ///< which mount it was seen through
};

/// v2's cpu.max: "max", "max P", "Q P", or "Q" with the default period of 100000 us. A negative quota is no limit.
[[nodiscard]] quota_level parse_cpu_max(std::string_view text);

/// v1's cpu.cfs_quota_us with cpu.cfs_period_us. A quota without a period says nothing.
[[nodiscard]] quota_level parse_cfs(std::string_view quota, std::optional<std::string_view> period);

/// Reads one directory. Never throws for what it finds.
[[nodiscard]] quota_level read_quota_level(const file_tree& tree, int version, const std::string& dir);

}  // namespace berth::impl
