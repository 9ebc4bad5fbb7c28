#pragma once
// The one table of variables. Reading, reporting, `berth check`, the README table and the man page are all made from
// it.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "berth/configure.hpp"

namespace berth::impl {

enum class variable_kind : unsigned char {
  own_number,        ///< BERTH_CPUS: an exact number
  own_switch,        ///< any other of berth's
  launcher_cap,      ///< a batch system's grant: may lower the number, never raise it
  launcher_context,  ///< needed to understand another launcher variable; not reported by itself
  foreign,           ///< belongs to somebody else: reported, not obeyed
};

struct variable {
  const char* name;
  const char* form;  ///< what is accepted, for messages: "on|off"
  const char* default_value;
  const char* meaning;  ///< one sentence
  variable_kind kind;
  bool (*apply)(std::string_view text, settings& to);  ///< own ones: false where text is malformed, `to` then unchanged

  [[nodiscard]] bool is_own() const { return kind == variable_kind::own_number || kind == variable_kind::own_switch; }
  /// BERTH_SEQUENTIAL_BELOW: "sequential-below".
  [[nodiscard]] std::string argument_name() const;
};

/// In the order of reporting: own ones, launchers', foreign ones.
[[nodiscard]] std::span<const variable> variable_table();
[[nodiscard]] const variable* find_variable(std::string_view name);

/// One variable that was set to more than blanks. `known` is null for a BERTH_ variable that does not exist.
struct set_variable {
  const variable* known = nullptr;
  std::string name;
  std::string raw;
};

/// The table's variables and every other BERTH_ one, in the table's order; of a name given twice the first counts, as
/// in getenv.
[[nodiscard]] std::vector<set_variable> read_variables(std::span<const std::string> key_values);
[[nodiscard]] std::vector<set_variable> read_own_environment();

/// 1 to 65535, blanks around allowed, digits only.
[[nodiscard]] std::optional<int> cpu_count(std::string_view text);
/// The first of a list of such numbers, as OpenMP has it: "4,2".
[[nodiscard]] std::optional<int> first_cpu_count(std::string_view text);

/// The own variable (by name) that the text most resembles; null where none is near.
[[nodiscard]] const variable* nearest_own_variable(std::string_view name);

}  // namespace berth::impl
