// error: berth::sort: the elements must be objects that can be moved about in place
#include <berth/sort.hpp>
#include <vector>

void f([[maybe_unused]] std::vector<bool>& flags, std::vector<char>& bytes) {
#ifdef MUST_FAIL
  berth::sort(flags);
#endif
  berth::sort(bytes);
}
