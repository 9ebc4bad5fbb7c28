// error: berth::group_reduce: the initial value's type cannot hold the function's results
#include <berth/group_reduce.hpp>
#include <functional>
#include <vector>

double total(const std::vector<double>& prices) {
  const auto key = [](double x) { return static_cast<int>(x); };
  const auto same = [](double x) { return x; };
#ifdef MUST_FAIL
  return static_cast<double>(berth::group_reduce(prices, key, same, 0, std::plus<>{}).size());
#endif
  return static_cast<double>(berth::group_reduce(prices, key, same, 0.0, std::plus<>{}).size());
}
