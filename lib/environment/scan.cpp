#include "environment/scan.hpp"

#include <array>
#include <limits>

namespace berth::impl {
namespace {

constexpr std::string_view blanks = " \t\r\n\v\f";

struct unit {
  std::string_view name;
  std::int64_t nanoseconds;
};
constexpr std::array<unit, 4> units{{{"ns", 1}, {"us", 1'000}, {"ms", 1'000'000}, {"s", 1'000'000'000}}};
constexpr std::int64_t longest = 86'400'000'000'000;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::optional<std::int64_t> unit_of(std::string_view name) {
  for (const unit& u : units)
    if (u.name == name) return u.nanoseconds;
  return std::nullopt;
}

}  // namespace

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::optional<std::int64_t> whole_number(std::string_view text) {
  if (text.empty()) return std::nullopt;
  std::int64_t value = 0;
  for (const char c : text) {
    if (!is_digit(c)) return std::nullopt;
    const int digit = c - '0';
    if (value > (std::numeric_limits<std::int64_t>::max() - digit) / 10) return std::nullopt;
    value = value * 10 + digit;
  }
  return value;
}

std::optional<std::chrono::nanoseconds> duration(std::string_view text) {
  const auto number_end = text.find_first_not_of("0123456789.");
  if (number_end == std::string_view::npos) return std::nullopt;
  const auto scale = unit_of(text.substr(number_end));
  const auto number = text.substr(0, number_end);
  const auto dot = number.find('.');
  const auto whole = whole_number(number.substr(0, dot));
  if (!scale || !whole || *whole > longest / *scale) return std::nullopt;
  std::int64_t total = *whole * *scale;
  if (dot != std::string_view::npos) {
    const auto digits = number.substr(dot + 1);
    const auto part = whole_number(digits);
    if (!part || digits.size() > 9) return std::nullopt;
    std::int64_t one = *scale;
    for (const char c : digits) total += (c - '0') * (one /= 10);
  }
  if (total > longest) return std::nullopt;
  return std::chrono::nanoseconds(total);
}

}  // namespace berth::impl
