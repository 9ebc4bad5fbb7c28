// error: berth::statistics: what is described must be numbers; give a function that makes them
#include <berth/statistics.hpp>
#include <string>
#include <vector>

bool f(const std::vector<std::string>& names) {
#ifdef MUST_FAIL
  (void)berth::statistics(names);
#endif
  return berth::statistics(names, &std::string::size).has_value();
}
