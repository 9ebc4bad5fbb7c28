#pragma once
// For programs that test what happens before and after main, where no test framework is: a failed check ends the
// process with a message and exit code 1, without running what exit() would.
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <iterator>

#define MUST(condition)                                                                   \
  do {                                                                                    \
    if (!(condition)) {                                                                   \
      std::fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition); \
      _exit(1);                                                                           \
    }                                                                                     \
  } while (false)

inline long thread_id() { return syscall(SYS_gettid); }

inline long threads_of_process() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/task"), std::filesystem::directory_iterator{});
}
