#pragma once
// Carries what belongs to the calling thread, such as a trace span, a locale or an allocation arena, to the helpers
// that work for it. The floating-point control state travels always and needs no hook.
#include <berth/detail/export.hpp>

namespace berth {

struct context_hook {
  // On the calling thread, once a call of several pieces and once a berth::async. What it returns is handed to others.
  void* (*capture)() = nullptr;
  // On a helper, before its first item of the call; returns what is to be put back.
  void* (*enter)(void* captured) = nullptr;
  // On the same helper, after its last item.
  void (*leave)(void* captured, void* before) = nullptr;
  // On the calling thread, when the call is over; of berth::async on whichever thread destroys the future.
  void (*release)(void* captured) = nullptr;
};

// Installs the hook for the whole process, once, before the first parallel call; members may be null. The functions may
// not throw and may not call berth. Never waits. Throws configuration_error if a hook is installed already.
// Cost: one capture and release a shared call, one enter and leave a helper a call; nothing for plain calls.
BERTH_API void set_context_hook(const context_hook& hook);

}  // namespace berth
