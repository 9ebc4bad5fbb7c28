// error: berth::group_by: a vector of bool has no places for values
#include <berth/group_by.hpp>
#include <vector>

void f(const std::vector<int>& numbers) {
  const auto key = [](int n) { return n % 7; };
#ifdef MUST_FAIL
  (void)berth::group_by(numbers, key, [](int n) { return n > 0; });
#endif
  (void)berth::group_by(numbers, key, [](int n) { return static_cast<char>(n > 0); });
}
