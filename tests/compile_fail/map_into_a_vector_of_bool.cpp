// error: berth::map_into: the output packs bools into shared words, which threads must not write to
#include <berth/map_into.hpp>
#include <vector>

void f(const std::vector<int>& numbers) {
  auto odd = [](int v) { return v % 2 != 0; };
#ifdef MUST_FAIL
  std::vector<bool> flags(numbers.size());
#else
  std::vector<char> flags(numbers.size());
#endif
  berth::map_into(numbers, flags, odd);
}
