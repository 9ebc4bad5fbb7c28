// error: berth::par: the result would hold views into a file or text that goes with the pipeline
#include <berth/pipeline.hpp>
#include <string>

void f(const std::string& text) {
#ifdef MUST_FAIL
  (void)(berth::par(berth::lines_in(text + "more")) | berth::to_vector());
#endif
  (void)(berth::par(berth::lines_in(text)) | berth::to_vector());
  (void)(berth::par(berth::lines_in("a\nb")) | berth::to_vector());
  (void)(berth::par(berth::lines_in(text + "more")) | berth::map(&std::string_view::size) | berth::to_vector());
}
