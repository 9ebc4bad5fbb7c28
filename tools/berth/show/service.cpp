#include "show/service.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <thread>
#include <vector>

namespace berth::tool {
namespace {

using clock = std::chrono::steady_clock;

struct caller_log {
  std::vector<double> ms;
  std::size_t in_time = 0;
  bool right = true;
};

void call(const std::function<bool()>& request, const std::atomic<bool>& go, std::chrono::milliseconds time,
          caller_log& to) {
  go.wait(false);
  const auto end = clock::now() + time;
  for (auto sent = clock::now(); sent < end;) {
    to.right = request() && to.right;
    const auto answered = clock::now();
    to.ms.push_back(std::chrono::duration<double, std::milli>(answered - sent).count());
    to.in_time += answered < end;
    sent = answered;
  }
}

double quantile(std::vector<double>& sorted, double q) {
  return sorted.empty() ? 0 : sorted[static_cast<std::size_t>(std::lround(q * static_cast<double>(sorted.size() - 1)))];
}

}  // namespace

load_result under_load(unsigned callers, std::chrono::milliseconds time, const std::function<bool()>& request) {
  std::vector<caller_log> logs(callers);
  std::vector<std::thread> threads;
  threads.reserve(callers);
  std::atomic<bool> go{false};
  for (auto& log : logs) threads.emplace_back([&] { call(request, go, time, log); });
  go = true;
  go.notify_all();
  for (auto& each : threads) each.join();
  load_result all;
  std::vector<double> ms;
  std::size_t in_time = 0;
  for (const auto& log : logs) {
    ms.insert(ms.end(), log.ms.begin(), log.ms.end());
    in_time += log.in_time;
    all.right = all.right && log.right;
  }
  std::sort(ms.begin(), ms.end());
  all.qps = static_cast<double>(in_time) / std::chrono::duration<double>(time).count();
  all.p50_ms = quantile(ms, 0.5);
  all.p99_ms = quantile(ms, 0.99);
  return all;
}

}  // namespace berth::tool
