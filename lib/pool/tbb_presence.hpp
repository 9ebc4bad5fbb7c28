#pragma once
namespace berth::impl {

// Whether this thread is executing a task of somebody else's TBB arena (workers, and callers of its algorithms).
bool in_foreign_tbb_task();

}  // namespace berth::impl
