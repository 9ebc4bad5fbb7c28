#pragma once
#include <cstdint>
#include <string>

namespace berth::impl {

enum class supply_choice { automatic, tbb, own };

// What the pool is told once, when it starts. Made from the budget by lib/runtime.
struct pool_config {
  std::uint32_t width = 1;        // callers, helpers and servers that may run at a moment
  std::uint32_t floor_width = 1;  // under a fractional quota, its whole part (at least 1); else the same as width
  std::uint32_t above_floor_permille = 0;  // ... and the rest of it
  supply_choice supply = supply_choice::automatic;
  bool numa = false;
  std::int64_t spin_ns = -1;              // -1: chosen from what calls do; 0: never spin
  std::int64_t sequential_below_ns = -1;  // -1: learned
  bool sequential = false;                // every call is a plain loop
  std::string throttle_file;              // cpu.stat of the group that limits; empty: none
};

// The two things that the pool asks of whoever wires it (lib/runtime). The switches come before the first decision: no
// file is read for them, and a later configure() may still change them; `width` is not set in them. They throw
// configuration_error on a caller's thread when strictness is asked for. The config comes when the pool starts: it
// reads the machine, once; a second call gives the same answer.
const pool_config& switches();
pool_config read_pool_config();

}  // namespace berth::impl
