#include "pool_foreign_tbb.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <execution>
#include <numeric>
#include <vector>

namespace berth_tests {

namespace {

// oneTBB counts the CPUs at its first use, and orders that for later users by an atomic of its own, which the thread
// sanitizer does not see. Before main there is only one thread, and every other comes after it.
[[maybe_unused]] const int counted = tbb::info::default_concurrency();

}  // namespace

void tbb_for(std::size_t count, void (*item)(void*, std::size_t), void* data) {
  tbb::parallel_for(
      tbb::blocked_range<std::size_t>(0, count, 1),
      [=](const tbb::blocked_range<std::size_t>& part) {
        for (std::size_t i = part.begin(); i != part.end(); ++i) item(data, i);
      },
      tbb::simple_partitioner{});
}

std::shared_ptr<void> tbb_limit(std::size_t threads) {
  return std::make_shared<tbb::global_control>(tbb::global_control::max_allowed_parallelism, threads);
}

void std_par_for(std::size_t count, void (*item)(void*, std::size_t), void* data) {
  std::vector<std::size_t> indices(count);
  std::iota(indices.begin(), indices.end(), std::size_t{0});
  std::for_each(std::execution::par, indices.begin(), indices.end(), [=](std::size_t i) { item(data, i); });
}

}  // namespace berth_tests
