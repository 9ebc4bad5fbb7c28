// error: berth::exclusive_scan: the initial value's type cannot hold the range's elements
#include <berth/exclusive_scan.hpp>
#include <vector>

void f(const std::vector<double>& prices) {
#ifdef MUST_FAIL
  (void)berth::exclusive_scan(prices, 0);
#endif
  (void)berth::exclusive_scan(prices, 0.0);
}
