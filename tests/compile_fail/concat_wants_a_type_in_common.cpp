// error: berth::concat: the ranges' elements must have a type in common
#include <berth/concat.hpp>
#include <string>
#include <vector>

void f(const std::vector<int>& numbers, const std::vector<std::string>& texts) {
#ifdef MUST_FAIL
  (void)berth::concat(numbers, texts);
#endif
  (void)berth::concat(numbers, numbers);
  (void)berth::concat(texts, texts);
}
