// error: berth::par: a pipeline is used once; write std::move\(pipeline\) \| ...
#include <berth/pipeline.hpp>
#include <vector>

void f(const std::vector<int>& numbers) {
  auto pipeline = berth::par(numbers) | berth::map([](int x) { return x + 1; });
#ifdef MUST_FAIL
  (void)(pipeline | berth::count());
#endif
  (void)(std::move(pipeline) | berth::count());
}
