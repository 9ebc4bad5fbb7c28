// error: berth::to_map: the target's values cannot hold what the value function gives
#include <berth/to_map.hpp>
#include <functional>
#include <map>
#include <vector>

std::size_t total(const std::vector<double>& prices) {
  const auto key = [](double x) { return static_cast<int>(x); };
  const auto same = [](double x) { return x; };
#ifdef MUST_FAIL
  return berth::to_map<std::map<int, int>>(prices, key, same, std::plus<>{}).size();
#endif
  return berth::to_map<std::map<int, double>>(prices, key, same, std::plus<>{}).size();
}
