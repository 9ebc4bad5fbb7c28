// A grey image under a 3 x 3 kernel: blurred, then its edges found. Rows are worked on at the same time. A kernel that
// leaves everything as it is, and a loop, check the answer.
#include <algorithm>
#include <array>
#include <berth/for_each.hpp>
#include <berth/pipeline.hpp>
#include <cstddef>
#include <cstdio>
#include <vector>

namespace {

struct image {
  std::size_t width, height;
  std::vector<float> pixels;
  [[nodiscard]] float at(std::size_t x, std::size_t y) const { return pixels[y * width + x]; }
};

using kernel = std::array<float, 9>;

// Beyond its border an image goes on as it ended there.
float convolved(const image& in, const kernel& k, std::size_t x, std::size_t y) {
  float sum = 0;
  for (std::size_t j = 0; j != 3; ++j)
    for (std::size_t i = 0; i != 3; ++i) {
      const std::size_t from_x = std::min(x + i - std::min<std::size_t>(x + i, 1), in.width - 1);
      const std::size_t from_y = std::min(y + j - std::min<std::size_t>(y + j, 1), in.height - 1);
      sum += k[3 * j + i] * in.at(from_x, from_y);
    }
  return sum;
}

image under(const image& in, const kernel& k) {
  image out{in.width, in.height, std::vector<float>(in.pixels.size())};
  berth::for_each_index(in.height, [&](std::size_t y) {
    for (std::size_t x = 0; x != in.width; ++x) out.pixels[y * in.width + x] = convolved(in, k, x, y);
  });
  return out;
}

image checkerboard(std::size_t width, std::size_t height) {
  return {width, height,
          berth::par(berth::generated(
              width * height, [=](std::size_t i) { return (i % width / 8 + i / width / 8) % 2 == 0 ? 1.0f : 0.0f; })) |
              berth::to_vector()};
}

}  // namespace

int main() {
  constexpr kernel same{0, 0, 0, 0, 1, 0, 0, 0, 0};
  constexpr kernel edges{0, -1, 0, -1, 4, -1, 0, -1, 0};
  const image board = checkerboard(512, 384);
  const image unchanged = under(board, same);
  const image outlines = under(board, edges);
  const auto lit = berth::par(outlines.pixels) | berth::filter([](float p) { return p != 0; }) | berth::count();
  // Every pixel beside another square: 2 of each 8 columns and rows, but for the border of the image.
  std::size_t expected = 0;
  for (std::size_t y = 0; y != board.height; ++y)
    for (std::size_t x = 0; x != board.width; ++x) {
      const bool at_side = (x % 8 == 0 && x != 0) || (x % 8 == 7 && x != board.width - 1);
      const bool at_end = (y % 8 == 0 && y != 0) || (y % 8 == 7 && y != board.height - 1);
      expected += at_side || at_end ? 1 : 0;
    }
  std::printf("%zu pixels lie on an edge\n", lit);
  return unchanged.pixels == board.pixels && lit == expected ? 0 : 1;
}
