// error: berth::map_into: the function's result must be assignable to the output's elements
#include <berth/map_into.hpp>
#include <string>
#include <vector>

void f(const std::vector<int>& numbers) {
  auto text = [](int v) { return std::to_string(v); };
#ifdef MUST_FAIL
  std::vector<int> out(numbers.size());
#else
  std::vector<std::string> out(numbers.size());
#endif
  berth::map_into(numbers, out, text);
}
