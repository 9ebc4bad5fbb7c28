// berth demo: what berth found, then the same real work done sequentially, by a naive pool of 32 threads and by berth,
// inside a real CPU quota where one can be made.
#include <sys/wait.h>
#include <unistd.h>

#include <berth/budget.hpp>
#include <berth/explain.hpp>
#include <berth/map.hpp>
#include <berth/map_reduce.hpp>
#include <chrono>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <span>
#include <thread>

#include "show/naive_pool.hpp"
#include "show/quota_group.hpp"
#include "show/records.hpp"
#include "show/service.hpp"
#include "subcommand.hpp"

namespace berth::tool {
namespace {

using clock = std::chrono::steady_clock;
using records = std::span<const std::string_view>;

constexpr unsigned naive_threads = 32;

double ms_since(clock::time_point start) {
  return std::chrono::duration<double, std::milli>(clock::now() - start).count();
}

// One line that the next replaces; nothing where nobody watches.
void progress(const std::string& what) {
  if (!isatty(STDOUT_FILENO)) return;
  std::printf("\r\033[K%s", what.c_str());
  std::fflush(stdout);
}

// ---- the three ways to do the same

std::vector<row> turn_sequentially(records page) {
  std::vector<row> rows;
  rows.reserve(page.size());
  for (const auto each : page) rows.push_back(turn(each));
  return rows;
}

std::vector<row> turn_naively(records page) {
  static naive_pool pool(naive_threads);
  std::vector<row> rows(page.size());
  pool.run(page.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i != end; ++i) rows[i] = turn(page[i]);
  });
  return rows;
}

std::vector<row> turn_with_berth(records page) {
  return berth::map(page, [](std::string_view each) { return turn(each); }, {.name = "turn records"});
}

std::uint64_t bytes_sequentially(records all) {
  std::uint64_t sum = 0;
  for (const auto each : all) sum += turn(each).html_bytes;
  return sum;
}

std::uint64_t bytes_naively(records all) {
  const auto rows = turn_naively(all);
  std::uint64_t sum = 0;
  for (const row& each : rows) sum += each.html_bytes;
  return sum;
}

std::uint64_t bytes_with_berth(records all) {
  return berth::map_reduce(all, std::uint64_t{0}, std::plus<>{},
                           [](std::string_view each) { return turn(each).html_bytes; }, {.name = "sum of bytes"});
}

struct way {
  const char* name;
  std::vector<row> (*turned)(records);
  std::uint64_t (*bytes)(records);
};

constexpr way ways[] = {{"sequential", turn_sequentially, bytes_sequentially},
                        {"naive, 32 threads", turn_naively, bytes_naively},
                        {"berth", turn_with_berth, bytes_with_berth}};

// ---- the report service

struct page {
  std::vector<std::string_view> records;
  double ms = 0;  // to turn and group them, sequentially
};

double best_ms_of(const std::function<void()>& work) {
  double best = 1e12;
  for (int turn = 0; turn != 3; ++turn) {
    const auto start = clock::now();
    work();
    best = std::min(best, ms_since(start));
  }
  return best;
}

double ms_for(records some) {
  return best_ms_of([&] { static_cast<void>(group(turn_sequentially(some))); });
}

// As many records, from the first, as take a millisecond to turn and group, two at least; the file is gone round where
// it is short.
page page_of_a_millisecond(records all) {
  const auto sample = all.first(std::min<std::size_t>(all.size(), 500));
  const double ms_a_record = ms_for(sample) / static_cast<double>(sample.size());
  const auto needed = std::max<std::size_t>(2, static_cast<std::size_t>(1 / ms_a_record));
  page made;
  for (std::size_t i = 0; i != needed; ++i) made.records.push_back(all[i % all.size()]);
  made.ms = ms_for(made.records);
  return made;
}

// Seconds for which the CPUs of our control group were held back so far; none if nobody counts.
std::optional<double> throttled_seconds(const std::optional<quota::group>& group) {
  if (group) return static_cast<double>(group->read().throttled_ns) / 1e9;
  const auto counted = explain().throttling;
  return counted ? std::optional(counted->seconds) : std::nullopt;
}

