// error: in a pipeline it is berth::summing
#include <berth/berth.hpp>
#include <functional>
#include <vector>

void f(const std::vector<int>& items) {
#ifdef MUST_FAIL
  (void)(berth::par(items) | berth::sum());
#endif
  (void)(berth::par(items) | berth::summing());
}
