// error: berth::for_each: the function must be callable with the range's element type
#include <berth/for_each.hpp>
#include <vector>

struct row {};

void f(std::vector<row>& rows, std::vector<int>& numbers) {
  auto fix = [](row&) {};
#ifdef MUST_FAIL
  berth::for_each(numbers, fix);
#endif
  berth::for_each(rows, fix);
  (void)numbers;
}
