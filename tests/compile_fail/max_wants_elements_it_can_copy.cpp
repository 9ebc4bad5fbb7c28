// error: berth::max: the range's elements must be copyable, for the result is a copy of one
#include <berth/max.hpp>
#include <memory>
#include <vector>

void f(const std::vector<std::unique_ptr<int>>& pointers, const std::vector<int>& numbers) {
#ifdef MUST_FAIL
  (void)berth::max(pointers);
#endif
  (void)pointers;
  (void)berth::max(numbers);
}
