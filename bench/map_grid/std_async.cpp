#include <algorithm>
#include <future>

#include "harness/options.hpp"
#include "map_grid/leaf.hpp"

namespace map_grid {
namespace {

// One part a CPU, the last one here.
struct with_std_async {
  template <class F>
  [[gnu::noinline]] static void map(const double* in, double* out, std::size_t n) {
    const auto part = [=](std::size_t begin, std::size_t end) {
      F f;
      for (std::size_t i = begin; i != end; ++i) out[i] = f(in[i]);
    };
    static const std::size_t threads = bench::cpus();
    const std::size_t size = (n + threads - 1) / threads;
    std::vector<std::future<void>> others;
    std::size_t begin = 0;
    for (; begin + size < n; begin += size) others.push_back(std::async(std::launch::async, part, begin, begin + size));
    part(begin, n);
    for (auto& other : others) other.get();
  }
};

const bool added = add(contender_of<with_std_async>("std_async"));

}  // namespace
}  // namespace map_grid
