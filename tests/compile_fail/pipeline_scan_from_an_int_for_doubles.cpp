// error: berth::scan: the initial value's type cannot hold what the operation gives
#include <berth/pipeline.hpp>
#include <functional>
#include <vector>

std::vector<double> totals(const std::vector<double>& prices) {
#ifdef MUST_FAIL
  return berth::par(prices) | berth::scan(0, std::plus<>{}) | berth::collect<std::vector<double>>();
#endif
  return berth::par(prices) | berth::scan(0.0, std::plus<>{}) | berth::collect<std::vector<double>>();
}
