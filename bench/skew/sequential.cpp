#include "skew/leaf.hpp"

namespace skew {
namespace {

void shape(const unsigned* ticks, double* out, std::size_t n) {
  for (std::size_t i = 0; i != n; ++i) out[i] = of_cost{}(ticks[i]);
}

void nested(const nest& of, double* out) {
  for (std::size_t i = 0; i != of.outer; ++i)
    for (std::size_t j = i * of.inner; j != (i + 1) * of.inner; ++j) out[j] = of(j);
}

}  // namespace

const contender sequential{"sequential", shape, nested};

}  // namespace skew
