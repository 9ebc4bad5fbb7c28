// A library that calls berth from its static initialiser, and from its destructor.
#include "sequential_work.hpp"

namespace {
struct early {
  early() { work_on_this_thread_only(); }
  ~early() { work_on_this_thread_only(); }
} of_library;
}  // namespace

extern "C" __attribute__((visibility("default"))) void before_main_library() {}
