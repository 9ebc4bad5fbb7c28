#pragma once
// A run_call for tests: it cuts every call into random pieces and runs them on several threads in random order.
#include <cstddef>
#include <exception>

namespace berth_tests {

// How calls of the whole process are run while one of these lives; without one they run as one piece.
struct split {
  unsigned seed = 1;
  std::size_t pieces = 8;                    // at most so many
  unsigned threads = 3;                      // beside each other, the caller not among them
  std::size_t stop_after = ~std::size_t{0};  // the call throws `stopped` after so many pieces
};

struct stopped : std::exception {};

class splitting {
 public:
  explicit splitting(const split& how);
  ~splitting();
  splitting(const splitting&) = delete;
  splitting& operator=(const splitting&) = delete;
};

// How many pieces have been run since the process began.
std::size_t pieces_run();

}  // namespace berth_tests
