#pragma once
// A random way to cut calls, for properties.
#include <rapidcheck.h>

#include "algorithms/split_run_call.hpp"

namespace berth_tests {

inline split any_split() {
  return {.seed = *rc::gen::arbitrary<unsigned>(),
          .pieces = *rc::gen::inRange<std::size_t>(1, 40),
          .threads = *rc::gen::inRange<unsigned>(1, 4)};
}

}  // namespace berth_tests
