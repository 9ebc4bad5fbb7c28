#pragma once
#include <atomic>
#include <cstdint>

namespace berth::impl {

// Looks at the throttling counters of the control group that limits this process, at most every 100 ms and only while
// the pool works.
class throttle_watch {
 public:
  // The cpu.stat to read; empty: nothing to watch. The text must stay alive.
  void watch(const char* file) { file_ = file; }

  // Whether the group has been throttled within the last second. Reads a file now and then: about 20 us.
  bool look(std::uint64_t now_ns);
  [[nodiscard]] bool recently() const { return throttled_.load(std::memory_order_relaxed); }

 private:
  std::int64_t read_count() const;

  const char* file_ = nullptr;
  std::atomic<std::uint64_t> next_look_ns_{0};
  std::atomic<std::int64_t> last_count_{-1};
  std::atomic<std::uint64_t> last_seen_ns_{0};
  std::atomic<bool> throttled_{false};
};

}  // namespace berth::impl
