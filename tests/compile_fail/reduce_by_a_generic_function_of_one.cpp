// error: berth::reduce: the operation must take two values
#include <berth/berth.hpp>
#include <vector>

int total(const std::vector<int>& items) {
#ifdef MUST_FAIL
  return berth::reduce(items, 0, [](auto x) { return x; });
#endif
  return berth::reduce(items, 0, [](auto x, auto y) { return x + y; });
}
