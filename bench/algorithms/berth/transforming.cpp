// berth: for_each, map and what gives it its items. Cases that make the same call make it at one place; no others share
// a callable's type and the verb's loop: they would share a call site.
#include <berth/blocks.hpp>
#include <berth/buffer.hpp>
#include <berth/chunks.hpp>
#include <berth/collect.hpp>
#include <berth/concat.hpp>
#include <berth/copy.hpp>
#include <berth/divide_and_conquer.hpp>
#include <berth/enumerate.hpp>
#include <berth/fill.hpp>
#include <berth/flat_map.hpp>
#include <berth/for_each.hpp>
#include <berth/generate.hpp>
#include <berth/join.hpp>
#include <berth/map.hpp>
#include <berth/map_into.hpp>
#include <berth/map_reduce.hpp>
#include <berth/tabulate.hpp>
#include <berth/windows.hpp>
#include <berth/zip.hpp>
#include <functional>
#include <numeric>
#include <span>
#include <utility>

#include "algorithms/leaf.hpp"

namespace algorithms {
namespace {

void zip(work& w) {
  berth::for_each(berth::zip(w.out, w.a, w.b), [](auto&& all) {
    auto& [out, x, y] = all;
    out = x * y;
  });
}

void enumerate(work& w) {
  berth::map_into(berth::enumerate(w.a), w.out, [](auto&& numbered) {
    auto& [i, x] = numbered;
    return x + i;
  });
}

void transpose(work& w) {
  const std::size_t side = w.wanted;
  berth::for_each(berth::blocks_2d(side, side), [&w, side](const berth::block_2d& tile) {
    const double* const in = w.d.data();
    double* const out = w.out_d.data();
    tile.for_each([=](std::size_t row, std::size_t column) { out[row * side + column] = in[column * side + row]; });
  });
}

void turn(work& w) {
  const std::size_t side = w.wanted;
  berth::for_each(berth::blocks_3d(side, side, side), [&w, side](const berth::block_3d& tile) {
    const double* const in = w.d.data();
    double* const out = w.out_d.data();
    tile.for_each([=](std::size_t plane, std::size_t row, std::size_t column) {
      out[(plane * side + row) * side + column] = in[(row * side + plane) * side + column];
    });
  });
}

void sum_in_two(work& w) {
  w.answer = berth::divide_and_conquer(
      std::span<const u64>(w.a), [](auto s) { return s.size() <= 32768; },
      [](auto s) { return std::pair(s.first(s.size() / 2), s.subspan(s.size() / 2)); },
      [](auto s) { return std::accumulate(s.begin(), s.end(), u64{0}); }, std::plus<>{});
}

void sum_both_halves(work& w) {
  const auto middle = w.a.begin() + static_cast<std::ptrdiff_t>(w.n / 2);
  const auto [low, high] = berth::join([&] { return std::accumulate(w.a.begin(), middle, u64{0}); },
                                       [&] { return std::accumulate(middle, w.a.end(), u64{0}); });
  w.answer = low + high;
}

void buffer(work& w) {
  berth::buffer<u64> made(w.n);
  const u64* const in = w.a.data();
  u64* const out = made.data();
  berth::for_each_index(w.n, [in, out](std::size_t i) { out[i] = in[i] + 1; });
  answer_with(w, made);
}

// None, one or two items.
struct few {
  u64 items[2];
  std::size_t count;
  [[nodiscard]] const u64* begin() const { return items; }
  [[nodiscard]] const u64* end() const { return items + count; }
};

const bool added =
    add({"berth",
         {
             {"for_each", [](work& w) { berth::for_each(w.out, set_lowest{}); }},
             {"for_each_index",
              [](work& w) {
                const double* const in = w.d.data();
                double* const out = w.out_d.data();
                berth::for_each_index(w.n, [in, out](std::size_t i) { out[i] = affine{}(in[i]); });
              }},
             {"map", [](work& w) { answer_with(w, berth::map(w.d, [](double x) { return affine{}(x); })); }},
             {"map_into", [](work& w) { berth::map_into(w.d, w.out_d, affine{}); }},
             {"flat_map",
              [](work& w) { answer_with(w, berth::flat_map(w.a, [](u64 x) { return few{{x, x + 1}, x % 3}; })); }},
             {"tabulate", [](work& w) { answer_with(w, berth::tabulate(w.n, mixed{})); }},
             {"fill", [](work& w) { berth::fill(w.out, u64{7}); }},
             {"generate", [](work& w) { berth::generate(w.out, [](std::size_t i) { return mixed{}(i); }); }},
             {"copy", [](work& w) { berth::copy(w.a, w.out); }},
             {"collect_vector", [](work& w) { answer_with(w, berth::collect<std::vector<double>>(w.d, affine{})); }},
             {"collect_buffer", [](work& w) { answer_with(w, berth::collect<berth::buffer<double>>(w.d, affine{})); }},
             {"collect",
              [](work& w) { answer_with(w, berth::collect<std::vector<u64>>(w.a, [](u64 x) { return mixed{}(x); })); }},
             {"buffer", buffer},
             {"zip", zip},
             {"enumerate", enumerate},
             {"chunks",
              [](work& w) {
                berth::map_into(berth::chunks(w.a, 100), w.out,
                                [](std::span<const u64> s) { return std::accumulate(s.begin(), s.end(), u64{0}); });
              }},
             {"windows", [](work& w) { berth::map_into(berth::windows(w.d, 3), w.out_d, sum_of_three{}); }},
             {"concat",
              [](work& w) { w.answer = berth::map_reduce(berth::concat(w.a, w.b), u64{0}, std::plus<>{}, mixed{}); }},
             {"blocks_2d", transpose},
             {"blocks_3d", turn},
             {"divide_and_conquer", sum_in_two},
             {"join", sum_both_halves},
         }});

}  // namespace
}  // namespace algorithms
