#pragma once
// Readings as reports.

#include <berth/explain.hpp>

#include "runtime/reading.hpp"

namespace berth::impl {

/// Everything that the reading itself holds.
[[nodiscard]] report basic_report(const reading& made);

/// Adds what is read for information only: cpuset, throttling, topology.
void add_details(report& to, const reading& made, const file_tree& tree);

/// Adds what other rooms provide: the pool, their sections.
void add_provided(report& to, const reading& made);

/// Adds findings about others that use the same quota.
void add_neighbours(report& to, const reading& made, const file_tree& tree);

}  // namespace berth::impl
