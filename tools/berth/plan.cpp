#include <berth/errors.hpp>
#include <berth/plan.hpp>
#include <charconv>
#include <chrono>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "subcommand.hpp"

namespace berth::tool {
namespace {

struct plan_options {
  std::size_t items = 0;
  std::string item_cost;
  std::size_t grain = 0;
};

using picoseconds = std::chrono::duration<double, std::pico>;

std::optional<double> unit_in_picoseconds(std::string_view unit) {
  if (unit == "ps") return 1.0;
  if (unit == "ns") return 1e3;
  if (unit == "us") return 1e6;
  if (unit == "ms") return 1e9;
  if (unit == "s") return 1e12;
  return {};
}

// "80ns", "1.5us". A cost is small and often a fraction, so unlike the variables it takes decimals.
std::optional<picoseconds> parse_cost(std::string_view text) {
  double number = 0;
  const auto [rest, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  const auto unit = unit_in_picoseconds(std::string_view(rest, text.data() + text.size()));
  if (problem != std::errc{} || !unit || !(number > 0) || number * *unit > 1e18) return {};
  return picoseconds(number * *unit);
}

std::string check_cost(const std::string& text) {
  return parse_cost(text) ? "" : "\"" + text + "\" is not a time such as 80ns, 1.5us or 2ms";
}

// Digits and nothing else: CLI11 alone takes "-5" for a very large number.
std::string check_count(const std::string& text) {
  const bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  return digits && text.size() <= 18 ? "" : "\"" + text + "\" is not a whole number of at most 18 digits";
}

int print_plan(const plan_options& asked) {
  hints with;
  with.grain = asked.grain;
  if (!asked.item_cost.empty()) with.item_cost = *parse_cost(asked.item_cost);
  try {
    std::cout << to_text(plan_for(asked.items, with));
    return 0;
  } catch (const configuration_error& problem) {
    std::cerr << "berth: " << problem.what() << "\n";
    return wrong_usage;
  }
}

}  // namespace

void add_plan(CLI::App& command, int& status) {
  auto asked = std::make_shared<plan_options>();
  CLI::App* plan_command =
      command.add_subcommand("plan", "Says whether a call of so many items would be run in parallel, and why");
  plan_command->add_option("--items", asked->items, "how many items the call has")
      ->required()
      ->check(CLI::Validator(check_count, "COUNT"));
  plan_command->add_option("--item-cost", asked->item_cost, "expected time of one item: 80ns, 1.5us, 2ms")
      ->check(CLI::Validator(check_cost, "TIME"));
  plan_command->add_option("--grain", asked->grain, "no piece smaller than this many items")
      ->check(CLI::Validator(check_count, "COUNT"));
  plan_command->callback([asked, &status] { status = print_plan(*asked); });
}

}  // namespace berth::tool
