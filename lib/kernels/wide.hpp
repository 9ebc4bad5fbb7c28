#pragma once
// Two ways to compile one kernel: for every CPU of the architecture, and for those with AVX2. The body is a template
// that both inline, so that they do the same operations in the same order.
#if defined(__x86_64__)
#define BERTH_KERNEL_AVX2 __attribute__((target("avx2")))
#else
#define BERTH_KERNEL_AVX2
#endif
#define BERTH_KERNEL_BODY inline __attribute__((always_inline))

namespace berth::impl {

inline bool has_avx2() {
#if defined(__x86_64__)
  static const bool has = __builtin_cpu_supports("avx2");
  return has;
#else
  return false;
#endif
}

}  // namespace berth::impl
