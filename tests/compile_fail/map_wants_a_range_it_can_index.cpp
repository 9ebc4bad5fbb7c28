// error: indexable
#include <berth/map.hpp>
#include <list>
#include <vector>

void f() {
  auto twice = [](int v) { return 2 * v; };
#ifdef MUST_FAIL
  const std::list<int> numbers;
#else
  const std::vector<int> numbers;
#endif
  (void)berth::map(numbers, twice);
}
