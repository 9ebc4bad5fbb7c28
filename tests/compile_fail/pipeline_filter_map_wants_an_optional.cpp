// error: berth::filter_map: the function must be callable with what the stage before it gives, and give a std::optional
// error: given_to_filter_map<const int ?&
#include <berth/pipeline.hpp>
#include <optional>
#include <string>
#include <vector>

void f(const std::vector<int>& numbers) {
#ifdef MUST_FAIL
  auto text = [](int x) { return std::to_string(x); };
#else
  auto text = [](int x) { return x > 0 ? std::optional(std::to_string(x)) : std::nullopt; };
#endif
  (void)(berth::par(numbers) | berth::filter_map(text) | berth::count());
}
