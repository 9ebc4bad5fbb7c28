#include <algorithm>
#include <execution>
#include <ranges>

#include "skew/leaf.hpp"

namespace skew {
namespace {

void shape(const unsigned* ticks, double* out, std::size_t n) {
  std::transform(std::execution::par, ticks, ticks + n, out, of_cost{});
}

void nested(const nest& of, double* out) {
  const auto rows = std::views::iota(std::size_t{0}, of.outer);
  std::for_each(std::execution::par, rows.begin(), rows.end(), [&](std::size_t i) {
    const auto items = std::views::iota(i * of.inner, (i + 1) * of.inner);
    std::for_each(std::execution::par, items.begin(), items.end(), [&](std::size_t j) { out[j] = of(j); });
  });
}

const bool added = add({"std_par", shape, nested});

}  // namespace
}  // namespace skew
