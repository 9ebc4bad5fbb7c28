// error: nodiscard|warn_unused_result
#include <berth/map_reduce.hpp>
#include <functional>
#include <vector>

void f(const std::vector<int>& numbers) {
  auto twice = [](int v) { return 2 * v; };
#ifdef MUST_FAIL
  berth::map_reduce(numbers, 0, std::plus<>{}, twice);
#endif
  (void)berth::map_reduce(numbers, 0, std::plus<>{}, twice);
}
