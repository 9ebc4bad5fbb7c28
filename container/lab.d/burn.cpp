// burn THREADS SECONDS: keeps THREADS threads busy for SECONDS and says how many CPUs they got together.
#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

namespace {

using wall_clock = std::chrono::steady_clock;

void burn_until(wall_clock::time_point end) {
  while (wall_clock::now() < end) {
  }
}

double cpu_seconds() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

}  // namespace

int main(int argc, char** argv) {
  const int threads = argc == 3 ? std::atoi(argv[1]) : 0;
  const double seconds = argc == 3 ? std::atof(argv[2]) : 0;
  if (threads < 1 || seconds <= 0) {
    std::fputs("usage: burn THREADS SECONDS\n", stderr);
    return 64;
  }
  const auto end =
      wall_clock::now() + std::chrono::duration_cast<wall_clock::duration>(std::chrono::duration<double>(seconds));
  {
    std::vector<std::jthread> crew;
    for (int i = 0; i < threads; ++i) crew.emplace_back(burn_until, end);
  }
  std::printf("%d threads used %.2f CPUs\n", threads, cpu_seconds() / seconds);
}
