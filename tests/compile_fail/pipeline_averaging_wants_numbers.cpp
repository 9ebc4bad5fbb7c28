// error: berth::averaging, berth::statistics: .* a number
#include <berth/pipeline.hpp>
#include <string>
#include <string_view>
#include <vector>

void f(const std::vector<std::string>& items) {
#ifdef MUST_FAIL
  (void)(berth::par(items) | berth::averaging());
#endif
  (void)(berth::par(items) | berth::averaging(&std::string::size));
}
