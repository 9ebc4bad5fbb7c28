#include <string>

#include "berth/variables.hpp"
#include "environment/variables.hpp"

namespace berth {
namespace impl {
namespace {

std::string replaced(std::string_view text, char what, std::string_view by) {
  std::string result;
  for (const char c : text) {
    if (c == what)
      result += by;
    else
      result += c;
  }
  return result;
}

// A bar would end the cell, a hyphen would be set as a dash.
std::string in_markdown(std::string_view text) { return replaced(text, '|', "\\|"); }
std::string in_roff(std::string_view text) { return replaced(text, '-', "\\-"); }

bool has_default(const variable& v) { return *v.default_value != '\0'; }

}  // namespace
}  // namespace impl

std::string variables_markdown() {
  std::string text = "| Variable | Value | Default | Meaning |\n|---|---|---|---|\n";
  for (const impl::variable& v : impl::variable_table())
    text += std::string("| `") + v.name + "` | " + impl::in_markdown(v.form) + " | " +
            (impl::has_default(v) ? std::string("`") + v.default_value + "`" : "") + " | " +
            impl::in_markdown(v.meaning) + " |\n";
  return text;
}

std::string variables_man() {
  std::string text;
  for (const impl::variable& v : impl::variable_table()) {
    text +=
        std::string(".TP\n.B ") + v.name + "\n" + impl::in_roff(v.meaning) + "\nValue: " + impl::in_roff(v.form) + ".";
    if (impl::has_default(v)) text += " Default: " + impl::in_roff(v.default_value) + ".";
    text += "\n";
  }
  return text;
}

}  // namespace berth
