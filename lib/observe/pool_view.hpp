#pragma once
// What a report shows of rooms that it does not know: they register a function each, and the report calls it.

#include <string>
#include <vector>

namespace berth::impl {

struct pool_view {
  int width = 0;
  int workers = 0;
  std::string supply;
  std::string spin;
  std::string shortfall;  ///< why fewer threads can be had than the budget allows; empty if that is not so
};

struct section {
  std::string title;
  std::vector<std::string> lines;
};

/// Replaces the function that describes the pool. It must stay callable for the life of the process, from any thread.
void provide_pool_view(pool_view (*provider)()) noexcept;

/// Replaces the function that describes call sites, admission and the like; same rules.
void provide_sections(std::vector<section> (*provider)()) noexcept;

/// Null until the pool has provided one.
[[nodiscard]] pool_view (*pool_view_provider() noexcept)();
[[nodiscard]] std::vector<section> (*sections_provider() noexcept)();

}  // namespace berth::impl
