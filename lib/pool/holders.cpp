#include "pool/holders.hpp"

#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "pool/pool.hpp"
#include "pool/small_file.hpp"

namespace berth::impl {
namespace {

// The letter after the name in /proc/self/task/TID/stat: R while a thread runs or could run. 0 if it cannot be read.
char state_of(std::int32_t thread) {
  char path[48];
  std::snprintf(path, sizeof path, "/proc/self/task/%d/stat", thread);
  char text[128];
  if (!read_small_file(path, text, sizeof text)) return 0;
  const char* name_end = std::strrchr(text, ')');
  return name_end && name_end[1] == ' ' ? name_end[2] : '\0';
}

// Gives the entry back when its thread ends.
struct own_entry {
  holders::entry* at = nullptr;
  bool asked = false;
  ~own_entry() {
    if (at) at->thread.store(0, std::memory_order_relaxed);
    at = nullptr;
  }
};
thread_local own_entry mine;

// Nanoseconds on a CPU, the first number of /proc/self/task/TID/schedstat. 0 if it cannot be read.
std::uint64_t cpu_time_of(std::int32_t thread) {
  char path[48];
  std::snprintf(path, sizeof path, "/proc/self/task/%d/schedstat", thread);
  char text[64];
  return read_small_file(path, text, sizeof text) ? std::strtoull(text, nullptr, 10) : 0;
}

}  // namespace

holders::entry* holders::enroll() {
  const auto self = static_cast<std::int32_t>(syscall(SYS_gettid));
  for (std::uint32_t k = 0, i = static_cast<std::uint32_t>(self) % most; k != most; ++k, i = (i + 1) % most) {
    std::int32_t free = 0;
    if (entries_[i].thread.compare_exchange_strong(free, self, std::memory_order_relaxed)) return &entries_[i];
  }
  return nullptr;
}

void holders::set_busy(bool busy) {
  if (!mine.asked) {
    mine.asked = true;
    mine.at = enroll();
  }
  if (mine.at) mine.at->busy.store(busy, std::memory_order_relaxed);
}

holders::sight holders::look() const {
  sight all;
  for (const entry& e : entries_) {
    const std::int32_t thread = e.thread.load(std::memory_order_relaxed);
    if (thread == 0 || !e.busy.load(std::memory_order_relaxed)) continue;
    all.runnable = all.runnable || state_of(thread) == 'R';
    all.cpu_ns += cpu_time_of(thread);
  }
  return all;
}

void holders::clear(bool busy) {
  for (entry& e : entries_) {
    e.thread.store(0, std::memory_order_relaxed);
    e.busy.store(false, std::memory_order_relaxed);
  }
  mine.at = nullptr;
  mine.asked = false;
  if (busy) set_busy(true);
}

}  // namespace berth::impl
