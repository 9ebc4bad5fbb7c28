// error: berth::remove_if: the container must let its elements be erased; berth::filter makes a new one
#include <berth/remove_if.hpp>
#include <span>
#include <vector>

void f(std::vector<int>& numbers) {
  const auto odd = [](int v) { return v % 2 != 0; };
#ifdef MUST_FAIL
  std::span<int> part(numbers);
  berth::remove_if(part, odd);
#endif
  berth::remove_if(numbers, odd);
}
