// error: berth::collect: the target must have a push_back, append or insert for what the function returns
#include <berth/collect.hpp>
#include <set>
#include <string>
#include <vector>

void f(const std::vector<int>& numbers) {
#ifdef MUST_FAIL
  (void)berth::collect<std::set<std::string>>(numbers, [](int v) { return v; });
#endif
  (void)berth::collect<std::set<std::string>>(numbers, [](int v) { return std::to_string(v); });
}
