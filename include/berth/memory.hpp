#pragma once
// What berth keeps of the memory that large results (berth::buffer) have given back.
#include <berth/detail/export.hpp>
#include <cstddef>

namespace berth {

// Gives back to the system what is kept for reuse, now; returns how many bytes that was. Buffers in use are not
// touched. Waits: never. Throws: nothing. Thread-safety: any thread, at any time.
//
// How much is kept: at most memory_kept_at_most(), and each block at most until the first use of a large block five
// seconds after it was given back. Meanwhile the kernel may take its pages when it runs short (MADV_FREE): what is kept
// counts as reclaimable in the control group, and is the first to go.
BERTH_API std::size_t release_memory() noexcept;

// Bytes that are kept for reuse at this moment.
[[nodiscard]] BERTH_API std::size_t memory_kept() noexcept;

// The bound: 256 MiB or an eighth of the machine's memory, whichever is less, until set otherwise; 0 keeps nothing.
// What is above a new bound is given back at once. Thread-safety: any thread, at any time.
BERTH_API void set_memory_kept_at_most(std::size_t bytes) noexcept;
[[nodiscard]] BERTH_API std::size_t memory_kept_at_most() noexcept;

}  // namespace berth
