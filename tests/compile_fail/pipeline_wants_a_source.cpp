// error: berth::par: takes a range, or what iota, generated, stream, lines_of or records_of give
#include <berth/pipeline.hpp>

void f() {
#ifdef MUST_FAIL
  (void)(berth::par(10) | berth::map([](int x) { return x + 1; }) | berth::count());
#endif
  (void)(berth::par(berth::iota(10)) | berth::map([](std::size_t x) { return x + 1; }) | berth::count());
}
