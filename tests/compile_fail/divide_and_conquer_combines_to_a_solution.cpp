// error: berth::divide_and_conquer: combine must give a solution
#include <berth/divide_and_conquer.hpp>
#include <utility>

int total(int n) {
  const auto is_small = [](int x) { return x < 2; };
  const auto split = [](int x) { return std::pair(x / 2, x - x / 2); };
  const auto solve = [](int x) { return x; };
#ifdef MUST_FAIL
  return berth::divide_and_conquer(n, is_small, split, solve, [](int, int) {});
#endif
  return berth::divide_and_conquer(n, is_small, split, solve, [](int a, int b) { return a + b; });
}
