#include "map_grid/leaf.hpp"

namespace map_grid {
namespace {

struct loop {
  template <class F>
  [[gnu::noinline]] static void map(const double* in, double* out, std::size_t n) {
    F f;
    for (std::size_t i = 0; i != n; ++i) out[i] = f(in[i]);
  }
};

}  // namespace

const contender sequential = contender_of<loop>("sequential");

}  // namespace map_grid
