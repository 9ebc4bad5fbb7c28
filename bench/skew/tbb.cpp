#include <tbb/parallel_for.h>

#include "skew/leaf.hpp"

namespace skew {
namespace {

void shape(const unsigned* ticks, double* out, std::size_t n) {
  tbb::parallel_for(std::size_t{0}, n, [=](std::size_t i) { out[i] = of_cost{}(ticks[i]); });
}

void nested(const nest& of, double* out) {
  tbb::parallel_for(std::size_t{0}, of.outer, [&](std::size_t i) {
    tbb::parallel_for(i * of.inner, (i + 1) * of.inner, [&](std::size_t j) { out[j] = of(j); });
  });
}

const bool added = add({"tbb", shape, nested});

}  // namespace
}  // namespace skew
