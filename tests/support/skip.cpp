#include "support/skip.hpp"

#include <atomic>
#include <cstdio>

namespace berth_tests {

namespace {
std::atomic<int> skipped{0};
}

void skip(std::string_view why) {
  std::printf("skipped: %.*s\n", static_cast<int>(why.size()), why.data());
  std::fflush(stdout);
  skipped.fetch_add(1, std::memory_order_relaxed);
}

int skipped_cases() { return skipped.load(std::memory_order_relaxed); }

}  // namespace berth_tests
