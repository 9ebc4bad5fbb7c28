#pragma once
// A call site's memory: what one item of it costs, kept for the life of the process.
#include <berth/detail/export.hpp>
#include <cstddef>
#include <cstdint>
#include <source_location>
#include <type_traits>

namespace berth::detail {

// One for each (leaf type), which means each (callable type, range type): a lambda expression is a type of its own, so
// this is a call site in all but rare cases. A second source location or name with the same types gets a site of its
// own, chained behind the first by the slow path.
//
// Every field that a fast path reads is a lone relaxed atomic: it is advice, guards no other data, and a stale value
// costs time, never correctness. Builtins rather than std::atomic, whose header alone costs more than this one.
struct site {
  // The largest call that is expected to stay below the threshold where sharing could pay; 0 while nothing is known.
  // Such a call reads no clock, writes nothing shared and allocates nothing.
  std::size_t plain_items = 0;
  std::uintptr_t place = 0;    // which source location this site has been given to; 0: none yet
  const char* name = nullptr;  // ... and which name; compared as a pointer, for a name is a literal as a rule
  void* record = nullptr;      // the runtime's part: statistics, name, chained sites. Owned by lib/algorithms.
};

template <class Leaf>
inline constinit site site_of{};

// Calls between two measurements, counted per thread so that counting costs no shared write. A prime: of sites that
// take turns in a loop each has its turn to be measured, where a power of two would always meet the same ones.
inline constinit thread_local unsigned calls_unmeasured = 0;
inline constexpr unsigned measure_one_in = 61;

inline std::uintptr_t place_of(const std::source_location& at) {
  // The file name's address and the position tell two places apart; equal places in two copies of a header differ in
  // the address only, which costs them a site each and nothing else.
  return reinterpret_cast<std::uintptr_t>(at.file_name()) + std::uintptr_t{at.line()} * 4096 + at.column();
}

}  // namespace berth::detail
