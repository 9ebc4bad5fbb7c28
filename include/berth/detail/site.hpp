#pragma once
// A call site's memory: what one item of it costs, kept for the life of the process.
#include <berth/detail/export.hpp>
#include <cstddef>
#include <cstdint>
#include <source_location>
#include <type_traits>

namespace berth::detail {

// One for each (leaf type), which means each (callable type, range type). A lambda expression is a type of its own, so
// that such a leaf has one place as a rule; a verb without one (berth::sum of a vector of doubles) may be called from
// many, and each place or name is remembered apart: the runtime keeps a record for each, and the fast path has its
// advice by place. Of two places that fall on one row of advice the first has it, and calls from the other take the
// slow path, which costs a small call about a tenth of a microsecond.
//
// Every field that a fast path reads is a lone relaxed atomic: it is advice, guards no other data, and a stale value
// costs time, never correctness. Builtins rather than std::atomic, whose header alone costs more than this one.
struct site_advice {
  // The largest call that is expected to stay below the threshold where sharing could pay; 0 while nothing is known.
  // Such a call reads no clock, writes nothing shared and allocates nothing.
  std::size_t plain_items = 0;
  std::uintptr_t place = 0;    // which source location this has been given to; 0: none yet
  const char* name = nullptr;  // ... and which name; compared as a pointer, for a name is a literal as a rule
};

struct site {
  static constexpr std::size_t rows = 8;
  site_advice advice[rows];
  void* record = nullptr;  // the runtime's part: statistics, names, one for each place. Owned by lib/algorithms.
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

// The row of a place: calls in lines that follow each other have rows of their own. Folded by the compiler.
inline site_advice& advice_for(site& at, const std::source_location& where) {
  return at.advice[(where.line() * 5 + where.column()) % site::rows];
}

}  // namespace berth::detail
