// error: berth::reduce: the operation must take two values
#include <berth/reduce.hpp>
#include <vector>

int total(const std::vector<int>& items) {
#ifdef MUST_FAIL
  return berth::reduce(items, 0, [](int x) { return x; });
#endif
  return berth::reduce(items, 0, [](int x, int y) { return x + y; });
}
