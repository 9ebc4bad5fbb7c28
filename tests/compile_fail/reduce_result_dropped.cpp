// error: nodiscard|warn_unused_result
#include <berth/reduce.hpp>
#include <functional>
#include <vector>

void f(const std::vector<int>& numbers) {
#ifdef MUST_FAIL
  berth::reduce(numbers, 0, std::plus<>{});
#endif
  (void)berth::reduce(numbers, 0, std::plus<>{});
}
