#pragma once
// All that berth calls of oneTBB to get threads, as plain functions. Its own file because it is compiled without thread
// sanitizer: Debian's oneTBB is not instrumented, so the sanitizer cannot see how a task's memory travels through it.
// What must be ordered for us is ordered by the hand-off in supply_tbb.cpp, which is instrumented.
#include <cstddef>
#include <cstdint>

namespace berth::impl {

class tbb_arenas;

// Sets the process-wide parallelism to threads + 1, for its life, and makes one arena, or one a NUMA node. Null if TBB
// throws.
tbb_arenas* make_tbb_arenas(std::uint32_t threads, bool numa) noexcept;

// False if TBB threw: the system refused it a thread.
bool enqueue_in(tbb_arenas&, void (*fn)(void*), void* argument) noexcept;

// What the tightest tbb::global_control in the process allows, ours included.
std::size_t tbb_allowed_parallelism() noexcept;

bool one_arena_a_node(const tbb_arenas&) noexcept;

}  // namespace berth::impl
