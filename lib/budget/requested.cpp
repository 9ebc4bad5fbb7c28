#include "budget/requested.hpp"

namespace berth::impl {
namespace {

constexpr int cpus_at_most = 65535;

void apply(const variable& known, std::string_view raw, const char* by, effective& result) {
  if (!known.apply(raw, result.values) || known.kind != variable_kind::own_number) return;
  result.cpus_by = result.values.cpus > 0 ? by : nullptr;
}

}  // namespace

effective resolve(const requested& asked, std::span<const set_variable> variables) {
  effective result{asked.developer, asked.developer.cpus > 0 ? "configure" : nullptr};
  for (const given_argument& argument : asked.arguments) apply(*argument.known, argument.raw, "argument", result);
  for (const set_variable& v : variables)
    if (v.known != nullptr && v.known->is_own()) apply(*v.known, v.raw, "BERTH_CPUS", result);
  return result;
}

std::optional<std::string> find_invalid(const settings& values) {
  if (values.cpus < 0 || values.cpus > cpus_at_most)
    return "settings.cpus is " + std::to_string(values.cpus) + ", not 0 or a whole number from 1 to 65535";
  const fraction& share = values.share;
  if (share.numerator < 1 || share.denominator < share.numerator || share.denominator > cpus_at_most)
    return "settings.share is " + std::to_string(share.numerator) + "/" + std::to_string(share.denominator) +
           ", not a fraction above 0 and up to 1";
  if (values.sequential_below && values.sequential_below->count() < 0) return "settings.sequential_below is negative";
  if (values.spin && values.spin->count() < 0) return "settings.spin is negative";
  return std::nullopt;
}

bool is_malformed(const set_variable& variable) {
  settings scratch;
  return variable.known != nullptr && variable.known->is_own() && !variable.known->apply(variable.raw, scratch);
}

std::string quoted(std::string_view text) {
  constexpr std::size_t longest = 80;
  std::string result = "\"";
  for (const char c : text.substr(0, longest)) {
    const bool control = static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
    result += control ? '?' : c;
  }
  return result + (text.size() > longest ? "...\"" : "\"");
}

std::string describe_malformed(const set_variable& variable) {
  return variable.name + "=" + quoted(variable.raw) + " is not " + variable.known->form;
}

}  // namespace berth::impl
