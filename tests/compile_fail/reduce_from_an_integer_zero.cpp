// error: berth::reduce: the initial value's type cannot hold the range's elements
#include <berth/reduce.hpp>
#include <functional>
#include <vector>

void f(const std::vector<double>& prices) {
#ifdef MUST_FAIL
  (void)berth::reduce(prices, 0, std::plus<>{});
#endif
  (void)berth::reduce(prices, 0.0, std::plus<>{});
}
