// error: berth::filter: the predicate must take the range's elements and give a bool
#include <berth/filter.hpp>
#include <string>
#include <vector>

void f(const std::vector<std::string>& words, const std::vector<int>& numbers) {
  const auto is_empty = [](const std::string& s) { return s.empty(); };
#ifdef MUST_FAIL
  (void)berth::filter(numbers, is_empty);
#endif
  (void)berth::filter(words, is_empty);
  (void)numbers;
}
