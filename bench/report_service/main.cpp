// report_service: see leaf.hpp. Cases qQ_cC: quota of Q CPUs, C callers. The quota is a real control group where one
// can be made; each contender runs in it in a process of its own, while this process watches from outside. Metrics:
//   qps; p50, p99 (us); switches (context switches a second);
//   throttled_share: throttled time / wall time, the time as cpu.stat counts it (summed over the CPUs);
//   runnable: mean number of threads that run or want to / quota, sampled.
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <optional>
#include <sstream>
#include <string>

#include "harness/child.hpp"
#include "harness/clock.hpp"
#include "harness/options.hpp"
#include "harness/record.hpp"
#include "harness/stats.hpp"
#include "harness/threads.hpp"
#include "report_service/server.hpp"
#include "show/quota_group.hpp"

namespace report_service {
namespace {

struct service_case {
  const char* name;
  double quota;
  unsigned callers;
  bool only_full = false;
};

constexpr service_case cases[] = {
    {"q1_c1", 1, 1},           {"q1_c20", 1, 20},           {"q1_c200", 1, 200},
    {"q2_c1", 2, 1},           {"q2_c20", 2, 20},           {"q2_c200", 2, 200},
    {"q1.5_c1", 1.5, 1, true}, {"q1.5_c20", 1.5, 20, true}, {"q1.5_c200", 1.5, 200, true},
};

struct timing {
  std::uint64_t warm_ns, window_ns;
  int repeats;
};

timing timing_of(bench::effort how) {
  switch (how) {
    case bench::effort::smoke: return {.warm_ns = 100'000'000, .window_ns = 100'000'000, .repeats = 1};
    case bench::effort::quick: return {.warm_ns = 250'000'000, .window_ns = 700'000'000, .repeats = 1};
    case bench::effort::full: break;
  }
  return {.warm_ns = 400'000'000, .window_ns = 2'000'000'000, .repeats = 1};
}

using metrics = std::map<std::string, double>;

// Mean of the runnable threads in [from, until); a sample every 10 ms, or as many as keep the watching below some 2 %
// of a CPU.
double mean_runnable(pid_t process, std::uint64_t until) {
  std::vector<double> samples;
  while (bench::now_ns() < until) {
    const auto seen = bench::count_threads(process);
    samples.push_back(seen.runnable);
    usleep(std::max(10'000u, seen.all * 500u));
  }
  double sum = 0;
  for (const double s : samples) sum += s;
  return samples.empty() ? 0 : sum / static_cast<double>(samples.size());
}

void sleep_until(std::uint64_t ns) {
  const auto now = bench::now_ns();
  if (ns > now) usleep(static_cast<useconds_t>((ns - now) / 1000));
}

std::optional<metrics> measure(const service_case& at, const std::string& who, const timing& how,
                               const std::optional<quota::group>& group) {
  const job what{.contender = who, .callers = at.callers, .warm_ns = how.warm_ns, .window_ns = how.window_ns};
  bench::child server({"--serve", what.as_text()}, [&] { return !group || group->enter(); });
  window when;
  if (!(std::istringstream(server.line(/*patience_ms=*/6'000)) >> when.from >> when.until)) return std::nullopt;
  sleep_until(when.from);
  const auto before = group ? group->read() : quota::throttling{};
  const double runnable = mean_runnable(server.pid(), when.until);
  const auto after = group ? group->read() : quota::throttling{};
  served seen;
  if (!served::from_text(server.finish(/*patience_ms=*/6'000), seen)) return std::nullopt;
  metrics all{{"qps", seen.qps},
              {"p50", seen.p50_us},
              {"p99", seen.p99_us},
              {"switches", seen.switches},
              {"runnable", runnable / at.quota}};
  if (group)
    all["throttled_share"] =
        static_cast<double>(after.throttled_ns - before.throttled_ns) / static_cast<double>(how.window_ns);
  return all;
}

const char* unit_of(const std::string& metric) {
  if (metric == "p50" || metric == "p99") return "us";
  return metric == "qps" || metric == "switches" ? "1/s" : "ratio";
}

void write(bench::recorder& to, const service_case& at, const std::string& who, const metrics& own,
           const metrics& baseline) {
  for (const auto& [name, value] : own) {
    const auto base = baseline.find(name);
    to.write(at.name, who, name, value, unit_of(name),
             base == baseline.end() ? NAN : bench::ratio_of(value, base->second));
  }
}

std::vector<std::string> rows(const bench::options& o) {
  std::vector<std::string> all{"sequential", "sequential_again"};
  for (const auto& c : contenders())
    if (o.wants(c.name)) all.emplace_back(c.name);
  return all;
}

void run_case(bench::recorder& to, const bench::options& o, const service_case& at) {
  metrics baseline;
  for (const auto& who : rows(o)) {
    std::string why;
    const auto group = quota::group::make(at.quota, why);
    if (!group && who == "sequential")
      std::fprintf(stderr, "report_service %s: no quota of its own (%s); under the present budget\n", at.name,
                   why.c_str());
    const auto seen = measure(at, who, timing_of(o.how), group);
    if (!seen && (who == "berth" || who.starts_with("sequential")))
      bench::fail(std::string("report_service ") + at.name + ": no answer from " + who);
    if (!seen) {
      std::fprintf(stderr, "report_service %s: %s did not come to an end: left out\n", at.name, who.c_str());
      continue;
    }
    if (who == "sequential") baseline = *seen;
    write(to, at, who, *seen, baseline);
  }
}

int run(const bench::options& o) {
  bench::print_setting("report_service");
  calibrate();
  bench::recorder to("report_service", o.json);
  for (const auto& at : cases) {
    const bool left_out =
        (at.only_full && o.how != bench::effort::full) || (o.how == bench::effort::smoke && at.callers > 20);
    if (!o.wants_case(at.name) || (left_out && o.cases.empty())) continue;
    std::fprintf(stderr, "report_service %s\n", at.name);
    run_case(to, o, at);
  }
  return 0;
}

}  // namespace
}  // namespace report_service

int main(int argc, char** argv) {
  const auto options = bench::parse(argc, argv, {"--serve"});
  if (options.rest.empty()) return report_service::run(options);
  const auto seen = report_service::serve(report_service::job::from_text(options.rest.at(1)));
  std::fputs(seen.as_text().c_str(), stdout);
  std::fflush(stdout);
  _exit(0);  // callers may still wait for their last answer
}
