// Calls from the initialiser and the destructor of a library that is opened and closed while the process runs: they
// start no pool. Argument: the plugin's path.
#include <dlfcn.h>

#include "../pool_support.hpp"
#include "checks.hpp"

int main(int, char** argv) {
  const berth_tests::watchdog guard("calls in a plugin's initialiser");
  for (int round = 0; round != 3; ++round) {
    void* plugin = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (!plugin) std::fprintf(stderr, "%s\n", dlerror());
    MUST(plugin);
    MUST(dlclose(plugin) == 0);
  }
  if (berth_tests::budget_cpus() > 1) MUST(berth_tests::can_meet(2));
  return 0;
}
