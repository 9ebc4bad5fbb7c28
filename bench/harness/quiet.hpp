#pragma once
#include <sys/types.h>

// Several runtimes in one process: what one leaves spinning must not be charged to the next.

namespace bench {

// Returns once no other thread of this process runs or wants to, or after 400 ms (a pool that never rests). Never
// sleeps, so that the CPU of the caller stays awake.
void wait_until_quiet();

// The same for all threads of another process.
void wait_until_quiet(pid_t process);

}  // namespace bench
