#include "observe/say.hpp"

#include <unistd.h>

#include <cerrno>
#include <string>

namespace berth::impl {

void say_plainly(std::string_view text) noexcept {
  while (!text.empty()) {
    const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void say(std::string_view level, std::string_view code, std::string_view text) noexcept {
  try {
    std::string line = "berth: ";
    line.append(level).append(": ").append(text).append(" [").append(code).append("]\n");
    say_plainly(line);
  } catch (...) {
    say_plainly("berth: out of memory while printing a finding\n");
  }
}

}  // namespace berth::impl
