// error: berth::map: the function returns nothing to pass on; use berth::peek or berth::for_each
#include <berth/pipeline.hpp>
#include <vector>

void f(const std::vector<int>& numbers) {
#ifdef MUST_FAIL
  (void)(berth::par(numbers) | berth::map([](int) {}) | berth::count());
#endif
  (void)(berth::par(numbers) | berth::peek([](int) {}) | berth::count());
}
