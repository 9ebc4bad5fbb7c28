#pragma once
// Looking for an integer of 8 bytes among those that lie side by side, and counting it, compiled for what the CPU has:
// of all numbers it is these that the oldest x86-64 compares no faster in vectors than one by one.
#include <berth/detail/export.hpp>
#include <cstddef>
#include <cstdint>

namespace berth::detail {

// The first i in [begin, end) at which the 8 bytes from items + 8 i on are those of `sought`; else end. Never waits,
// never throws.
BERTH_API std::size_t first_equal_wide(const void* items, std::size_t begin, std::size_t end, std::uint64_t sought);

// How many i in [begin, end) there are. Never waits, never throws.
BERTH_API std::size_t count_equal_wide(const void* items, std::size_t begin, std::size_t end, std::uint64_t sought);

}  // namespace berth::detail
