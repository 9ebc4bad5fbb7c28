#include "report_service/leaf.hpp"

namespace report_service {
namespace {

// Each calling thread has a team of its own: that is what OpenMP does when several threads call it.
void serve(const request& in, reply& out) {
#pragma omp parallel for schedule(static) num_threads(naive_threads)
  for (std::size_t i = 0; i < fields; ++i) out[i] = turn(in[i]);
}

const bool added = add({.name = "openmp_32", .serve = serve});

}  // namespace
}  // namespace report_service
