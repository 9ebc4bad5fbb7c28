// error: berth::all: the predicate must take the range's element type and give a truth value
#include <berth/all.hpp>
#include <string>
#include <vector>

bool f(const std::vector<std::string>& names) {
#ifdef MUST_FAIL
  (void)berth::all(names, [](const std::string& name) { return std::string(name); });
#endif
  return berth::all(names, [](const std::string& name) { return !name.empty(); });
}
