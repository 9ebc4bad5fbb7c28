#pragma once
#include <berth/hints.hpp>
#include <cstddef>
#include <cstdint>

namespace berth::detail {

// A duration that berth::cost takes, without <chrono>.
template <class Rep, class Period>
struct plain_duration {
  Rep ticks;
  [[nodiscard]] Rep count() const { return ticks; }
};
struct picosecond {
  static constexpr std::uint64_t num = 1;
  static constexpr std::uint64_t den = 1'000'000'000'000;
};

// The hints for a call each of whose items stands for so many. least_ps: what one of those is known to cost at least.
inline hints block_hints(const hints& with, std::size_t items, std::uint64_t least_ps) {
  hints block = with;
  const std::uint64_t told = with.item_cost.picoseconds();
  const std::uint64_t each = told > least_ps ? told : least_ps;
  block.item_cost = plain_duration<double, picosecond>{static_cast<double>(each) * static_cast<double>(items)};
  block.grain = with.grain / items;
  return block;
}

}  // namespace berth::detail
