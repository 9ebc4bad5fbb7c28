// error: berth::join: the functions must be callable without arguments
#include <berth/join.hpp>

void f() {
#ifdef MUST_FAIL
  berth::join([](int) {}, [] {});
#endif
  berth::join([] {}, [] {});
}
