#pragma once
#include <sys/types.h>

#include <string>

namespace bench {

struct thread_count {
  unsigned all = 0;
  unsigned runnable = 0;  // running, or waiting for a CPU (a thread held back by a CPU quota counts)
};

// Counts the threads of a process (/proc/PID/task/*/stat), but for the thread `except`. Some 10 us a thread.
thread_count count_threads(pid_t process, pid_t except = 0);

}  // namespace bench
