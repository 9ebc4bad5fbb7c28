#pragma once
// A service under load: callers that each send their next request when the last one is answered.
#include <chrono>
#include <functional>

namespace berth::tool {

struct load_result {
  double qps = 0;
  double p50_ms = 0;
  double p99_ms = 0;
  bool right = true;  // every request said so
};

// Calls request() from `callers` threads for that long. A request returns whether its answer was right. Answers that
// come after the end count as latencies, not as throughput. Waits for all callers.
load_result under_load(unsigned callers, std::chrono::milliseconds time, const std::function<bool()>& request);

}  // namespace berth::tool
