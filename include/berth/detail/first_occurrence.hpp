#pragma once
// Groups put into the order of their first items. Numbers only, so compiled once.
#include <berth/detail/export.hpp>
#include <cstddef>
#include <cstdint>

namespace berth::detail {

struct occurrence {
  std::uint64_t first;  // index of the group's first item; no two groups have the same
  std::uint64_t group;
};

// Sorts by `first`, which is less than `limit`. `spare` has room for as many. Never waits or throws; O(count) for a
// number of passes that grows with log(limit). Least-significant-digit radix sort.
BERTH_API void sort_by_first(occurrence* groups, occurrence* spare, std::size_t count, std::uint64_t limit) noexcept;

}  // namespace berth::detail
