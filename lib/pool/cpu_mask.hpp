#pragma once
#include <array>
#include <cstdint>

namespace berth::impl {

// A thread's affinity as the kernel keeps it, up to 8192 CPUs. Plain system calls: glibc's cpu_set_t ends at 1024.
struct cpu_mask {
  static constexpr std::size_t most = 8192;
  std::array<std::uint64_t, most / 64> bits{};

  // The mask of a thread (0: this one); empty if the kernel will not say.
  static cpu_mask of(std::int32_t thread);
  void apply_to(std::int32_t thread) const;

  [[nodiscard]] std::uint32_t count() const;
  [[nodiscard]] bool has(int cpu) const;
  [[nodiscard]] cpu_mask without(int cpu) const;
};

}  // namespace berth::impl
