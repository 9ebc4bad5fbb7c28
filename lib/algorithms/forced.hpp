#pragma once
#include <cstdint>

namespace berth::impl {

// BERTH_SEQUENTIAL, settings::sequential, or a sequential_scope on this thread.
bool always_sequential();

// The least expected time of a call that may be shared: BERTH_SEQUENTIAL_BELOW, else what a hand-over to a spinning
// helper pays back.
std::uint64_t share_above_ns();

}  // namespace berth::impl
