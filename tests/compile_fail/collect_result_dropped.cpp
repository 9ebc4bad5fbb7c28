// error: nodiscard|warn_unused_result
#include <berth/collect.hpp>
#include <set>
#include <vector>

void f(const std::vector<int>& numbers) {
#ifdef MUST_FAIL
  berth::collect<std::set<int>>(numbers);
#endif
  (void)berth::collect<std::set<int>>(numbers);
}
