#include "harness/quiet.hpp"

#include <unistd.h>

#include "harness/clock.hpp"
#include "harness/threads.hpp"

namespace bench {

namespace {

void wait_until_quiet(pid_t process, pid_t except) {
  const auto give_up = now_ns() + 400'000'000;
  while (count_threads(process, except).runnable != 0 && now_ns() < give_up) clobber();
}

}  // namespace

void wait_until_quiet() { wait_until_quiet(getpid(), gettid()); }

void wait_until_quiet(pid_t process) { wait_until_quiet(process, 0); }

}  // namespace bench
