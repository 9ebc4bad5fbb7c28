// Points in a plane, each given to the nearest of k centres, which move to the middle of their points until nothing
// changes. Checked against the centres that the points were scattered around.
#include <array>
#include <berth/pipeline.hpp>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <utility>
#include <vector>

namespace {

struct point {
  double x = 0, y = 0;
};

double squared_distance(point a, point b) { return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y); }

std::size_t nearest(const std::vector<point>& centres, point p) {
  std::size_t best = 0;
  for (std::size_t c = 1; c < centres.size(); ++c)
    if (squared_distance(centres[c], p) < squared_distance(centres[best], p)) best = c;
  return best;
}

// One round; the sums are the same to the last bit on every machine, and so are the rounds.
std::vector<point> moved(const std::vector<point>& points, const std::vector<point>& centres) {
  const auto middle = berth::teeing(berth::averaging(&point::x), berth::averaging(&point::y),
                                    [](double x, double y) { return point{x, y}; });
  auto out = centres;
  const auto groups = berth::par(points) | berth::group_by([&](const point& p) { return nearest(centres, p); }, middle);
  for (const auto& [centre, place] : groups) out[centre] = place;
  return out;
}

double moved_by(const std::vector<point>& before, const std::vector<point>& after) {
  double most = 0;
  for (std::size_t c = 0; c != before.size(); ++c) most = std::fmax(most, squared_distance(before[c], after[c]));
  return most;
}

std::vector<point> scattered(const std::vector<point>& around, std::size_t count) {
  return berth::par(berth::generated(count,
                                     [&](std::size_t i) {
                                       const std::uint64_t noise = (i + 1) * 0x9e3779b97f4a7c15u;
                                       const double angle = static_cast<double>(noise >> 40);
                                       const double far = static_cast<double>(noise % 1024) / 1024;
                                       const point& c = around[i % around.size()];
                                       return point{c.x + far * std::cos(angle), c.y + far * std::sin(angle)};
                                     })) |
         berth::to_vector();
}

}  // namespace

int main() {
  const std::vector<point> sources{{0, 0}, {10, 0}, {0, 10}, {10, 10}, {5, 20}};
  const auto points = scattered(sources, 200'000);
  std::vector<point> centres(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(sources.size()));
  int rounds = 0;
  for (double change = 1; change > 1e-12 && rounds != 100; ++rounds) {
    auto next = moved(points, centres);
    change = moved_by(centres, next);
    centres = std::move(next);
  }
  for (const point& c : centres) std::printf("%8.4f %8.4f\n", c.x, c.y);
  std::printf("%d rounds\n", rounds);
  return moved_by(centres, sources) < 0.001 ? 0 : 1;
}
