// idle: what a call costs when nothing has run for a while, with the contenders and the 100 ns leaf of map_grid.
//   first_14us        time of the first call of a process (128 elements), a fresh process each
//   after_5ms_107us   time of a call after 5 ms of sleep: 1000 elements; after_5ms_1ms: 10 000
//   cpu_gap_1ms       CPU time of the whole process, a call of 1000 elements and the sleep of 1 ms before it; _5ms
//   alike
#include <cmath>
#include <cstdio>
#include <ctime>
#include <limits>

#include "harness/child.hpp"
#include "harness/clock.hpp"
#include "harness/options.hpp"
#include "harness/record.hpp"
#include "harness/rounds.hpp"
#include "map_grid/leaf.hpp"

namespace idle {
namespace {

using map_grid::contender;

struct arrays {
  explicit arrays(std::size_t n) : in(n), out(n) {
    for (std::size_t i = 0; i != n; ++i) in[i] = 0.25 + static_cast<double>(i % 1024) / 2048;
  }
  std::vector<double> in, out;
};

void call(const contender& c, arrays& data) {
  c.hundred_ns(data.in.data(), data.out.data(), data.in.size());
  bench::clobber();
}

void check(const std::string& at, const contender& c, const arrays& data) {
  arrays right(data.in.size());
  call(map_grid::sequential, right);
  if (right.out != data.out) bench::fail("idle " + at + ": wrong answer from " + c.name);
}

struct named {
  std::string name;
  contender who;
};

std::vector<named> rows(const bench::options& o) {
  std::vector<named> all{{"sequential", map_grid::sequential}, {"sequential_again", map_grid::sequential}};
  for (const auto& c : map_grid::contenders())
    if (o.wants(c.name)) all.push_back({c.name, c});
  return all;
}

void sleep_ms(long ms) {
  const timespec t{.tv_sec = 0, .tv_nsec = ms * 1'000'000};
  nanosleep(&t, nullptr);
}

// ---- after a gap

double after_gap(const contender& c, arrays& data, long gap_ms, std::size_t calls, clockid_t clock, bool with_gap) {
  double sum = 0;
  for (; calls != 0; --calls) {
    auto start = bench::read_clock(clock);
    sleep_ms(gap_ms);
    if (!with_gap) start = bench::read_clock(clock);
    call(c, data);
    sum += static_cast<double>(bench::read_clock(clock) - start);
  }
  return sum;
}

struct gap_case {
  const char* name;
  std::size_t n;
  long gap_ms;
  bool cpu;
};

bench::pace pace_of(bench::effort how, const gap_case& at) {
  const std::size_t calls = !at.cpu ? 1 : how == bench::effort::full ? 20 : how == bench::effort::quick ? 8 : 2;
  const int rounds = how == bench::effort::smoke ? 2 : (how == bench::effort::quick ? 1 : 4) * (at.cpu ? 7 : 35);
  return {.slice_ns = 0, .budget_ns = 0, .min_rounds = rounds, .calls = calls};
}

void run_gap(bench::recorder& to, const bench::options& o, const gap_case& at) {
  arrays data(at.n);
  std::vector<bench::contestant> all;
  for (const auto& row : rows(o)) {
    const auto timed = [&, row](std::size_t calls) {
      return after_gap(row.who, data, at.gap_ms, calls, at.cpu ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, at.cpu);
    };
    all.push_back({.name = row.name, .run = timed, .timed_run = timed});
    std::fill(data.out.begin(), data.out.end(), std::numeric_limits<double>::quiet_NaN());
    call(row.who, data);
    check(at.name, row.who, data);
  }
  for (const auto& r : bench::in_turns(all, pace_of(o.how, at))) {
    to.write(at.name, r.name, at.cpu ? "cpu" : "time", r.value, "ns", r.ratio);
    if (!at.cpu) to.write(at.name, r.name, "p90", r.p90 / 1000, "us", NAN);
    if (r.name == "sequential_again") to.write(at.name, r.name, "spread", r.spread, "ratio", NAN);
  }
}

// ---- the first call of a process

constexpr std::size_t first_size = 128;

int first_call(const std::string& name, const bench::options& o) {
  arrays data(first_size);
  for (const auto& row : rows(o)) {
    if (row.name != name) continue;
    const auto start = bench::now_ns();
    while (bench::now_ns() - start < 1'000'000) bench::clobber();  // the CPU is awake
    const auto begin = bench::now_ns();
    call(row.who, data);
    const auto end = bench::now_ns();
    check("first_14us", row.who, data);
    std::printf("%llu\n", static_cast<unsigned long long>(end - begin));
    return 0;
  }
  return 1;
}

double first_call_elsewhere(const std::string& name) {
  const std::string text =
      bench::child({"--first", name, "--calibration", bench::calibration()}).finish(/*patience_ms=*/10'000);
  if (text.empty()) bench::fail("idle first_14us: no answer from " + name);
  return std::stod(text);
}

void run_first(bench::recorder& to, const bench::options& o) {
  const int rounds = o.how == bench::effort::smoke ? 2 : o.how == bench::effort::quick ? 15 : 60;
  const auto all = rows(o);
  std::vector<std::vector<double>> samples(all.size());
  for (int round = 0; round != rounds; ++round)
    for (std::size_t i = 0; i != all.size(); ++i) samples[i].push_back(first_call_elsewhere(all[i].name));
  for (std::size_t i = 0; i != all.size(); ++i) {
    const auto r = bench::summary(all[i].name, samples[i], samples[0]);
    to.write("first_14us", r.name, "time", r.value, "ns", r.ratio);
    if (r.name == "sequential_again") to.write("first_14us", r.name, "spread", r.spread, "ratio", NAN);
  }
}

int run(const bench::options& o) {
  bench::print_setting("idle");
  bench::calibrate();
  bench::recorder to("idle", o.json);
  if (o.wants_case("first_14us")) {
    std::fprintf(stderr, "idle first_14us\n");
    run_first(to, o);
  }
  for (const gap_case& at : {gap_case{"after_5ms_107us", 1'000, 5, false}, gap_case{"after_5ms_1ms", 10'000, 5, false},
                             gap_case{"cpu_gap_1ms", 1'000, 1, true}, gap_case{"cpu_gap_5ms", 1'000, 5, true}}) {
    if (!o.wants_case(at.name)) continue;
    std::fprintf(stderr, "idle %s\n", at.name);
    run_gap(to, o, at);
  }
  return 0;
}

}  // namespace
}  // namespace idle

int main(int argc, char** argv) {
  const auto options = bench::parse(argc, argv, {"--first", "--calibration"});
  const auto& rest = options.rest;
  if (rest.size() == 4 && rest[0] == "--first" && rest[2] == "--calibration") {
    bench::use_calibration(rest[3]);
    return idle::first_call(rest[1], options);
  }
  return idle::run(options);
}
