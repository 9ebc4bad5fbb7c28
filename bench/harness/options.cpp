#include "harness/options.hpp"

#include <sched.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace bench {
namespace {

bool has(const std::vector<std::string>& list, const std::string& word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

[[noreturn]] void wrong_usage(const std::string& why) {
  std::fprintf(stderr,
               "%s\nusage: [--quick | --smoke] [--json FILE] [--contender NAME]... [--case NAME]... "
               "[--google [--benchmark_...]]\n",
               why.c_str());
  std::exit(64);
}

struct words {
  int count;
  char** at;
  int next = 1;
  [[nodiscard]] bool more() const { return next < count; }
  std::string take() { return at[next++]; }
  std::string value_of(const std::string& word) {
    if (!more()) wrong_usage(word + " needs a value");
    return take();
  }
};

}  // namespace

bool options::wants(const std::string& contender) const {
  return contenders.empty() || has(contenders, contender) || contender.starts_with("sequential");
}

bool options::wants_case(const std::string& name) const { return cases.empty() || has(cases, name); }

options parse(int argc, char** argv, const std::vector<std::string>& own) {
  options o;
  for (words in{argc, argv}; in.more();) {
    const std::string word = in.take();
    if (word == "--quick")
      o.how = effort::quick;
    else if (word == "--smoke")
      o.how = effort::smoke;
    else if (word == "--json")
      o.json = in.value_of(word);
    else if (word == "--contender")
      o.contenders.push_back(in.value_of(word));
    else if (word == "--case")
      o.cases.push_back(in.value_of(word));
    else if (word == "--google" || word.starts_with("--benchmark_"))
      o.rest.push_back(word);
    else if (has(own, word))
      o.rest.insert(o.rest.end(), {word, in.value_of(word)});
    else
      wrong_usage("unknown word: " + word);
  }
  return o;
}

void print_setting(const char* workload) {
  std::fprintf(stderr, "%s: %s, %s; %u CPUs\n", workload, BERTH_BENCH_COMPILER, BERTH_BENCH_FLAGS, cpus());
  const std::string missing = BERTH_BENCH_LEFT_OUT;
  if (!missing.empty()) std::fprintf(stderr, "%s: left out, not installed: %s\n", workload, missing.c_str());
}

unsigned cpus() {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  // Above 1024 CPUs the fixed mask is too small; the bench then counts what sysconf would, which is what it is for.
  if (sched_getaffinity(0, sizeof mask, &mask) != 0) return 1024;
  return static_cast<unsigned>(CPU_COUNT(&mask));
}

void fail(const std::string& why) {
  std::fprintf(stderr, "bench: %s\n", why.c_str());
  std::exit(1);
}

}  // namespace bench
