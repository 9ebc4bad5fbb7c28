// error: berth::distinct: .*std::hash
#include <berth/pipeline.hpp>
#include <string>
#include <string_view>
#include <vector>

struct place {
  int x;
};

void f(const std::vector<place>& items) {
#ifdef MUST_FAIL
  (void)(berth::par(items) | berth::distinct() | berth::count());
#endif
  (void)(berth::par(items) | berth::distinct(&place::x) | berth::count());
}
