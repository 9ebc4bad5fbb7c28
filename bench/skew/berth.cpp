#include <berth/for_each.hpp>
#include <berth/map_into.hpp>
#include <span>

#include "skew/leaf.hpp"

namespace skew {
namespace {

void shape(const unsigned* ticks, double* out, std::size_t n) {
  berth::map_into(std::span(ticks, n), std::span(out, n), of_cost{});
}

void nested(const nest& of, double* out) {
  berth::for_each_index(of.outer, [&](std::size_t i) {
    berth::for_each_index(of.inner, [&](std::size_t j) { out[i * of.inner + j] = of(i * of.inner + j); });
  });
}

const bool added = add({"berth", shape, nested});

}  // namespace
}  // namespace skew
