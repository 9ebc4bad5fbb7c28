// error: berth::filter: the function must be callable with what the stage before it gives, and say yes or no
// error: given_to_filter<std::
#include <berth/pipeline.hpp>
#include <string>
#include <vector>

void f(const std::vector<int>& numbers) {
#ifdef MUST_FAIL
  auto wanted = [](int x) { return x > 1; };
#else
  auto wanted = [](const std::string& s) { return s.size() > 1; };
#endif
  (void)(berth::par(numbers) | berth::map([](int x) { return std::to_string(x); }) | berth::filter(wanted) |
         berth::count());
}
