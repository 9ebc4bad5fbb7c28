#pragma once
#include <cstdint>

namespace berth::impl {

// The floating-point control state of a thread: rounding, flush-to-zero, masks. A helper computes under its caller's,
// so that a result does not depend on who computed it.
struct floating_point_mode {
  std::uint64_t bits = 0;

  static floating_point_mode current() {
#if defined(__x86_64__)
    std::uint32_t mxcsr = __builtin_ia32_stmxcsr();
    std::uint16_t x87;
    asm volatile("fnstcw %0" : "=m"(x87));
    return {(mxcsr & ~status_flags) | (std::uint64_t{x87} << 32)};
#elif defined(__aarch64__)
    std::uint64_t fpcr;
    asm volatile("mrs %0, fpcr" : "=r"(fpcr));
    return {fpcr};
#else
    return {};
#endif
  }
  void apply() const {
#if defined(__x86_64__)
    __builtin_ia32_ldmxcsr(static_cast<std::uint32_t>(bits));
    const auto x87 = static_cast<std::uint16_t>(bits >> 32);
    asm volatile("fldcw %0" : : "m"(x87));
#elif defined(__aarch64__)
    asm volatile("msr fpcr, %0" : : "r"(bits));
#endif
  }
  bool operator==(const floating_point_mode&) const = default;

 private:
  static constexpr std::uint32_t status_flags = 0x3f;  // sticky exception flags: state, not control

 public:
  floating_point_mode() = default;
  floating_point_mode(std::uint64_t b) : bits(b) {}  // NOLINT(google-explicit-constructor)
};

}  // namespace berth::impl
