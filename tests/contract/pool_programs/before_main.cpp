// Calls from static initialisers, of the program and of a library that it links, stay on their thread and leave no
// thread behind; what is set in main still counts.
#include <berth/for_each.hpp>
#include <berth/plan.hpp>
#include <cstdlib>
#include <thread>

#if __has_include(<berth/configure.hpp>)
#include <berth/configure.hpp>
#endif

#include "../pool_support.hpp"
#include "sequential_work.hpp"

extern "C" void before_main_library();

namespace {
struct early {
  early() { work_on_this_thread_only(); }
} of_program;
const long threads_after_initialisers = threads_of_process();
}  // namespace

int main() {
  before_main_library();
  const berth_tests::watchdog guard("calls after static initialisers");
  const long of_sanitizer = berth_tests::under_thread_sanitizer ? 1 : 0;
  MUST(threads_after_initialisers <= 1 + of_sanitizer);
  setenv("BERTH_CPUS", "3", 1);
#if __has_include(<berth/configure.hpp>)
  berth::configure({.cpus = 2});  // not too late
#endif
  MUST(berth_tests::budget_cpus() == 3);
  MUST(berth_tests::can_meet(3));
  return 0;
}
