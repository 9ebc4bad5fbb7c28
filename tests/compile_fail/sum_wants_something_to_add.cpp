// error: berth::sum: what is added up must have an operator \+ that gives its own type
#include <berth/sum.hpp>
#include <vector>

struct ship {
  int tons;
};

long f(const std::vector<ship>& ships) {
#ifdef MUST_FAIL
  (void)berth::sum(ships);
#endif
  return berth::sum(ships, &ship::tons);
}
