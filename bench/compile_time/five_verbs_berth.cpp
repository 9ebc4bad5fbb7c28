#include <berth/count_by.hpp>
#include <berth/filter.hpp>
#include <berth/map.hpp>
#include <berth/sort.hpp>
#include <berth/sum.hpp>

#include "five_verbs.hpp"

using namespace five_verbs;

int main() {
  auto values = numbers();
  const u64 total = berth::sum(values);
  berth::sort(values);
  const auto odd = berth::filter(values, [](u64 n) { return is_odd(n); });
  const auto halves = berth::map(values, [](u64 n) { return half(n); });
  const auto counts = berth::count_by(values, [](u64 n) { return low_byte(n); });
  u64 sevens = 0;
  for (const auto& [key, count] : counts) sevens += key == 7 ? count : 0;
  show(total, values[values.size() / 2], odd.size(), halves.back(), counts.size(), sevens);
}
