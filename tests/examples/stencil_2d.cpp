// Heat in a plate: each step makes every point the mean of its neighbours; the left edge is hot, the others are cold.
// The rows are worked on at the same time. Checked against the exact solution.
#include <algorithm>
#include <berth/for_each.hpp>
#include <berth/pipeline.hpp>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <numbers>
#include <vector>

namespace {

class plate {
 public:
  explicit plate(std::size_t size) : size_(size), points_(size * size) {
    for (std::size_t row = 0; row != size; ++row) points_[row * size] = std::sin(std::numbers::pi * place(row));
  }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] double place(std::size_t i) const { return static_cast<double>(i) / static_cast<double>(size_ - 1); }
  double* operator[](std::size_t row) { return points_.data() + row * size_; }
  const double* operator[](std::size_t row) const { return points_.data() + row * size_; }

 private:
  std::size_t size_;
  std::vector<double> points_;
};

void step(const plate& from, plate& to) {
  const std::size_t inner = from.size() - 2;
  berth::for_each_index(inner, [&](std::size_t i) {
    const double* const above = from[i];
    const double* const here = from[i + 1];
    const double* const below = from[i + 2];
    double* const out = to[i + 1];
    for (std::size_t k = 1; k <= inner; ++k) out[k] = 0.25 * (above[k] + below[k] + here[k - 1] + here[k + 1]);
  });
}

// The largest difference to the plate in balance, sinh(pi (1 - x)) / sinh(pi) sin(pi y).
double error_of(const plate& p) {
  return *(berth::par(berth::iota(p.size())) | berth::map([&](std::size_t row) {
             double most = 0;
             for (std::size_t k = 0; k != p.size(); ++k) {
               const double exact = std::sinh(std::numbers::pi * (1 - p.place(k))) / std::sinh(std::numbers::pi) *
                                    std::sin(std::numbers::pi * p.place(row));
               most = std::max(most, std::abs(p[row][k] - exact));
             }
             return most;
           }) |
           berth::largest());
}

}  // namespace

int main() {
  plate now(65);
  plate next = now;
  for (int i = 0; i != 6000; ++i) {
    step(now, next);
    std::swap(now, next);
  }
  const double error = error_of(now);
  std::printf("largest error after 6000 steps: %.6f\n", error);
  return error < 0.001 ? 0 : 1;
}
