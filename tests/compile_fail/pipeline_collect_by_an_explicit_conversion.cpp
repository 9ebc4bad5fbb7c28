// error: berth::collect: .*explicit
#include <berth/pipeline.hpp>
#include <string>
#include <string_view>
#include <vector>

void f(const std::vector<std::string_view>& items) {
#ifdef MUST_FAIL
  (void)(berth::par(items) | berth::collect<std::vector<std::string>>());
#endif
  (void)(berth::par(items) | berth::map([](std::string_view s) { return std::string(s); }) |
         berth::collect<std::vector<std::string>>());
}
