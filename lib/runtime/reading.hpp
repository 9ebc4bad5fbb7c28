#pragma once
// One reading of the world with what was decided from it.

#include <cstdint>
#include <vector>

#include "budget/decide.hpp"
#include "budget/requested.hpp"
#include "environment/facts.hpp"

namespace berth::impl {

struct reading {
  std::vector<set_variable> variables;
  effective asked_for;
  machine_facts facts;
  decision made;
  std::int64_t read_us = 0;
};

/// Reads the tree with these variables. Throws nothing for what the files hold.
[[nodiscard]] reading read_and_decide(const file_tree& tree, const requested& asked,
                                      std::vector<set_variable> variables, const affinity_fact* affinity = nullptr);

/// The reading that this process goes by; the first call makes it. Throws configuration_error when strict.
/// `caller` is an address in the code that asked, kept to say where the first use was.
[[nodiscard]] const reading& process_reading(const void* caller);

/// Variables, arguments and configure() merged as they stand, without a use of the budget: configure() stays possible.
/// Reads the environment only. Throws configuration_error when strict and a variable is malformed.
[[nodiscard]] effective current_request();

/// What configure() was given before the budget was first used.
[[nodiscard]] requested process_request();

/// Names that request: another one after each configure(). Null before the first.
[[nodiscard]] const void* request_in_force() noexcept;

}  // namespace berth::impl
