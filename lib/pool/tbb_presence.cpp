#include "pool/tbb_presence.hpp"

#include <oneapi/tbb/task.h>
#include <oneapi/tbb/task_arena.h>

namespace berth::impl {

// Our own residents never ask: they do not queue. The first question touches nothing on a thread that TBB does not
// know; outside any task the current context is null.
bool in_foreign_tbb_task() {
  return tbb::this_task_arena::current_thread_index() != tbb::task_arena::not_initialized &&
         tbb::task::current_context() != nullptr;
}

}  // namespace berth::impl
