// error: berth::stream: the function must return a std::optional
#include <berth/pipeline.hpp>
#include <optional>

std::size_t many() {
  int left = 3;
#ifdef MUST_FAIL
  return berth::par(berth::stream([&left] { return left--; })) | berth::count();
#endif
  return berth::par(berth::stream([&left]() -> std::optional<int> {
           if (left == 0) return std::nullopt;
           return left--;
         })) |
         berth::count();
}
