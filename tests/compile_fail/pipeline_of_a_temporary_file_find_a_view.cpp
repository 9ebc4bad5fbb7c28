// error: berth::par: the result would hold views into a file or text that goes with the pipeline
#include <berth/pipeline.hpp>
#include <iterator>
#include <string_view>
#include <vector>

void f(std::vector<std::string_view>& views) {
  (void)views;
#ifdef MUST_FAIL
  (void)(berth::par(berth::lines_of("a")) | berth::find_first());
#endif
  const auto lines = berth::lines_of("a");
  (void)(berth::par(lines) | berth::find_first());
  (void)(berth::par(berth::lines_of("a")) | berth::count());
}
