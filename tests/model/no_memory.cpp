// The explorer keeps no large blocks: what a leaving thread gives back is nothing.
#include "memory/kept.hpp"

namespace berth::impl {

void drop_unused(std::uint64_t) noexcept {}

}  // namespace berth::impl
