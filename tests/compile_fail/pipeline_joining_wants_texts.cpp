// error: berth::joining: what the stage before it gives must be a text
#include <berth/pipeline.hpp>
#include <string>
#include <string_view>
#include <vector>

void f(const std::vector<int>& items) {
#ifdef MUST_FAIL
  (void)(berth::par(items) | berth::joining(", "));
#endif
  (void)(berth::par(items) | berth::map([](int x) { return std::to_string(x); }) | berth::joining(", "));
}
