// error: berth::min: the order must take two keys \(two elements, where there is no key\) and give a truth value
#include <berth/detail/overloads.hpp>
#include <berth/min.hpp>
#include <vector>

struct ship {
  int tons;
};

int f(const std::vector<ship>& ships) {
#ifdef MUST_FAIL
  (void)berth::min(ships);
#endif
  const auto lightest = berth::min(ships, [](const ship& a, const ship& b) { return a.tons < b.tons; });
  return lightest ? lightest->tons : 0;
}
