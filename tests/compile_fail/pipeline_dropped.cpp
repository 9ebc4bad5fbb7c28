// error: (unused-result|ignoring return value|nodiscard)
#include <berth/pipeline.hpp>
#include <vector>

void f(const std::vector<int>& numbers) {
  auto add = [](int) {};
#ifdef MUST_FAIL
  berth::par(numbers) | berth::peek(add);
#endif
  berth::par(numbers) | berth::for_each(add);
}
