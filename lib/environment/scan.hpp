#pragma once
// Strict reading of the small texts that kernels and people write. Nothing here accepts a valid prefix of an invalid
// text.

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace berth::impl {

/// Without blanks (space, tab, line ends) at both ends.
[[nodiscard]] std::string_view trim(std::string_view text);

/// Digits and nothing else, decimal, leading zeros allowed; none where it does not fit.
[[nodiscard]] std::optional<std::int64_t> whole_number(std::string_view text);

/// "50us", "1.5ms": a decimal number and one of ns, us, ms, s; at most a day.
[[nodiscard]] std::optional<std::chrono::nanoseconds> duration(std::string_view text);

/// Calls f with each piece of text between separators; "a,,b" has three, "" has one empty piece.
template <class F>
void for_each_piece(std::string_view text, char separator, F f) {
  for (;;) {
    const auto end = text.find(separator);
    f(text.substr(0, end));
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

/// Calls f with each line, without its end. A last line without an end counts; an empty rest does not.
template <class F>
void for_each_line(std::string_view text, F f) {
  while (!text.empty()) {
    const auto end = text.find('\n');
    f(text.substr(0, end));
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

}  // namespace berth::impl
