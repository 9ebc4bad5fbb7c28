#include "pool/throttle.hpp"

#include <cstdlib>
#include <cstring>

#include "pool/clock.hpp"
#include "pool/small_file.hpp"

namespace berth::impl {

bool throttle_watch::look(std::uint64_t now) {
  if (!file_) return false;
  std::uint64_t due = next_look_ns_.load(std::memory_order_relaxed);
  // The CAS elects one reader a period; the counters guard nothing else.
  if (now < due || !next_look_ns_.compare_exchange_strong(due, now + 100 * millisecond, std::memory_order_relaxed))
    return recently();
  const std::int64_t count = read_count();
  const std::int64_t before = last_count_.exchange(count, std::memory_order_relaxed);
  if (before >= 0 && count > before) last_seen_ns_.store(now, std::memory_order_relaxed);
  const std::uint64_t seen = last_seen_ns_.load(std::memory_order_relaxed);
  throttled_.store(seen != 0 && now - seen < 1000 * millisecond, std::memory_order_relaxed);
  return recently();
}

std::int64_t throttle_watch::read_count() const {
  char text[1024];
  if (!read_small_file(file_, text, sizeof text)) return -1;
  const char* line = std::strstr(text, "nr_throttled ");
  return line ? std::strtoll(line + std::strlen("nr_throttled "), nullptr, 10) : -1;
}

}  // namespace berth::impl
