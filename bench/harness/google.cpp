#include "harness/google.hpp"

#include <benchmark/benchmark.h>

namespace bench {

int run_google(const std::vector<named_case>& cases, const std::vector<std::string>& arguments) {
  std::vector<std::string> words{"bench"};
  for (const auto& a : arguments)
    if (a != "--google") words.push_back(a);
  std::vector<char*> argv;
  for (auto& w : words) argv.push_back(w.data());
  int argc = static_cast<int>(argv.size());
  for (const auto& each : cases) {
    for (const auto& c : each.contestants()) {
      benchmark::RegisterBenchmark((each.name + "/" + c.name).c_str(), [run = c.run](benchmark::State& state) {
        for ([[maybe_unused]] auto step : state) run(1);
      })->UseRealTime();
    }
  }
  benchmark::Initialize(&argc, argv.data());
  if (benchmark::ReportUnrecognizedArguments(argc, argv.data())) return 64;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

}  // namespace bench
