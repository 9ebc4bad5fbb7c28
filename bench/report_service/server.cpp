#include "report_service/server.hpp"

#include <sys/resource.h>
#include <time.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <sstream>
#include <thread>

#include "harness/clock.hpp"
#include "harness/options.hpp"
#include "harness/stats.hpp"

namespace report_service {
namespace {

request made_up_request() {
  request made;
  for (std::size_t i = 0; i != fields; ++i)
    for (std::size_t j = 0; j != made[i].text.size(); ++j)
      made[i].text[j] =
          static_cast<char>(j % 9 == 8 ? ';' : 'A' + static_cast<char>((i * 7 + j * 3) % 26) + (i % 2) * 32);
  return made;
}

reply right(const request& in) {
  reply out;
  sequential.serve(in, out);
  return out;
}

// What one caller saw. Its last request, sent inside the window and answered behind it, counts as a latency: with many
// callers the slowest are always among those, and a figure without them would flatter.
struct log {
  std::vector<double> microseconds;
  std::size_t in_window = 0;
};

// Callers wait here until all are there: one that is started late among hundreds at work would never be heard of.
struct gate {
  std::atomic<unsigned> waiting{0};
  std::atomic<bool> open{false};
  window when;  // written before `open`

  void pass() {
    ++waiting;
    open.wait(false);
  }
};

void call_until_end(const contender& who, gate& start, log& to) {
  start.pass();
  const window& what = start.when;
  reply answer;
  for (;;) {
    const auto sent = bench::now_ns();
    answer.fill(0);
    who.serve(sample_request(), answer);
    const auto answered = bench::now_ns();
    if (answer != right_reply()) bench::fail(std::string("report_service: wrong answer from ") + who.name);
    if (answered >= what.from) to.microseconds.push_back(static_cast<double>(answered - sent) / 1000);
    if (answered >= what.until) return;
    to.in_window += answered >= what.from;
  }
}

void sleep_until(std::uint64_t ns) {
  const timespec t{.tv_sec = static_cast<time_t>(ns / 1'000'000'000), .tv_nsec = static_cast<long>(ns % 1'000'000'000)};
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, nullptr);
}

long switches_so_far() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return used.ru_nvcsw + used.ru_nivcsw;
}

window open(gate& start, const job& what) {
  // This thread only looks at clocks and counters; hundreds of callers must not keep it from doing so on time.
  static_cast<void>(setpriority(PRIO_PROCESS, 0, -20));
  const auto from = bench::now_ns() + what.warm_ns;
  start.when = {.from = from, .until = from + what.window_ns};
  std::printf("%llu %llu\n", static_cast<unsigned long long>(start.when.from),
              static_cast<unsigned long long>(start.when.until));
  std::fflush(stdout);
  start.open = true;
  start.open.notify_all();
  return start.when;
}

const contender& named(const std::string& name) {
  for (const auto& c : contenders())
    if (name == c.name) return c;
  return sequential;
}

log together(const std::vector<log>& logs) {
  log all;
  for (const auto& each : logs) {
    all.microseconds.insert(all.microseconds.end(), each.microseconds.begin(), each.microseconds.end());
    all.in_window += each.in_window;
  }
  return all;
}

}  // namespace

const request& sample_request() {
  static const request it = made_up_request();
  return it;
}

const reply& right_reply() {
  static const reply it = right(sample_request());
  return it;
}

void calibrate() {
  passes = 80;
  double best = 1e18;
  for (int turn = 0; turn != 15; ++turn) {
    const auto start = bench::now_ns();
    volatile auto sink = right(sample_request())[0];
    static_cast<void>(sink);
    best = std::min(best, static_cast<double>(bench::now_ns() - start));
  }
  passes = std::max(1u, static_cast<unsigned>(passes * 1e6 / best + 0.5));
}

served serve(const job& what) {
  const contender& who = named(what.contender);
  static_cast<void>(right_reply());
  if (who.start) who.start();
  std::vector<log> logs(what.callers);
  gate start;
  std::vector<std::thread> callers;
  for (auto& each : logs) {
    each.microseconds.reserve(static_cast<std::size_t>(what.window_ns / 50'000) / what.callers + 100);
    callers.emplace_back([&who, &start, &each] { call_until_end(who, start, each); });
  }
  while (start.waiting != what.callers) std::this_thread::yield();
  const window when = open(start, what);
  sleep_until(when.from);
  const auto begin = bench::now_ns();
  const auto switches = switches_so_far();
  sleep_until(when.until);
  const double seconds = static_cast<double>(bench::now_ns() - begin) / 1e9;
  const double switched = static_cast<double>(switches_so_far() - switches) / seconds;
  for (auto& each : callers) each.join();
  const log seen = together(logs);
  return {.qps = static_cast<double>(seen.in_window) / (static_cast<double>(what.window_ns) / 1e9),
          .p50_us = bench::quantile(seen.microseconds, 0.5),
          .p99_us = bench::quantile(seen.microseconds, 0.99),
          .switches = switched};
}

std::string job::as_text() const {
  std::ostringstream text;
  text << contender << ' ' << callers << ' ' << warm_ns << ' ' << window_ns << ' ' << passes;
  return text.str();
}

job job::from_text(const std::string& text) {
  job what;
  std::istringstream words(text);
  words >> what.contender >> what.callers >> what.warm_ns >> what.window_ns >> passes;
  return what;
}

std::string served::as_text() const {
  std::ostringstream text;
  text << qps << ' ' << p50_us << ' ' << p99_us << ' ' << switches << '\n';
  return text.str();
}

bool served::from_text(const std::string& text, served& to) {
  std::istringstream words(text);
  return static_cast<bool>(words >> to.qps >> to.p50_us >> to.p99_us >> to.switches);
}

}  // namespace report_service
