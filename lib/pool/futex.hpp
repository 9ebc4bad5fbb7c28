#pragma once
// Sleeping on a word. Everything in this room that sleeps does it here, so that a sleeper can be woken by name.
#include <atomic>
#include <cstdint>

namespace berth::impl {

using futex_word = std::atomic<std::uint32_t>;

// Sleeps while the word holds `expected`, at most `nanoseconds` (0: without limit). May return early for no reason;
// every caller loops. Blocks the thread.
void futex_wait(futex_word& word, std::uint32_t expected, std::uint64_t nanoseconds = 0);

// Wakes one sleeper of the word, if there is one. A system call in any case: look first whether anybody sleeps.
void futex_wake(futex_word& word);

// Tells the processor that this is a spinning loop.
inline void relax() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

}  // namespace berth::impl
