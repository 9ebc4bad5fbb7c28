// error: berth::sort: the comparator must be callable with two elements
#include <berth/sort.hpp>
#include <vector>

void f(std::vector<int>& numbers) {
#ifdef MUST_FAIL
  berth::sort(numbers, [](int) { return true; });
#endif
  berth::sort(numbers, [](int a, int b) { return a > b; });
}
