#pragma once
#include <berth/detail/export.hpp>
#include <berth/hints.hpp>
#include <cstddef>
#include <string>

namespace berth {

// Which way a call would go, and why.
struct plan {
  bool parallel = false;
  unsigned cpus = 1;         // how many would work on it at most
  std::size_t pieces = 1;    // about how many pieces it would be run in
  double sequential_ns = 0;  // expected time as a plain loop; 0: unknown
  double expected_ns = 0;    // expected time as planned, on otherwise idle CPUs; 0: unknown
  std::string because;       // one sentence
};

// The dry run of a call of `items` items under these hints, as it would go with helpers asleep, from what the hints
// say; without an item_cost the plan says what berth would do to find out. Reads the budget if that has not been done
// yet; runs nothing, and does not wait. Thread-safe. Throws configuration_error if BERTH_STRICT=1 refuses the
// configuration.
[[nodiscard]] BERTH_API plan plan_for(std::size_t items, const hints& with = no_hints);

// Several lines for people: "parallel on 2 CPUs, ..." and why.
[[nodiscard]] BERTH_API std::string to_text(const plan& p);

}  // namespace berth
