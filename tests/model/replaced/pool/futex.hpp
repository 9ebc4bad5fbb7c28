#pragma once
// Stands before lib/pool/futex.hpp in the include path of the model checks: the same contract, kept by the explorer.
#include "explorer.hpp"

namespace berth::impl {
using futex_word = std::atomic<std::uint32_t>;
void futex_wait(futex_word& word, std::uint32_t expected, std::uint64_t nanoseconds = 0);
void futex_wake(futex_word& word, const std::source_location& at = std::source_location::current());
inline void relax() { explore::pass(); }
}  // namespace berth::impl
