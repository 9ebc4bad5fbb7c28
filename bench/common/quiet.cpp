#include "common/quiet.hpp"

#include "common/clock.hpp"

namespace bench {
namespace {

// The share of one CPU that the process's other threads take while this one spins for 40 us.
double others_at_work() {
  const auto start = now_ns();
  const auto all = process_cpu_ns();
  const auto own = thread_cpu_ns();
  while (now_ns() - start < 40'000) clobber();
  const auto own_used = thread_cpu_ns() - own;
  const auto all_used = process_cpu_ns() - all;
  const auto wall = now_ns() - start;
  return all_used > own_used ? static_cast<double>(all_used - own_used) / static_cast<double>(wall) : 0.0;
}

}  // namespace

void wait_until_quiet() {
  const auto give_up = now_ns() + 400'000'000;
  while (others_at_work() > 0.1 && now_ns() < give_up) clobber();
}

}  // namespace bench
