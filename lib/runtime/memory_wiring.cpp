// What joins the control groups' limits to the memory that is kept.
#include <algorithm>
#include <cstdint>
#include <exception>

#include "environment/memory_limit.hpp"
#include "memory/kept.hpp"
#include "runtime/reading.hpp"

namespace berth::impl {

std::size_t memory_limit_of_groups() noexcept {
  constexpr std::uint64_t unknown = ~std::size_t{0};
  try {
    if (!current_request().values.cgroup) return unknown;
    return static_cast<std::size_t>(std::min(unknown, read_memory_limit(file_tree()).value_or(unknown)));
  } catch (const std::exception&) {
    return unknown;  // strictness will be loud on a caller's thread; a buffer's destructor must not throw
  }
}

}  // namespace berth::impl
