#include "algorithms/java.hpp"

#include <algorithm>
#include <cstdio>
#include <set>
#include <sstream>
#include <vector>

#include "harness/clock.hpp"
#include "harness/options.hpp"
#include "harness/quiet.hpp"

namespace algorithms {
namespace {

constexpr int patience_ms = 120'000;

// All of the heap from the start, so that it is not measured how it grows. See bench/README.md.
bench::child started(const std::vector<std::string>& arguments) {
  std::vector<std::string> words{"-Xms3g", "-Xmx3g", "-XX:+UseParallelGC", "-XX:+DisplayVMOutputToStderr"};
  words.insert(words.end(), {"-cp", BERTH_BENCH_JAVA_CLASSES, "Streams"});
  words.insert(words.end(), arguments.begin(), arguments.end());
  return bench::child(BERTH_BENCH_JAVA, words);
}

std::set<std::string> named_cases() {
  std::set<std::string> names;
  if (std::string(BERTH_BENCH_JAVA_CLASSES).empty()) {
    std::fprintf(stderr, "algorithms: left out, not installed: java (a JDK, 17 or later)\n");
    return names;
  }
  std::istringstream line(started({}).finish(patience_ms));
  for (std::string name; line >> name;) names.insert(name);
  if (names.empty()) std::fprintf(stderr, "algorithms: left out, does not run: %s\n", BERTH_BENCH_JAVA);
  return names;
}

}  // namespace

bool java::has(const std::string& name) {
  static const std::set<std::string> names = named_cases();
  return names.contains(name);
}

java::java(const std::string& name, std::size_t n) : process_(started({name, std::to_string(n)})) {}

std::optional<std::uint64_t> java::answer() {
  process_.say("check");
  const std::string line = process_.line(patience_ms);
  if (line.empty()) return std::nullopt;
  return std::stoull(line);
}

void java::warm_up(std::uint64_t ns) {
  const auto start = bench::now_ns();
  for (std::size_t calls = 1; bench::now_ns() - start < ns; ++calls) ns_of(calls);
}

double java::ns_of(std::size_t calls) {
  const std::size_t made = std::min<std::size_t>(calls, 100);
  process_.say(std::to_string(made));
  const std::string line = process_.line(patience_ms);
  if (line.empty()) bench::fail("algorithms: java gave no time for " + std::to_string(made) + " calls");
  bench::wait_until_quiet(process_.pid());
  return std::stod(line) * static_cast<double>(calls) / static_cast<double>(made);
}

}  // namespace algorithms
