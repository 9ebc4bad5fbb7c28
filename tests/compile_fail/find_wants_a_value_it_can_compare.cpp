// error: berth::find: the range's elements must compare with the value by ==
#include <berth/find.hpp>
#include <string>
#include <vector>

bool f(const std::vector<std::string>& names) {
#ifdef MUST_FAIL
  (void)berth::find(names, 7);
#endif
  return berth::find(names, "seven").has_value();
}
