// error: berth::for_each: a std::vector<bool> packs bools into shared words, which threads must not write to
#include <berth/for_each.hpp>
#include <vector>

void f() {
#ifdef MUST_FAIL
  std::vector<bool> flags(100);
#else
  std::vector<char> flags(100);
#endif
  berth::for_each(flags, [](auto&& flag) { flag = true; });
}
