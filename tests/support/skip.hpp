#pragma once
// A test case that cannot run on this machine says so, and why.
//
//   if (geteuid() != 0) return berth_tests::skip("needs root to make a cgroup");
#include <string_view>

namespace berth_tests {

// Prints "skipped: <why>" and counts the case as skipped. A program all of whose selected cases were skipped, none of
// them failing, exits with 77, which ctest shows as "Skipped". To be called at most once a case. Waits: never.
// Thread-safety: any thread.
void skip(std::string_view why);

// How many cases have called skip().
int skipped_cases();

}  // namespace berth_tests
