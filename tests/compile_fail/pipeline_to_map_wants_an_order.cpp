// error: berth::to_map: the key must have a <
#include <berth/pipeline.hpp>
#include <string>
#include <string_view>
#include <vector>

struct place {
  int x;
};

void f(const std::vector<place>& items) {
#ifdef MUST_FAIL
  (void)(berth::par(items) | berth::to_map(berth::identity, &place::x));
#endif
  (void)(berth::par(items) | berth::to_map(&place::x, berth::identity));
}
