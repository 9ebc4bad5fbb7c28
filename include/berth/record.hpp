#pragma once
// A recording of this machine, small enough for a bug report.

#include <string>

#include "berth/detail/export.hpp"

namespace berth {

/// Writes what berth reads here into `directory`, which is made if need be and must be empty: the cgroup files of every
/// level, the cgroup mount lines with their parents, the CPU lists, the mask, and the variables of berth's table (no
/// others). explain({.root = directory}) then gives the same budget anywhere.
/// Throws: berth::error with the path that could not be written.
BERTH_API void record(const std::string& directory);

}  // namespace berth
