// error: ignoring return value
#include <berth/budget.hpp>

int main() {
#ifdef MUST_FAIL
  berth::budget();
#endif
}
