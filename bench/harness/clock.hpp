#pragma once
// Clocks of the benchmarks, in nanoseconds.
#include <cstdint>
#include <ctime>

namespace bench {

inline std::uint64_t read_clock(clockid_t which) {
  timespec t{};
  clock_gettime(which, &t);
  return static_cast<std::uint64_t>(t.tv_sec) * 1'000'000'000u + static_cast<std::uint64_t>(t.tv_nsec);
}

inline std::uint64_t now_ns() { return read_clock(CLOCK_MONOTONIC); }                   // what steady_clock reads
inline std::uint64_t process_cpu_ns() { return read_clock(CLOCK_PROCESS_CPUTIME_ID); }  // all threads together
inline std::uint64_t thread_cpu_ns() { return read_clock(CLOCK_THREAD_CPUTIME_ID); }

// The compiler must assume that all memory is read and written here: nothing measured is moved across or left out.
inline void clobber() { __asm__ volatile("" ::: "memory"); }

}  // namespace bench
