#pragma once
// Running a region piece by piece: how large the pieces are, and what is looked at between two of them.
#include <cstdint>

#include "pool/region.hpp"

namespace berth::impl {

enum class role {
  owner,   // the caller itself
  helper,  // came in through the gate, with a place in the budget that callers may want back
  server,  // stands in for a queued caller
  guest,   // waits in a call around this one and helps meanwhile: it has a place, and nothing better to do
};
enum class ending {
  exhausted,  // nothing is left to claim
  gave_way,   // others want the CPU; something may be left
};

// A piece is about this long: short enough to share the end fairly and to stop soon, long enough to cost nothing.
inline constexpr std::uint64_t slice_ns = 50'000;
// ... and near the end of a call not shorter than this.
inline constexpr std::uint64_t least_slice_ns = 1'000;
// A call that has run this long lets waiting calls pass.
inline constexpr std::uint64_t quantum_ns = 5'000'000;

// What so many items take at so much each; a time beyond the range of the result counts as its end.
inline std::uint64_t expected_ns(std::size_t items, std::uint64_t item_ps) {
  const double ns = static_cast<double>(items) * static_cast<double>(item_ps) / 1000.0;
  return ns < 0x1p63 ? static_cast<std::uint64_t>(ns) : std::uint64_t{1} << 63;
}

// Runs pieces of r, which this thread owns or is inside, until none is left or it should stop. Sets the thread's
// current region around it. Never throws: what the leaf throws is kept in r.
ending run_pieces(region& r, role as);

// Looks for a call in progress and helps with it, if the budget has room. False if there was none.
bool help_somebody();
// The same among descendants of `above`, for a thread that waits in it and already has its place in the budget.
bool help_descendant(region& above);

}  // namespace berth::impl
