#pragma once
// What is worth saying about a budget.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "budget/decide.hpp"

namespace berth::impl {

/// `allowed`: what quota and affinity allow, whatever was asked for.
[[nodiscard]] std::vector<finding> find_everything(const machine_facts& facts, const effective& asked_for,
                                                   const decision& made, int allowed,
                                                   std::span<const set_variable> variables);

/// Marks those whose code is in the list "code,code".
void silence(std::vector<finding>& findings, std::string_view codes);

/// Whether a process says it on stderr at its start: warnings, conflicts, and a quota of less than one CPU.
[[nodiscard]] bool is_aloud(const finding& what);

[[nodiscard]] const char* to_word(severity level);

}  // namespace berth::impl
