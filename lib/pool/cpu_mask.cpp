#include "pool/cpu_mask.hpp"

#include <sys/syscall.h>
#include <unistd.h>

#include <bit>

namespace berth::impl {

cpu_mask cpu_mask::of(std::int32_t thread) {
  cpu_mask m;
  if (syscall(SYS_sched_getaffinity, thread, sizeof m.bits, m.bits.data()) < 0) m.bits.fill(0);
  return m;
}

void cpu_mask::apply_to(std::int32_t thread) const { syscall(SYS_sched_setaffinity, thread, sizeof bits, bits.data()); }

std::uint32_t cpu_mask::count() const {
  std::uint32_t n = 0;
  for (const std::uint64_t b : bits) n += static_cast<std::uint32_t>(std::popcount(b));
  return n;
}

bool cpu_mask::has(int cpu) const {
  const auto c = static_cast<std::size_t>(cpu);
  return cpu >= 0 && c < most && (bits[c / 64] >> (c % 64) & 1);
}

cpu_mask cpu_mask::without(int cpu) const {
  cpu_mask m = *this;
  if (has(cpu))
    m.bits[static_cast<std::size_t>(cpu) / 64] &= ~(std::uint64_t{1} << (static_cast<std::size_t>(cpu) % 64));
  return m;
}

}  // namespace berth::impl
