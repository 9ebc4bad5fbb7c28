// error: berth::collect: the target must have a push_back, append or insert for what the function returns
#include <berth/buffer.hpp>
#include <berth/collect.hpp>
#include <string>
#include <vector>

void f(const std::vector<int>& numbers) {
#ifdef MUST_FAIL
  (void)berth::collect<berth::buffer<std::string>>(numbers, [](int v) { return v; });
#endif
  (void)berth::collect<berth::buffer<long>>(numbers, [](int v) { return v; });
}
