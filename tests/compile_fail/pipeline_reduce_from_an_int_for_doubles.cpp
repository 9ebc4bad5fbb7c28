// error: berth::reduce: the initial value's type cannot hold the items
#include <berth/pipeline.hpp>
#include <functional>
#include <vector>

double total(const std::vector<double>& prices) {
#ifdef MUST_FAIL
  return berth::par(prices) | berth::reduce(0, std::plus<>{});
#endif
  return berth::par(prices) | berth::reduce(0.0, std::plus<>{});
}
