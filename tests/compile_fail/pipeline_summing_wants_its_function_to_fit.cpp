// error: berth::summing: the function must be callable
#include <berth/pipeline.hpp>
#include <string>
#include <string_view>
#include <vector>

void f(const std::vector<int>& items) {
#ifdef MUST_FAIL
  (void)(berth::par(items) | berth::group_by(berth::identity, berth::summing(&std::string::size)));
#endif
  (void)(berth::par(items) | berth::group_by(berth::identity, berth::summing()));
}
