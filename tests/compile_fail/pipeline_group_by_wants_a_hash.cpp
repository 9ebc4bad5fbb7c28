// error: berth::group_by: the key must have a std::hash
// error: given_to_group_by<
#include <berth/pipeline.hpp>
#include <vector>

struct place {
  int x;
  bool operator==(const place&) const = default;
};

void f(const std::vector<place>& places) {
#ifdef MUST_FAIL
  (void)(berth::par(places) | berth::group_by(berth::identity, berth::counting()));
#endif
  (void)(berth::par(places) | berth::group_by(&place::x, berth::counting()));
}
