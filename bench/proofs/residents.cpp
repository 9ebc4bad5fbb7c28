// Proof 3: helpers as resident tasks of oneTBB: what an idle pool costs, how soon a helper joins, when its thread goes
// back to TBB, and that std::execution::par keeps to the budget and works beside it. Run it with the newest oneTBB by
// LD_LIBRARY_PATH.
#include <tbb/tbb.h>
#include <tbb/version.h>

#include <algorithm>
#include <atomic>
#include <berth/for_each.hpp>
#include <cstdio>
#include <execution>
#include <thread>

#include "pool/pool.hpp"
#include "proof.hpp"

namespace {

int us = 1;
void pause_ms(int ms) { std::this_thread::sleep_for(std::chrono::milliseconds(ms)); }
void busy(std::size_t items) {
  berth::for_each_index(items, [](std::size_t) { proof::use(proof::compute(20 * us)); });
}
auto& crew() { return berth::impl::the_pool().crew; }

double idle_share(int ms) {
  const auto c = proof::cpu_ns();
  const auto t = proof::now_ns();
  pause_ms(ms);
  return static_cast<double>(proof::cpu_ns() - c) / static_cast<double>(proof::now_ns() - t);
}

// From the publishing of a call until an item runs on another thread.
void print_wake(int gap_ms) {
  std::vector<double> late;
  int alone = 0;
  for (int k = 0; k != 40; ++k) {
    pause_ms(gap_ms);
    std::atomic<std::int64_t> joined{0};
    const auto me = std::this_thread::get_id();
    const auto from = proof::now_ns();
    berth::for_each_index(200, [&](std::size_t) {
      std::int64_t none = 0;
      if (std::this_thread::get_id() != me) joined.compare_exchange_strong(none, proof::now_ns());
      proof::use(proof::compute(10 * us));
    });
    if (joined)
      late.push_back(static_cast<double>(joined - from) / 1e3);
    else
      ++alone;
  }
  std::printf("  gap %3d ms: a helper's first item %.0f us after the call (p90 %.0f), alone %d of 40\n", gap_ms,
              proof::median(late), proof::quantile(late, 0.9), alone);
}

int widest_par() {
  std::vector<int> v(64);
  std::atomic<int> now{0}, most{0};
  std::for_each(std::execution::par, v.begin(), v.end(), [&](int&) {
    const int n = ++now;
    for (int m = most; m < n && !most.compare_exchange_weak(m, n);) {
    }
    proof::use(proof::compute(200 * us));
    --now;
  });
  return most;
}

}  // namespace

int main() {
  us = proof::steps_a_us();
  for (int k = 0; k != 20; ++k) busy(500);
  const auto& p = berth::impl::the_pool();
  std::printf("oneTBB %s (compiled against %d.%d), supply: %s, width %u\n", TBB_runtime_version(), TBB_VERSION_MAJOR,
              TBB_VERSION_MINOR, p.lender ? p.lender->name() : "own threads", p.config.width);
  std::printf("  helpers here right after work: %u\n", crew().present());
  for (const int ms : {20, 60, 100, 140, 200}) {
    busy(500);
    pause_ms(ms);
    std::printf("  ... %3d ms later: %u\n", ms, crew().present());
  }
  busy(500);
  pause_ms(5);
  const double lingering = idle_share(80);
  pause_ms(200);
  std::printf("  CPU used while idle: %.4f of one while helpers linger, %.4f after they have gone back\n", lingering,
              idle_share(1000));
  for (const int gap : {1, 5, 50, 300}) print_wake(gap);
  std::printf("  std::execution::par: at most %d at a time, with helpers lingering\n", (busy(500), widest_par()));
  pause_ms(300);
  std::printf("  std::execution::par: at most %d at a time, after they have gone back\n", widest_par());
  std::thread other([] {
    for (int k = 0; k != 50; ++k) busy(100);
  });
  int most = 0;
  for (int k = 0; k != 5; ++k) most = std::max(most, widest_par());
  other.join();
  std::printf("  std::execution::par: at most %d at a time, beside calls of berth's\n", most);
}
