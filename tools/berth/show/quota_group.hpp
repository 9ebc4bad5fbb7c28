#pragma once
// A real CPU quota for a process, where this one may make it (root, cgroup v1 or v2): for the demo and the benchmarks.
#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>

namespace quota {

struct throttling {
  std::uint64_t periods = 0;
  std::uint64_t throttled_periods = 0;
  std::uint64_t throttled_ns = 0;  // as cpu.stat has it: the sum over CPUs
};

// One control group with a CPU quota, removed again when its processes have ended. Not copyable, movable.
class group {
 public:
  // A group of `cpus` CPUs (period 100 ms). Without one, `why` says in a sentence what stood in the way.
  static std::optional<group> make(double cpus, std::string& why);

  group(group&& other) noexcept;
  group& operator=(group&&) = delete;
  ~group();

  // Moves the calling process (all its threads) into the group; false if the system refuses. Only makes system calls:
  // may be called between fork and exec.
  [[nodiscard]] bool enter() const;
  [[nodiscard]] throttling read() const;
  [[nodiscard]] const std::string& folder() const { return folder_; }

 private:
  explicit group(std::string folder);

  std::string folder_;
};

}  // namespace quota
