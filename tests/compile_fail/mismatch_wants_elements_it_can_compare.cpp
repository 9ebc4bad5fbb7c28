// error: berth::mismatch: the predicate must take an element of each range and give a truth value
#include <berth/mismatch.hpp>
#include <string>
#include <vector>

bool f(const std::vector<std::string>& names, const std::vector<int>& numbers) {
#ifdef MUST_FAIL
  (void)berth::mismatch(names, numbers);
#endif
  const auto as_long = [](const std::string& name, int number) { return static_cast<int>(name.size()) == number; };
  return berth::mismatch(names, numbers, as_long).has_value();
}
