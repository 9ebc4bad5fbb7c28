#pragma once
// Stands before lib/pool/clock.hpp: time passes by looking at it, and by sleeping.
#include "explorer.hpp"

namespace berth::impl {
inline std::uint64_t now_ns() { return explore::look_at_clock(); }
inline constexpr std::uint64_t microsecond = 1'000, millisecond = 1'000'000;
}  // namespace berth::impl
