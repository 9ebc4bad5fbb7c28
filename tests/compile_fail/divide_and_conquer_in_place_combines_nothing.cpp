// error: berth::divide_and_conquer: combine must be callable without arguments
#include <berth/divide_and_conquer.hpp>
#include <vector>

void touch(int n) {
  const auto is_small = [](int x) { return x < 2; };
  const auto split = [](int x) { return std::vector<int>{x / 2, x - x / 2}; };
  const auto solve = [](int) {};
#ifdef MUST_FAIL
  berth::divide_and_conquer(n, is_small, split, solve, [](int) {});
#endif
  berth::divide_and_conquer(n, is_small, split, solve, [] {});
}
