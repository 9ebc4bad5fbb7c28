// error: in a pipeline it is berth::sorted
#include <berth/berth.hpp>
#include <functional>
#include <vector>

void f(const std::vector<int>& items) {
#ifdef MUST_FAIL
  (void)(berth::par(items) | berth::sort(std::greater<>{}) | berth::to_vector());
#endif
  (void)(berth::par(items) | berth::sorted(std::greater<>{}) | berth::to_vector());
}
