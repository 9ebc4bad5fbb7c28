// error: berth::smallest, largest, top_k: .* must have a <
#include <berth/pipeline.hpp>
#include <string>
#include <string_view>
#include <vector>

struct place {
  int x;
};

void f(const std::vector<place>& items) {
#ifdef MUST_FAIL
  (void)(berth::par(items) | berth::largest());
#endif
  (void)(berth::par(items) | berth::largest(&place::x));
}
