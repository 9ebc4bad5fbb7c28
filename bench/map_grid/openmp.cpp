#include "map_grid/leaf.hpp"

namespace map_grid {
namespace {

struct with_openmp {
  template <class F>
  [[gnu::noinline]] static void map(const double* in, double* out, std::size_t n) {
    F f;
#pragma omp parallel for schedule(static)
    for (std::size_t i = 0; i < n; ++i) out[i] = f(in[i]);
  }
};

const bool added = add(contender_of<with_openmp>("openmp"));

}  // namespace
}  // namespace map_grid
