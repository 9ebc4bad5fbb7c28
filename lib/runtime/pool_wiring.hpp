#pragma once

namespace berth::impl {

/// configure() has changed what was asked for: the pool's switches are resolved anew at their next use.
void forget_switches() noexcept;

}  // namespace berth::impl
