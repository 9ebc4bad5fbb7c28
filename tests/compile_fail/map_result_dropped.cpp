// error: nodiscard|warn_unused_result
#include <berth/map.hpp>
#include <vector>

void f(const std::vector<int>& numbers) {
  auto twice = [](int v) { return 2 * v; };
#ifdef MUST_FAIL
  berth::map(numbers, twice);
#endif
  (void)berth::map(numbers, twice);
}
