// A library to be opened while the process runs; its initialiser and its destructor call berth. The bodies ask the
// loader for something, as user code may: a helper that did so would wait for the thread that waits for it.
#include <dlfcn.h>

#include "sequential_work.hpp"

namespace {

void call_with_bodies_that_ask_the_loader() {
  using namespace std::chrono_literals;
  berth::for_each_index(16,
                        [](std::size_t) {
                          if (void* self = dlopen(nullptr, RTLD_NOW)) dlclose(self);
                        },
                        {.item_cost = 1ms});
}

struct resident {
  resident() {
    work_on_this_thread_only();
    call_with_bodies_that_ask_the_loader();
  }
  ~resident() { work_on_this_thread_only(); }
} of_plugin;

}  // namespace
