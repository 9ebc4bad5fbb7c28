// error: berth::to, to_set: .* must have a <
#include <berth/pipeline.hpp>
#include <string>
#include <string_view>
#include <vector>

struct place {
  int x;
};

void f(const std::vector<place>& items) {
#ifdef MUST_FAIL
  (void)(berth::par(items) | berth::to_set());
#endif
  (void)(berth::par(items) | berth::map(&place::x) | berth::to_set());
}
