// tbb: as it comes. tbb_32: one arena of 32 threads for all requests, as on a host of 32 CPUs.
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "report_service/leaf.hpp"

namespace report_service {
namespace {

void serve(const request& in, reply& out) {
  tbb::parallel_for(std::size_t{0}, fields, [&](std::size_t i) { out[i] = turn(in[i]); });
}

tbb::task_arena& arena_of_32() {
  static tbb::task_arena arena(naive_threads);
  return arena;
}

void start_32() {
  static tbb::global_control limit(tbb::global_control::max_allowed_parallelism, naive_threads);
  arena_of_32().initialize();
}

void serve_32(const request& in, reply& out) {
  arena_of_32().execute([&] { serve(in, out); });
}

const bool added =
    add({.name = "tbb_32", .serve = serve_32, .start = start_32}) && add({.name = "tbb", .serve = serve});

}  // namespace
}  // namespace report_service
