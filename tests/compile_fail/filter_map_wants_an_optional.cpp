// error: berth::filter_map: the function must give a std::optional, or a pointer
#include <berth/filter_map.hpp>
#include <optional>
#include <vector>

void f(const std::vector<int>& numbers) {
#ifdef MUST_FAIL
  (void)berth::filter_map(numbers, [](int v) { return v + 1; });
#endif
  (void)berth::filter_map(numbers, [](int v) { return v > 0 ? std::optional(v) : std::nullopt; });
}
