#pragma once
// --berth-* arguments of a program's command line.

#include <vector>

#include "budget/requested.hpp"

namespace berth::impl {

struct taken_arguments {
  std::vector<given_argument> given;
  std::vector<char*> rest;  ///< what is the program's own, in order
};

/// Throws configuration_error for an unknown name, a missing or a malformed value. Changes nothing.
[[nodiscard]] taken_arguments take_arguments(int argc, char** argv);

}  // namespace berth::impl
