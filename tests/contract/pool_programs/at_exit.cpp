// Calls at exit: from handlers and from static destructors, whether or not the pool has been used, and while other
// threads are in the middle of calls. Argument: unused, used or busy.
#include <cstdlib>
#include <cstring>
#include <thread>

#include "../pool_support.hpp"
#include "sequential_work.hpp"

namespace {

struct late {
  ~late() {
    const long before = threads_of_process();
    work_on_this_thread_only();
    MUST(threads_of_process() <= before);
    std::puts("the static destructor has run");
    std::fflush(stdout);
  }
} of_program;

void some_work() {
  std::atomic<int> ran{0};
  berth::for_each_index(50, [&](std::size_t) {
    berth_tests::busy(std::chrono::microseconds(100));
    ++ran;
  });
  MUST(ran == 50);
}

void keep_working() {
  for (;;) some_work();
}

}  // namespace

int main(int, char** argv) {
  static const berth_tests::watchdog guard("calls at exit");
  std::atexit(some_work);
  if (std::strcmp(argv[1], "unused") != 0) berth_tests::warm_up();
  std::atexit(some_work);
  if (std::strcmp(argv[1], "busy") == 0) {
    for (int k = 0; k != 3; ++k) std::thread(keep_working).detach();
    usleep(20'000);
  }
  return 0;
}
