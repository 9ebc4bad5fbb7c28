#pragma once
// Which threads hold a place in the budget, so that a caller in the queue can see whether they are getting anywhere. A
// holder that waits for a CPU (its group is throttled, the machine is busy) is not stuck, though nothing is finished;
// one that sleeps may be waiting for us.
#include <atomic>
#include <cstdint>

namespace berth::impl {

class holders {
 public:
  static constexpr std::uint32_t most = 1024;

  // For the current thread. Relaxed stores to a line of its own; threads beyond `most` are not seen.
  void set_busy(bool busy);

  // What the holders are doing: whether one of them is running or waiting for a CPU, and how much CPU time all of them
  // have used so far. Reads two small files of /proc for each: for suspicion only.
  struct sight {
    bool runnable = false;
    std::uint64_t cpu_ns = 0;
  };
  [[nodiscard]] sight look() const;

  // In a forked child: only this thread is here, under another number.
  void clear(bool busy);

  struct alignas(64) entry {
    std::atomic<std::int32_t> thread{0};  // 0: free
    std::atomic<bool> busy{false};
  };

 private:
  entry* enroll();

  entry entries_[most];
};

}  // namespace berth::impl
