// error: berth::reduce: the operation must take two
#include <berth/pipeline.hpp>
#include <string>
#include <string_view>
#include <vector>

void f(const std::vector<int>& items) {
#ifdef MUST_FAIL
  (void)(berth::par(items) | berth::reduce(0, [](int x) { return x; }));
#endif
  (void)(berth::par(items) | berth::reduce(0, [](int x, int y) { return x + y; }));
}
