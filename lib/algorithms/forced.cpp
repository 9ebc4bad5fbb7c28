#include "algorithms/forced.hpp"

#include "pool/clock.hpp"
#include "pool/config.hpp"

namespace berth::impl {
namespace {

const pool_config& switches() {
  static const pool_config* read = new pool_config(switches_only());
  return *read;
}

constexpr std::uint64_t learned_ns = 4 * microsecond;

}  // namespace

bool always_sequential() { return switches().sequential; }

std::uint64_t share_above_ns() {
  static const std::uint64_t below =
      switches().sequential_below_ns < 0 ? learned_ns : static_cast<std::uint64_t>(switches().sequential_below_ns);
  return below;
}

}  // namespace berth::impl
