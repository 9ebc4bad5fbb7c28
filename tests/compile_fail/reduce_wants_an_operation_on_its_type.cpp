// error: berth::reduce: the operation must take two values of the initial value's type and give one
#include <berth/reduce.hpp>
#include <functional>
#include <string>
#include <vector>

void f(const std::vector<std::string>& names) {
#ifdef MUST_FAIL
  (void)berth::reduce(names, std::string(), [](int a, int b) { return a + b; });
#endif
  (void)berth::reduce(names, std::string(), std::plus<>{});
}
