// error: berth::average: what is averaged must be numbers; give a function that makes them
#include <berth/average.hpp>
#include <string>
#include <vector>

bool f(const std::vector<std::string>& names) {
#ifdef MUST_FAIL
  (void)berth::average(names);
#endif
  return berth::average(names, &std::string::size).has_value();
}
