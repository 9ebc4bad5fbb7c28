#pragma once
// Facts and wishes in, one budget with its reasons out. Pure: no file, no clock, no global.

#include <string>
#include <vector>

#include "berth/budget.hpp"
#include "berth/explain.hpp"
#include "budget/requested.hpp"
#include "environment/facts.hpp"

namespace berth::impl {

struct decision {
  cpu_budget numbers;
  std::optional<std::string> limited_by;  ///< directory of the tightest level
  std::string why;                        ///< the number as a sentence
  std::vector<override_entry> overrides;
  std::vector<finding> findings;
};

/// cpus = max(1, min(affinity, quota x share rounded)), unless an own exact number or a launcher's hint says otherwise.
[[nodiscard]] decision decide(const machine_facts& facts, const effective& asked_for, const requested& asked,
                              std::span<const set_variable> variables);

}  // namespace berth::impl
