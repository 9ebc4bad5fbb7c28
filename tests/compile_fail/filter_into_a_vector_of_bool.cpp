// error: berth::filter_into: the output packs bools into shared words, which threads must not write to
#include <berth/filter.hpp>
#include <vector>

void f(const std::vector<char>& flags) {
#ifdef MUST_FAIL
  std::vector<bool> out(flags.size());
#else
  std::vector<char> out(flags.size());
#endif
  berth::filter_into(flags, out, [](char c) { return c != 0; });
}
