// error: berth::chunked: what the stage before it gives must be copyable, or handed over to be moved
#include <berth/pipeline.hpp>
#include <memory>
#include <vector>

void f(std::vector<std::unique_ptr<int>> owners) {
#ifdef MUST_FAIL
  (void)(berth::par(owners) | berth::chunked(2) | berth::count());
#endif
  (void)(berth::par(std::move(owners)) | berth::chunked(2) | berth::count());
}
