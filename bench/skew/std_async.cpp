#include <future>

#include "harness/options.hpp"
#include "skew/leaf.hpp"

namespace skew {
namespace {

// One part a CPU, the last one here.
template <class Part>
void in_parts(std::size_t begin, std::size_t end, const Part& part) {
  static const std::size_t threads = bench::cpus();
  const std::size_t size = (end - begin + threads - 1) / threads;
  std::vector<std::future<void>> others;
  for (; begin + size < end; begin += size)
    others.push_back(std::async(std::launch::async, [=, &part] { part(begin, begin + size); }));
  part(begin, end);
  for (auto& other : others) other.get();
}

void shape(const unsigned* ticks, double* out, std::size_t n) {
  in_parts(0, n, [=](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i != end; ++i) out[i] = of_cost{}(ticks[i]);
  });
}

void nested(const nest& of, double* out) {
  in_parts(0, of.outer, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i != last; ++i)
      in_parts(i * of.inner, (i + 1) * of.inner, [&](std::size_t begin, std::size_t end) {
        for (std::size_t j = begin; j != end; ++j) out[j] = of(j);
      });
  });
}

const bool added = add({"std_async", shape, nested});

}  // namespace
}  // namespace skew
