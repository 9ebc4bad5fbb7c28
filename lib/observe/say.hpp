#pragma once
// Lines on stderr, for whoever runs the program. One write each, so that lines of several threads do not mix.

#include <string_view>

namespace berth::impl {

/// "berth: warning: TEXT [CODE]". Never throws; what cannot be written is lost.
void say(std::string_view level, std::string_view code, std::string_view text) noexcept;

/// The text as it is.
void say_plainly(std::string_view text) noexcept;

}  // namespace berth::impl