std::string share(const std::optional<double>& before, const std::optional<double>& after, double wall_ms) {
  if (!before || !after) return "-";
  char text[16];
  std::snprintf(text, sizeof text, "%.2f", (*after - *before) * 1000 / wall_ms);
  return text;
}

// How much of everything: a minute's worth, or a look.
struct size {
  std::chrono::milliseconds a_row{1'500};
  std::size_t bytes = std::size_t{64} << 20;
};

bool show_load(const way& by, unsigned callers, records page, const size& much,
               const std::optional<quota::group>& quota) {
  const grouped right = group(turn_sequentially(page));
  const auto request = [&] { return group(by.turned(page)) == right; };
  request();  // threads are started, costs learned
  const auto before = throttled_seconds(quota);
  const auto start = clock::now();
  const auto seen = under_load(callers, much.a_row, request);
  const double wall_ms = ms_since(start);
  const std::string throttled = share(before, throttled_seconds(quota), wall_ms);
  progress("");
  std::printf("  %7u  %-17s  %8.0f/s  %8.2f ms  %8.2f ms  %9s%s\n", callers, by.name, seen.qps, seen.p50_ms,
              seen.p99_ms, throttled.c_str(), seen.right ? "" : "  WRONG ANSWER");
  return seen.right;
}

bool show_service(records all, const size& much, const std::optional<quota::group>& quota) {
  const page one = page_of_a_millisecond(all);
  std::printf("\nA report service: a request groups and turns %zu records, %.2f ms of work; throttled: of wall time.\n",
              one.records.size(), one.ms);
  std::printf("  callers  mode                 requests          p50          p99  throttled\n");
  bool right = true;
  for (const unsigned callers : {1u, 20u, 200u})
    for (const way& by : ways) {
      progress("  measuring: " + std::to_string(callers) + " callers, " + by.name + " ...");
      right = show_load(by, callers, one.records, much, quota) && right;
    }
  return right;
}

// ---- the whole file

// The file, as often as makes that many bytes of it, once at least.
std::vector<std::string_view> many_times(records all, std::size_t bytes, std::size_t wanted) {
  std::vector<std::string_view> many;
  for (std::size_t held = 0; many.empty() || held < wanted; held += bytes)
    many.insert(many.end(), all.begin(), all.end());
  return many;
}

bool show_large(records all, std::size_t bytes, const size& much) {
  const auto many = many_times(all, bytes, much.bytes);
  std::printf("\nAll of it, as often as makes %zu MiB: %zu records (best of 3).\n", much.bytes >> 20, many.size());
  std::printf("  mode                        map     map + sum\n");
  const std::uint64_t right = bytes_sequentially(many);
  const grouped right_rows = group(turn_sequentially(many));
  bool all_right = true;
  for (const way& by : ways) {
    progress(std::string("  measuring: ") + by.name + " ...");
    std::uint64_t sum = 0;
    std::vector<row> rows;
    const double map_ms = best_ms_of([&] { rows = by.turned(many); });
    const double sum_ms = best_ms_of([&] { sum = by.bytes(many); });
    const bool right_here = sum == right && group(rows) == right_rows;
    progress("");
    std::printf("  %-17s  %9.1f ms  %9.1f ms%s\n", by.name, map_ms, sum_ms, right_here ? "" : "  WRONG ANSWER");
    all_right = all_right && right_here;
  }
  return all_right;
}

// ---- all of it

struct options {
  std::string file;
  std::string quota = "auto";
  bool quick = false;
};

// What others run on the CPUs is in every figure below.
void warn_if_busy(int cpus) {
  double load = 0;
  if (getloadavg(&load, 1) == 1 && load > cpus * 0.5)
    std::printf("  ! the machine is busy (load %.1f, %d CPUs): these figures may say little\n", load, cpus);
}

void show_budget(const std::optional<quota::group>& quota, const std::string& no_quota) {
  const report found = explain();
  std::printf("berth found (all of it: berth explain)\n  budget: %d CPUs, decided by %s\n", found.budget.cpus,
              found.budget.decided_by.c_str());
  const std::string origin = quota ? "the quota was made for this demo" : "no quota of the demo's own: " + no_quota;
  std::printf("  %s%s%s\n", found.budget.why.c_str(), found.budget.why.empty() ? "" : "; ", origin.c_str());
  for (const auto& each : found.findings)
    if (each.level != severity::info) std::printf("  ! %s\n", each.text.c_str());
  warn_if_busy(found.budget.online.value_or(1));
}

int show(const record_file& file, const options& chosen, const std::optional<quota::group>& quota,
         const std::string& no_quota) {
  const size much = chosen.quick ? size{.a_row = std::chrono::milliseconds(50), .bytes = std::size_t{1} << 20} : size{};
  show_budget(quota, no_quota);
  std::printf("%s: %zu %s, %.1f MB\n", chosen.file.c_str(), file.records().size(),
              file.paragraphs() ? "paragraphs" : "lines", static_cast<double>(file.bytes()) / 1e6);
  const bool served = show_service(file.records(), much, quota);
  const bool right = show_large(file.records(), file.bytes(), much) && served;
  std::printf("%s\n", right ? "All three gave the same answers everywhere." : "WRONG ANSWERS: see above.");
  return right ? 0 : 1;
}

// ---- the quota around it

// CPUs of the demo's own quota: enough to share work, fewer than there are; 0 where that cannot be.
double quota_for(const std::string& asked) {
  if (asked == "off") return 0;
  if (asked != "auto") return std::stod(asked);
  const unsigned cpus = std::thread::hardware_concurrency();
  return cpus >= 4 ? 2 : cpus >= 2 ? 1.5 : 0;
}

bool valid_quota(const std::string& text) {
  if (text == "auto" || text == "off") return true;
  char* end = nullptr;
  const double cpus = std::strtod(text.c_str(), &end);
  return !text.empty() && *end == '\0' && cpus >= 0.01 && cpus <= 65'535;
}

// Everything happens in a child that enters the group before it starts a thread; this process stays outside, to remove
// the group whatever becomes of the child.
int in_group(const quota::group& group, const std::function<int(bool entered)>& body) {
  std::cout.flush();
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) return body(false);
  if (child == 0) {
    const int status = body(group.enter());
    std::fflush(nullptr);
    _exit(status);
  }
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGTERM, SIG_IGN);
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int run(const options& chosen) {
  const record_file file(chosen.file);
  std::string why = chosen.quota == "off" ? "not wanted" : "one CPU cannot be shared out";
  const double cpus = quota_for(chosen.quota);
  std::optional<quota::group> group;
  if (chosen.quota == "auto" && explain(report_source{}).budget.quota)
    why = "there is one already";
  else if (cpus > 0)
    if (auto made = quota::group::make(cpus, why)) group.emplace(std::move(*made));
  if (!group) return show(file, chosen, group, why);
  return in_group(*group, [&](bool entered) {
    return entered ? show(file, chosen, group, "")
                   : show(file, chosen, std::nullopt, "the process may not enter " + group->folder());
  });
}

}  // namespace

void add_demo(CLI::App& command, int& status) {
  auto chosen = std::make_shared<options>();
  chosen->file = "/var/lib/dpkg/status";
  CLI::App* demo =
      command.add_subcommand("demo", "The same real work done sequentially, naively parallel and by berth");
  demo->add_option("--file", chosen->file, "Text to work on: paragraphs of \"Key: value\", CSV, or any lines")
      ->capture_default_str();
  demo->add_option("--cpu-quota", chosen->quota, "CPUs of a real quota around the demo: a number, auto or off")
      ->capture_default_str()
      ->check([](const std::string& text) {
        return valid_quota(text) ? std::string() : "must be a number of CPUs from 0.01 up, auto or off";
      });
  demo->add_flag("--quick", chosen->quick, "A look: seconds, and figures that mean little");
  demo->callback([chosen, &status] {
    try {
      status = run(*chosen);
    } catch (const unusable_file& problem) {
      std::cerr << "berth demo: " << problem.what() << "\n";
      status = wrong_usage;
    }
  });
}

}  // namespace berth::tool
