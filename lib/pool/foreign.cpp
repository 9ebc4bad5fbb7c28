#include "pool/foreign.hpp"

#include <dlfcn.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <utility>

#include "pool/pool.hpp"
#include "pool/servers.hpp"
#include "pool/tbb_presence.hpp"

namespace berth::impl {
namespace {

bool in_openmp_region() {
  // Whatever OpenMP runtime the process has loaded, if any; looked up once the first call is about to queue.
  static const auto in_parallel = reinterpret_cast<int (*)()>(dlsym(RTLD_DEFAULT, "omp_in_parallel"));
  return in_parallel && in_parallel();
}

bool at_usual_priority() { return thread_priority::current() == the_pool().usual_priority; }

}  // namespace

thread_priority thread_priority::current() {
  return {.policy = sched_getscheduler(0), .nice = getpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)))};
}

bool may_sleep_here() { return !exiting() && at_usual_priority() && !in_openmp_region() && !in_foreign_tbb_task(); }

slot_kind lend_slot() {
  pool& p = the_pool();
  const slot_kind kind = std::exchange(this_thread().slot, slot_kind::lent);
  if (kind == slot_kind::caller) {
    p.slots.leave_caller();
    summon_server();
  } else if (kind == slot_kind::helper) {
    p.slots.leave_helper();
  } else {
    this_thread().slot = kind;  // there was no place to lend, or it is lent already
    return slot_kind::none;
  }
  return kind;
}

void take_slot_back(slot_kind kind) {
  if (kind == slot_kind::none) return;
  pool& p = the_pool();
  if (kind == slot_kind::caller) p.slots.enter_caller();
  if (kind == slot_kind::helper) p.slots.enter_helper();
  this_thread().slot = kind;
}

}  // namespace berth::impl
