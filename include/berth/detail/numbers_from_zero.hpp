#pragma once
// The numbers from 0 as an iterator, for verbs whose items are indices: iota_view's header costs more than all of this.
#include <cstddef>

namespace berth::detail {

struct counting {
  using value_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  constexpr std::size_t operator*() const { return 0; }
  constexpr std::size_t operator[](std::ptrdiff_t i) const { return static_cast<std::size_t>(i); }
};

}  // namespace berth::detail
