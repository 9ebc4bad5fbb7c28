#include "report_service/server.hpp"

#include <sys/resource.h>
#include <time.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <memory>
#include <sstream>
#include <thread>

#include "common/clock.hpp"
#include "common/options.hpp"
#include "common/stats.hpp"

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

// What one caller saw. Written by its thread alone; the count is the hand-off to the thread that reads.
struct log {
  explicit log(std::size_t room) : microseconds(room) {}
  std::vector<float> microseconds;
  std::atomic<std::size_t> count{0};

  void add(double us) {
    const auto at = count.load(std::memory_order_relaxed);
    if (at == microseconds.size()) return;
    microseconds[at] = static_cast<float>(us);
    count.store(at + 1, std::memory_order_release);
  }
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
    if (answered >= what.until) return;
    if (answered >= what.from) to.add(static_cast<double>(answered - sent) / 1000);
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

std::vector<double> latencies(const std::vector<std::unique_ptr<log>>& logs) {
  std::vector<double> all;
  for (const auto& each : logs)
    all.insert(all.end(), each->microseconds.begin(),
               each->microseconds.begin() + static_cast<std::ptrdiff_t>(each->count.load(std::memory_order_acquire)));
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
  const auto room = static_cast<std::size_t>(what.window_ns / 50'000) + 1'000;
  std::vector<std::unique_ptr<log>> logs;
  for (unsigned i = 0; i != what.callers; ++i) logs.push_back(std::make_unique<log>(room));
  gate start;
  for (auto& each : logs) std::thread([&who, &start, &to = *each] { call_until_end(who, start, to); }).detach();
  while (start.waiting != what.callers) std::this_thread::yield();
  const window when = open(start, what);
  sleep_until(when.from);
  const auto begin = bench::now_ns();
  const auto switches = switches_so_far();
  sleep_until(when.until);
  const double seconds = static_cast<double>(bench::now_ns() - begin) / 1e9;
  const double switched = static_cast<double>(switches_so_far() - switches) / seconds;
  const auto seen = latencies(logs);
  return {.qps = static_cast<double>(seen.size()) / (static_cast<double>(what.window_ns) / 1e9),
          .p50_us = bench::quantile(seen, 0.5),
          .p99_us = bench::quantile(seen, 0.99),
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
