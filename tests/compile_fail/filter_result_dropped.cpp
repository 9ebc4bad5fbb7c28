// error: nodiscard|warn_unused_result
#include <berth/filter.hpp>
#include <vector>

void f(std::vector<int>& numbers) {
  const auto odd = [](int v) { return v % 2 != 0; };
#ifdef MUST_FAIL
  berth::filter(numbers, odd);
#endif
  (void)berth::filter(numbers, odd);
}
