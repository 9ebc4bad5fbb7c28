// error: berth::map: the function must be callable with the range's element type
#include <berth/map.hpp>
#include <string>
#include <vector>

void f() {
  std::vector<std::string> names;
  auto length = [](const std::string& s) { return s.size(); };
#ifdef MUST_FAIL
  std::vector<int> numbers;
  (void)berth::map(numbers, length);
#endif
  (void)berth::map(names, length);
}
