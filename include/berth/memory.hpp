#pragma once
// What berth keeps of the memory that large results (berth::buffer) and the sorting of many numbers have given back.
#include <berth/detail/export.hpp>
#include <cstddef>

namespace berth {

// Gives back to the system what is kept for reuse, now; returns how many bytes that was. Buffers in use are not
// touched. Waits: never. Throws: nothing. Thread-safety: any thread, at any time.
//
// How much is kept: at most memory_kept_at_most(). How long: until the pool, when it has had no work for 100 ms and its
// last thread goes home, finds that the block has not been used for as long; and five seconds at most, at the first use
// of a large block after them. What is given back when no thread of the pool is there any more therefore stays until
// berth is used again. Meanwhile the kernel may take its pages when it runs short (MADV_FREE): what is kept counts as
// reclaimable in the control group, and is the first to go.
BERTH_API std::size_t release_memory() noexcept;

// Bytes that are kept for reuse at this moment.
[[nodiscard]] BERTH_API std::size_t memory_kept() noexcept;

// The bound, until set otherwise: 256 MiB, an eighth of the machine's memory or an eighth of the least memory limit of
// the process's control groups, whichever is least (the limits are read once, and not with BERTH_CGROUP=off). 0 keeps
// nothing. What is above a new bound is given back at once. Thread-safety: any thread, at any time.
BERTH_API void set_memory_kept_at_most(std::size_t bytes) noexcept;
[[nodiscard]] BERTH_API std::size_t memory_kept_at_most() noexcept;

}  // namespace berth
