#pragma once
// Every number that somebody else asked for, and what became of it.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "berth/explain.hpp"
#include "budget/requested.hpp"

namespace berth::impl {

/// What detection says before anyone asks for something else.
struct detected {
  int cpus = 1;     ///< with rounding and share
  int allowed = 1;  ///< what quota (rounded up) and affinity allow
};

struct override_decision {
  std::vector<override_entry> entries;
  int cpus = 1;
  const char* decided_by = nullptr;  ///< null: detection stands
};

/// An own exact number is obeyed as it is and disables the hints; of the hints the smallest one lowers the number.
[[nodiscard]] override_decision decide_overrides(const detected& found, const effective& asked_for,
                                                 const requested& asked, std::span<const set_variable> variables);

}  // namespace berth::impl
