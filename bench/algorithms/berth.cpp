// berth's verbs. A verb whose header is not there yet has no row.
#include <berth/blocks.hpp>
#include <berth/buffer.hpp>
#include <berth/chunks.hpp>
#include <berth/collect.hpp>
#include <berth/concat.hpp>
#include <berth/divide_and_conquer.hpp>
#include <berth/enumerate.hpp>
#include <berth/for_each.hpp>
#include <berth/map.hpp>
#include <berth/map_into.hpp>
#include <berth/map_reduce.hpp>
#include <berth/reduce.hpp>
#include <berth/windows.hpp>
#include <berth/zip.hpp>
#include <functional>
#include <numeric>
#include <span>

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

void sum_in_two(work& w) {
  w.answer = berth::divide_and_conquer(
      std::span<const u64>(w.a), [](auto s) { return s.size() <= 1000; },
      [](auto s) { return std::pair(s.first(s.size() / 2), s.subspan(s.size() / 2)); },
      [](auto s) { return std::accumulate(s.begin(), s.end(), u64{0}); }, std::plus<>{});
}

const bool added =
    add({"berth",
         {
             {"sum_f64", [](work& w) { w.answer = bits_of(berth::reduce(w.d, 0.0, std::plus<>{})); }},
             {"collect_vector", [](work& w) { answer_with(w, berth::collect<std::vector<double>>(w.d, affine{})); }},
             {"collect_buffer", [](work& w) { answer_with(w, berth::collect<berth::buffer<double>>(w.d, affine{})); }},
             {"for_each", [](work& w) { berth::for_each(w.out, set_lowest{}); }},
             {"for_each_index",
              [](work& w) {
                const double* const in = w.d.data();
                double* const out = w.out_d.data();
                berth::for_each_index(w.n, [in, out](std::size_t i) { out[i] = affine{}(in[i]); });
              }},
             {"map", [](work& w) { answer_with(w, berth::map(w.d, affine{})); }},
             {"map_into", [](work& w) { berth::map_into(w.d, w.out_d, affine{}); }},
             {"reduce", [](work& w) { w.answer = berth::reduce(w.a, u64{0}, std::plus<>{}); }},
             {"map_reduce", [](work& w) { w.answer = berth::map_reduce(w.a, u64{0}, std::plus<>{}, mixed{}); }},
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
             {"divide_and_conquer", sum_in_two},
         }});

}  // namespace
}  // namespace algorithms
