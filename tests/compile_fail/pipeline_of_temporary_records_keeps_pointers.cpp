// error: berth::par: the result would hold views into a file or text that goes with the pipeline
#include <berth/pipeline.hpp>

void f() {
  const auto address = [](const int& x) { return &x; };
#ifdef MUST_FAIL
  (void)(berth::par(berth::records_of<int>("a")) | berth::map(address) | berth::to_vector());
#endif
  const auto records = berth::records_of<int>("a");
  (void)(berth::par(records) | berth::map(address) | berth::to_vector());
  (void)(berth::par(berth::records_of<int>("a")) | berth::to_vector());
}
