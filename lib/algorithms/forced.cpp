#include "algorithms/forced.hpp"

#include <berth/sequential_scope.hpp>

#include "pool/clock.hpp"
#include "pool/config.hpp"

namespace berth::impl {
namespace {

// What handing a part to a helper that is up and looking pays back.
constexpr std::uint64_t worth_sharing_ns = 4 * microsecond;

}  // namespace

bool always_sequential() { return switches().sequential || detail::forced_sequential(); }

std::uint64_t share_above_ns() {
  const std::int64_t asked = switches().sequential_below_ns;
  return asked < 0 ? worth_sharing_ns : static_cast<std::uint64_t>(asked);
}

}  // namespace berth::impl
