#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include "map_grid/leaf.hpp"

namespace map_grid {
namespace {

struct with_tbb {
  template <class F>
  [[gnu::noinline]] static void map(const double* in, double* out, std::size_t n) {
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, n), [=](const tbb::blocked_range<std::size_t>& piece) {
      F f;
      for (std::size_t i = piece.begin(); i != piece.end(); ++i) out[i] = f(in[i]);
    });
  }
};

const bool added = add(contender_of<with_tbb>("tbb"));

}  // namespace
}  // namespace map_grid
