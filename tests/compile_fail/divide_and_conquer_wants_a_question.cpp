// error: berth::divide_and_conquer: is_small must take the problem and return a bool
#include <berth/divide_and_conquer.hpp>

int f() {
  auto halves = [](int v) { return std::pair(v / 2, v - v / 2); };
  auto itself = [](int v) { return v; };
  auto sum = [](int a, int b) { return a + b; };
#ifdef MUST_FAIL
  berth::divide_and_conquer(100, [](const char* text) { return text != nullptr; }, halves, itself, sum);
#endif
  return berth::divide_and_conquer(100, [](int v) { return v == 1; }, halves, itself, sum);
}
