#pragma once
// How much memory the process may use.

#include <cstdint>
#include <optional>

#include "environment/file_tree.hpp"

namespace berth::impl {

/// In bytes: the least limit of the process's control group and of the groups above it that can be seen; none where
/// none of them has one. What reclaim begins at (memory.high) counts as a limit too. Never throws for what it finds.
[[nodiscard]] std::optional<std::uint64_t> read_memory_limit(const file_tree& tree);

}  // namespace berth::impl
