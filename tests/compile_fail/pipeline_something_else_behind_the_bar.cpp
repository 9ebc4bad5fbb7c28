// error: is neither a stage nor a collector
#include <berth/pipeline.hpp>
#include <string>
#include <string_view>
#include <vector>

void f(const std::vector<int>& items) {
#ifdef MUST_FAIL
  (void)(berth::par(items) | 7);
#endif
  (void)(berth::par(items) | berth::counting());
}
