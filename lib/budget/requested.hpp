#pragma once
// What was asked for, by whom, and which of it counts: variables over arguments over configure() over the defaults.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "berth/configure.hpp"
#include "environment/variables.hpp"

namespace berth::impl {

struct given_argument {
  const variable* known;  ///< an own variable; its value has been accepted already
  std::string raw;
};

struct requested {
  settings developer;                     ///< configure(settings)
  std::vector<given_argument> arguments;  ///< configure(argc, argv), in order
};

struct effective {
  settings values;
  const char* cpus_by = nullptr;  ///< who set values.cpus: BERTH_CPUS, argument or configure; null: nobody
};

/// Malformed variables are left out.
[[nodiscard]] effective resolve(const requested& asked, std::span<const set_variable> variables);

/// The first value of `values` that is out of range, as a sentence; none where all are good.
[[nodiscard]] std::optional<std::string> find_invalid(const settings& values);

/// Whether one of berth's own variables has a value that its form does not allow.
[[nodiscard]] bool is_malformed(const set_variable& variable);

/// "BERTH_CPUS=\"4 cores\" is not a whole number from 1 to 65535, or auto"
[[nodiscard]] std::string describe_malformed(const set_variable& variable);

/// Text from outside as one short, printable piece of a sentence, in quotation marks.
[[nodiscard]] std::string quoted(std::string_view text);

}  // namespace berth::impl
