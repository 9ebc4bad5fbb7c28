#include "runtime/json_writer.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace berth::impl {
namespace {

unsigned byte_at(std::string_view text, std::size_t i) { return static_cast<unsigned char>(text[i]); }

bool continues(std::string_view text, std::size_t count) {
  if (text.size() < count) return false;
  for (std::size_t i = 1; i < count; ++i)
    if ((byte_at(text, i) & 0xC0U) != 0x80U) return false;
  return true;
}

const char* short_escape(char c) {
  switch (c) {
    case '"': return "\\\"";
    case '\\': return "\\\\";
    case '\n': return "\\n";
    case '\r': return "\\r";
    case '\t': return "\\t";
    default: return nullptr;
  }
}

void append_control(std::string& to, char c) {
  constexpr std::string_view digits = "0123456789abcdef";
  const auto code = static_cast<unsigned char>(c);
  to += "\\u00";
  to += digits[code >> 4U];
  to += digits[code & 15U];
}

}  // namespace

std::size_t utf8_length(std::string_view text) {
  if (text.empty()) return 0;
  const unsigned first = byte_at(text, 0);
  const unsigned second = text.size() > 1 ? byte_at(text, 1) : 0;
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return continues(text, 2) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    const bool overlong = first == 0xE0 && second < 0xA0;
    const bool surrogate = first == 0xED && second > 0x9F;
    return !overlong && !surrogate && continues(text, 3) ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    const bool overlong = first == 0xF0 && second < 0x90;
    const bool too_high = first == 0xF4 && second > 0x8F;
    return !overlong && !too_high && continues(text, 4) ? 4 : 0;
  }
  return 0;
}

void json_writer::write_string(std::string_view text) {
  text_ += '"';
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (const char* escape = short_escape(text.front()))
      text_ += escape;
    else if (byte_at(text, 0) < 0x20 || byte_at(text, 0) == 0x7f)
      append_control(text_, text.front());
    else if (length == 0)
      text_ += "\xEF\xBF\xBD";
    else
      text_ += text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  text_ += '"';
}

void json_writer::begin(std::string_view key) {
  if (!first_) text_ += ',';
  if (depth_ > 0) text_.append("\n").append(2 * depth_, ' ');
  first_ = false;
  if (key.empty()) return;
  write_string(key);
  text_ += ": ";
}

void json_writer::open(std::string_view key, char bracket) {
  begin(key);
  text_ += bracket;
  ++depth_;
  first_ = true;
}

void json_writer::close(char bracket) {
  --depth_;
  if (!first_) text_.append("\n").append(2 * depth_, ' ');
  text_ += bracket;
  first_ = false;
}

void json_writer::value(std::string_view key, std::string_view text) {
  begin(key);
  write_string(text);
}

void json_writer::value(std::string_view key, std::int64_t number) {
  begin(key);
  text_ += std::to_string(number);
}

void json_writer::value(std::string_view key, double number) {
  if (!std::isfinite(number)) return null(key);
  begin(key);
  std::array<char, 64> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  text_.append(digits.data(), end);
}

void json_writer::value(std::string_view key, bool flag) {
  begin(key);
  text_ += flag ? "true" : "false";
}

void json_writer::null(std::string_view key) {
  begin(key);
  text_ += "null";
}

}  // namespace berth::impl
