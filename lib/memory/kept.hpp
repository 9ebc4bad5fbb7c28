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

// Unmaps what was given back before `since_ns` (of the monotonic clock). Returns how many bytes that was.
std::size_t drop_kept(std::uint64_t since_ns) noexcept;

// What is kept longer than this without being taken is unmapped by the next taker or giver.
inline constexpr std::uint64_t kept_for_ns = 5'000'000'000;

std::uint64_t monotonic_ns() noexcept;

}  // namespace berth::impl
