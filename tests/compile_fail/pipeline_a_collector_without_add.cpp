// error: has a make\(\) but not add
#include <berth/pipeline.hpp>
#include <string>
#include <string_view>
#include <vector>

struct half {
  int make() const { return 0; }
};

void f(const std::vector<int>& items) {
#ifdef MUST_FAIL
  (void)(berth::par(items) | half{});
#endif
  (void)(berth::par(items) | berth::counting());
}
