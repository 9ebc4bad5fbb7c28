// error: berth::map_reduce: the function must be callable with the range's element type
#include <berth/map_reduce.hpp>
#include <functional>
#include <string>
#include <vector>

void f(const std::vector<std::string>& names) {
#ifdef MUST_FAIL
  (void)berth::map_reduce(names, 0, std::plus<>{}, [](int v) { return v; });
#endif
  (void)berth::map_reduce(names, 0, std::plus<>{}, [](const std::string&) { return 1; });
}
