// primes [--every SECONDS] [LIMIT]: counts the primes up to LIMIT, in parallel, once or again and again.
//
// Says first what berth found out and decided: the lines to look at when it is slower in a container than it was
// elsewhere.
#include <berth/explain.hpp>
#include <berth/map.hpp>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace {

using wall_clock = std::chrono::steady_clock;

// Process 1 of a container gets no default action for a signal: without a handler, stopping it takes the grace period.
volatile std::sig_atomic_t asked_to_stop = 0;
void ask_to_stop(int) { asked_to_stop = 1; }

bool is_prime(long n) {
  if (n < 2) return false;
  for (long d = 2; d * d <= n; ++d)
    if (n % d == 0) return false;
  return true;
}

constexpr long block = 10'000;

long primes_in_block(long first) {
  long count = 0;
  for (long n = first; n < first + block; ++n) count += is_prime(n) ? 1 : 0;
  return count;
}

void count_primes(long limit) {
  std::vector<long> blocks(static_cast<std::size_t>(limit / block));
  for (long first = 0; long& b : blocks) b = std::exchange(first, first + block);

  const auto start = wall_clock::now();
  const std::vector<long> counts = berth::map(blocks, primes_in_block);
  const std::chrono::duration<double, std::milli> took = wall_clock::now() - start;

  std::printf("%ld primes up to %ld in %.0f ms on %d CPUs\n", std::accumulate(counts.begin(), counts.end(), 0L), limit,
              took.count(), berth::budget().cpus);
  std::fflush(stdout);
}

void wait(std::chrono::seconds pause) {
  using namespace std::chrono_literals;
  for (const auto end = wall_clock::now() + pause; !asked_to_stop && wall_clock::now() < end;)
    std::this_thread::sleep_for(100ms);
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGTERM, ask_to_stop);
  std::signal(SIGINT, ask_to_stop);
  std::chrono::seconds pause{0};
  long limit = 2'000'000;
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--every" && i + 1 < argc)
      pause = std::chrono::seconds(std::atol(argv[++i]));
    else
      limit = std::atol(argv[i]);
  }

  std::fputs(berth::to_text(berth::explain()).c_str(), stderr);
  do {
    count_primes(limit);
    wait(pause);
  } while (pause.count() > 0 && !asked_to_stop);
}
