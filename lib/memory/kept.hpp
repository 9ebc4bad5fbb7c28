#pragma once
// The blocks that nobody uses and that are kept for the next who wants one.
#include <berth/detail/large_memory.hpp>
#include <cstddef>
#include <cstdint>

namespace berth::impl {

using detail::memory_block;

// A kept block that holds `bytes` and is not more than twice as large; the smallest of them. {} if there is none.
memory_block take_kept(std::size_t bytes) noexcept;

// Whether the block is kept now; otherwise it is still the caller's. May unmap others to make room.
bool keep(memory_block) noexcept;

// Unmaps what has been kept for this long, or longer, without being taken. A load where nothing is kept.
void drop_unused(std::uint64_t for_ns) noexcept;

// What the next taker or giver does not leave there.
inline constexpr std::uint64_t kept_for_ns = 5'000'000'000;

// Bytes that the process may use, as its control groups have it; all ones where they do not say. Asked for once, when
// the first block is to be kept; defined by whoever knows control groups (lib/runtime).
std::size_t memory_limit_of_groups() noexcept;

}  // namespace berth::impl
