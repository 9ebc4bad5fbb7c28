#pragma once
#include <berth/detail/export.hpp>

namespace berth {

// While one lives, every berth call of its thread runs as a plain loop on that thread, and so do the calls inside
// those.
//
//   { berth::sequential_scope plain; reference = berth::map(rows, price); }
//
// Scopes nest, and must end in the thread that began them, innermost first: make them local variables. Never waits,
// never throws. Other threads are not concerned.
class [[nodiscard]] sequential_scope {
 public:
  BERTH_API sequential_scope() noexcept;
  BERTH_API ~sequential_scope();
  sequential_scope(const sequential_scope&) = delete;
  sequential_scope& operator=(const sequential_scope&) = delete;
};

}  // namespace berth

namespace berth::detail {

// Whether this thread is in a sequential_scope.
[[nodiscard]] BERTH_API bool forced_sequential() noexcept;

}  // namespace berth::detail
