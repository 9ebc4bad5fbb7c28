// error: nodiscard|warn_unused_result
#include <berth/any.hpp>
#include <vector>

void f(const std::vector<int>& numbers) {
#ifdef MUST_FAIL
  berth::any(numbers, [](int n) { return n > 7; });
#endif
  (void)berth::any(numbers, [](int n) { return n > 7; });
}
