#include "skew/leaf.hpp"

namespace skew {
namespace {

void shape(const unsigned* ticks, double* out, std::size_t n) {
#pragma omp parallel for schedule(dynamic)
  for (std::size_t i = 0; i < n; ++i) out[i] = of_cost{}(ticks[i]);
}

// OpenMP runs an inner region on one thread unless told otherwise.
void nested(const nest& of, double* out) {
#pragma omp parallel for schedule(dynamic)
  for (std::size_t i = 0; i < of.outer; ++i) {
#pragma omp parallel for schedule(static)
    for (std::size_t j = i * of.inner; j < (i + 1) * of.inner; ++j) out[j] = of(j);
  }
}

const bool added = add({"openmp", shape, nested});

}  // namespace
}  // namespace skew
