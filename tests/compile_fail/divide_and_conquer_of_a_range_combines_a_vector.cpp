// error: berth::divide_and_conquer: combine must take a std::vector of the solutions
#include <berth/divide_and_conquer.hpp>
#include <vector>

int total(int n) {
  const auto is_small = [](int x) { return x < 2; };
  const auto split = [](int x) { return std::vector<int>{x / 2, x - x / 2}; };
  const auto solve = [](int x) { return x; };
#ifdef MUST_FAIL
  return berth::divide_and_conquer(n, is_small, split, solve, [](int a, int b) { return a + b; });
#endif
  return berth::divide_and_conquer(n, is_small, split, solve,
                                   [](const std::vector<int>& all) { return all[0] + all[1]; });
}
