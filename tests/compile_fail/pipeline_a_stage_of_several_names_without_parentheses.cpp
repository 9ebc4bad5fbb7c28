// error: a_stage_is_written_with_its_parentheses
#include <berth/berth.hpp>
#include <functional>
#include <vector>

void f(const std::vector<int>& items) {
#ifdef MUST_FAIL
  (void)(berth::par(items) | berth::sorted);
#endif
  (void)(berth::par(items) | berth::sorted() | berth::to_vector());
}
