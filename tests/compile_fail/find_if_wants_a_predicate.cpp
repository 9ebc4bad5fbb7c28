// error: berth::find_if: the predicate must take the range's element type and give a truth value
#include <berth/find_if.hpp>
#include <string>
#include <vector>

bool f(const std::vector<std::string>& names) {
#ifdef MUST_FAIL
  (void)berth::find_if(names, [](int number) { return number == 7; });
#endif
  return berth::find_if(names, [](const std::string& name) { return name.empty(); }).has_value();
}
