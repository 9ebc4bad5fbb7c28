// error: berth::map: the function returns nothing to keep; use berth::for_each
#include <berth/for_each.hpp>
#include <berth/map.hpp>
#include <vector>

void f(std::vector<int>& numbers) {
  auto add = [](int& v) { ++v; };
#ifdef MUST_FAIL
  (void)berth::map(numbers, add);
#endif
  berth::for_each(numbers, add);
}
