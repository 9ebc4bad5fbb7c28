// error: berth::collect: the target must have a push_back
#include <berth/pipeline.hpp>
#include <string>
#include <string_view>
#include <vector>

void f(const std::vector<int>& items) {
#ifdef MUST_FAIL
  (void)(berth::par(items) | berth::collect<std::vector<std::string>>());
#endif
  (void)(berth::par(items) | berth::collect<std::vector<int>>());
}
