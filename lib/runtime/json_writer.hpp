#pragma once
// Just enough JSON: objects, arrays and values in order, two blanks of indentation, always valid UTF-8.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace berth::impl {

class json_writer {
 public:
  void open_object(std::string_view key = {}) { open(key, '{'); }
  void open_array(std::string_view key = {}) { open(key, '['); }
  void close_object() { close('}'); }
  void close_array() { close(']'); }

  void value(std::string_view key, std::string_view text);
  void value(std::string_view key, const char* text) { value(key, std::string_view(text)); }
  void value(std::string_view key, const std::string& text) { value(key, std::string_view(text)); }
  void value(std::string_view key, std::int64_t number);
  void value(std::string_view key, int number) { value(key, std::int64_t{number}); }
  void value(std::string_view key, double number);  ///< the shortest text that reads back the same
  void value(std::string_view key, bool flag);
  template <class T>
  void value(std::string_view key, const std::optional<T>& maybe) {
    if (maybe)
      value(key, *maybe);
    else
      null(key);
  }
  void null(std::string_view key);

  [[nodiscard]] std::string finish() { return std::move(text_) + "\n"; }

 private:
  void open(std::string_view key, char bracket);
  void close(char bracket);
  void begin(std::string_view key);
  void write_string(std::string_view text);
  std::string text_;
  std::size_t depth_ = 0;
  bool first_ = true;
};

/// The length of the valid UTF-8 sequence at the start of text, 0 where there is none.
[[nodiscard]] std::size_t utf8_length(std::string_view text);

}  // namespace berth::impl
