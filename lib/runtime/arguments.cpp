#include "runtime/arguments.hpp"

#include <algorithm>
#include <string_view>

#include "berth/errors.hpp"

namespace berth::impl {
namespace {

constexpr std::string_view prefix = "--berth-";

const variable* find_by_argument(std::string_view name) {
  for (const variable& v : variable_table())
    if (v.is_own() && v.argument_name() == name) return &v;
  return nullptr;
}

[[noreturn]] void throw_unknown(std::string_view name) {
  std::string as_variable = "BERTH_";
  for (const char c : name)
    as_variable += c == '-' ? '_' : (c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c);
  std::string message = "there is no argument " + std::string(prefix) + std::string(name);
  if (const variable* near = nearest_own_variable(as_variable))
    message += ": did you mean " + std::string(prefix) + near->argument_name() + "?";
  throw configuration_error(message);
}

given_argument accept(std::string_view name, std::string_view value) {
  const variable* known = find_by_argument(name);
  if (known == nullptr) throw_unknown(name);
  settings scratch;
  if (!known->apply(value, scratch))
    throw configuration_error(std::string(prefix) + std::string(name) + "=" + quoted(value) + " is not " + known->form);
  return {known, std::string(value)};
}

}  // namespace

taken_arguments take_arguments(int argc, char** argv) {
  taken_arguments taken;
  int at = 0;
  for (; at < argc; ++at) {
    const std::string_view word = argv[at];
    if (word == "--") break;
    if (at == 0 || word.substr(0, prefix.size()) != prefix) {
      taken.rest.push_back(argv[at]);
      continue;
    }
    const auto equals = word.find('=');
    const auto name = word.substr(prefix.size(), equals == std::string_view::npos ? equals : equals - prefix.size());
    if (find_by_argument(name) == nullptr) throw_unknown(name);
    if (equals == std::string_view::npos && at + 1 >= argc)
      throw configuration_error(std::string(word) + " needs a value");
    taken.given.push_back(accept(name, equals == std::string_view::npos ? argv[++at] : word.substr(equals + 1)));
  }
  for (; at < argc; ++at) taken.rest.push_back(argv[at]);
  return taken;
}

}  // namespace berth::impl
