// Proof 1: admission. C callers make 1 ms requests of 128 items, one after the other, in a control group with a quota:
// once through berth (queue, servers, 5 ms quantum, take-back), once every caller at once as a plain loop.
//
//   proof_admission [--seconds S] [--callers C]...      figures under the present budget
// Run it through `admission.sh` for quotas of 1, 1.5 and 2.
#include <atomic>
#include <berth/for_each.hpp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <thread>

#include "pool/pool.hpp"
#include "proof.hpp"

namespace {

int steps = 1;
constexpr std::size_t fields = 128;

void by_berth() {
  berth::for_each_index(fields, [](std::size_t) { proof::use(proof::compute(steps)); });
}
void alone() {
  for (std::size_t i = 0; i != fields; ++i) proof::use(proof::compute(steps));
}

// Throttled nanoseconds of the group named by PROOF_CPU_STAT; -1 without.
double throttled_ns() {
  const char* file = std::getenv("PROOF_CPU_STAT");
  std::ifstream in(file ? file : "");
  std::string key;
  double value;
  while (in >> key >> value) {
    if (key == "throttled_time") return value;
    if (key == "throttled_usec") return value * 1000;
  }
  return -1;
}

void run(const char* name, void (*request)(), int callers, double seconds) {
  std::atomic<bool> stop{false};
  std::vector<std::vector<double>> times(static_cast<std::size_t>(callers));
  std::vector<std::thread> threads;
  const double throttled = throttled_ns();
  const auto from = proof::now_ns();
  for (auto& mine : times)
    threads.emplace_back([&] {
      while (!stop) {
        const auto begin = proof::now_ns();
        request();
        mine.push_back(static_cast<double>(proof::now_ns() - begin) / 1e6);
      }
    });
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  stop = true;
  for (auto& t : threads) t.join();
  const double wall = static_cast<double>(proof::now_ns() - from) / 1e9;
  std::vector<double> all;
  for (const auto& t : times) all.insert(all.end(), t.begin(), t.end());
  const double qps = static_cast<double>(all.size()) / wall;
  std::printf("  C=%3d %-13s %6.0f/s  p50 %7.2f ms  p99 %7.2f ms  p99/(C/QPS) %5.2f", callers, name, qps,
              proof::median(all), proof::quantile(all, 0.99), proof::quantile(all, 0.99) / (callers / qps * 1000));
  if (throttled >= 0) std::printf("  throttled %.2f of wall", (throttled_ns() - throttled) / 1e9 / wall);
  std::printf("\n");
  std::fflush(stdout);
}

void print_counters() {
  const auto& c = berth::impl::the_pool().counters;
  std::printf("  queued %llu, served %llu, taken back %llu, gave way %llu, wakes %llu, threads asked for %llu\n",
              static_cast<unsigned long long>(c.queued), static_cast<unsigned long long>(c.served),
              static_cast<unsigned long long>(c.taken_back), static_cast<unsigned long long>(c.gave_way),
              static_cast<unsigned long long>(c.wakes), static_cast<unsigned long long>(c.lent));
}

}  // namespace

int main(int argc, char** argv) {
  double seconds = 2;
  std::vector<int> callers;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (!std::strcmp(argv[i], "--seconds")) seconds = std::atof(argv[i + 1]);
    if (!std::strcmp(argv[i], "--callers")) callers.push_back(std::atoi(argv[i + 1]));
  }
  if (callers.empty()) callers = {1, 20, 200};
  const char* given = std::getenv("PROOF_STEPS");
  steps = given ? std::atoi(given) : proof::steps_a_us() * 1000 / static_cast<int>(fields);
  for (int k = 0; k != 50; ++k) by_berth();
  for (const int c : callers) {
    run("every caller", alone, c, seconds);
    run("berth", by_berth, c, seconds);
    print_counters();
  }
}
