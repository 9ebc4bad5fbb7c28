#pragma once
// The switches that the other rooms follow. Declared here, where every room may look; the runtime, which owns the
// process's one budget, defines it.

#include "berth/configure.hpp"

namespace berth::impl {

/// Variables, arguments and configure() merged. Reads the budget if nothing has yet, and so throws as budget() does;
/// the object is never destroyed. `cpus` is what was asked for, 0 for detection: the budget itself is berth::budget().
[[nodiscard]] const settings& effective_settings();

}  // namespace berth::impl
