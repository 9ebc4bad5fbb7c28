// skew: see leaf.hpp. Metric `time`, ns a call. Every shape is 10 ms of work; all but n3_equal can be halved.
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <numeric>
#include <random>
#include <string>

#include "harness/clock.hpp"
#include "harness/google.hpp"
#include "harness/options.hpp"
#include "harness/record.hpp"
#include "harness/rounds.hpp"
#include "skew/leaf.hpp"

namespace skew {
namespace {

// Ticks for weights that together are to take `total_ns`.
std::vector<unsigned> shared_out(const std::vector<double>& weights, double total_ns) {
  const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
  const double ticks_a_ns = bench::ticks_10us / 10'000.0;
  std::vector<unsigned> ticks;
  for (const double w : weights) ticks.push_back(static_cast<unsigned>(w / all * total_ns * ticks_a_ns) + 1);
  return ticks;
}

std::vector<double> weights(std::size_t n, const std::function<double(std::size_t)>& of) {
  std::vector<double> all(n);
  for (std::size_t i = 0; i != n; ++i) all[i] = of(i);
  return all;
}

// Costs of a heavy-tailed service: the quantiles of a Pareto distribution with exponent 1.1, shuffled.
std::vector<double> pareto(std::size_t n) {
  auto all = weights(
      n, [n](std::size_t i) { return std::pow((static_cast<double>(i) + 0.5) / static_cast<double>(n), -1 / 1.1); });
  std::shuffle(all.begin(), all.end(), std::minstd_rand(11));
  return all;
}

struct skew_case {
  std::string name;
  std::vector<unsigned> ticks;  // empty: nested
  nest of{};
  [[nodiscard]] std::size_t size() const { return ticks.empty() ? of.outer * of.inner : ticks.size(); }
};

std::vector<skew_case> cases(bench::effort how) {
  const double total = how == bench::effort::smoke ? 100e3 : 10e6;
  constexpr std::size_t n = 1000;
  const auto shape = [&](const char* name, const std::vector<double>& w) {
    return skew_case{.name = name, .ticks = shared_out(w, total)};
  };
  const auto five_percent = [](bool heavy) { return heavy ? 19.0 * 19 : 1.0; };  // hold 95 % of the cost
  return {
      shape("linear_up", weights(n, [](std::size_t i) { return static_cast<double>(i + 1); })),
      shape("linear_down", weights(n, [](std::size_t i) { return static_cast<double>(n - i); })),
      shape("pareto1.1", pareto(n)),
      shape("front5pct_heavy", weights(n, [&](std::size_t i) { return five_percent(i < n / 20); })),
      shape("back5pct_heavy", weights(n, [&](std::size_t i) { return five_percent(i >= n - n / 20); })),
      shape("n8_first_half_of_all", weights(8, [](std::size_t i) { return i == 0 ? 7.0 : 1.0; })),
      shape("n3_equal", weights(3, [](std::size_t) { return 1.0; })),
      {.name = "nested_64x64_1us", .ticks = {}, .of = {64, 64, bench::ticks_1us}},
      {.name = "nested_4x1000_1us", .ticks = {}, .of = {4, 1000, bench::ticks_1us}},
      {.name = "nested_1000x16_100ns", .ticks = {}, .of = {1000, 16, bench::ticks_100ns}},
      {.name = "nested_100x100_10ns", .ticks = {}, .of = {100, 100, bench::ticks_10ns}},
  };
}

void call(const contender& c, const skew_case& at, double* out) {
  if (at.ticks.empty())
    c.nested(at.of, out);
  else
    c.shape(at.ticks.data(), out, at.ticks.size());
  bench::clobber();
}

std::vector<bench::contestant> contestants(const bench::options& o, const skew_case& at, double* out) {
  const auto row = [&at, out](const contender& c, const char* name) {
    return bench::contestant{.name = name, .run = [&at, out, c](std::size_t calls) {
                               for (; calls != 0; --calls) call(c, at, out);
                             }};
  };
  std::vector<bench::contestant> all{row(sequential, "sequential"), row(sequential, "sequential_again")};
  for (const auto& c : contenders())
    if (o.wants(c.name)) all.push_back(row(c, c.name));
  return all;
}

void check_all(const bench::options& o, const skew_case& at, std::vector<double>& out) {
  call(sequential, at, out.data());
  const auto right = out;
  for (const auto& c : contenders()) {
    if (!o.wants(c.name)) continue;
    std::fill(out.begin(), out.end(), std::numeric_limits<double>::quiet_NaN());
    call(c, at, out.data());
    if (out != right) bench::fail("skew " + at.name + ": wrong answer from " + c.name);
  }
}

bench::pace pace_of(bench::effort how) {
  switch (how) {
    case bench::effort::smoke: return {.slice_ns = 0, .budget_ns = 0, .min_rounds = 1, .rough = true};
    case bench::effort::quick: return {.slice_ns = 300'000, .budget_ns = 1'000'000'000, .min_rounds = 5};
    case bench::effort::full: break;
  }
  return {.slice_ns = 300'000, .budget_ns = 5'000'000'000, .min_rounds = 11};
}

int run(const bench::options& o) {
  bench::print_setting("skew");
  bench::calibrate();
  const auto all = cases(o.how);
  if (!o.rest.empty()) {
    std::vector<double> out(16'000);
    std::vector<bench::named_case> named;
    for (const auto& at : all) named.push_back({at.name, [&] { return contestants(o, at, out.data()); }});
    return bench::run_google(named, o.rest);
  }
  bench::recorder to("skew", o.json);
  for (const auto& at : all) {
    if (!o.wants_case(at.name)) continue;
    std::fprintf(stderr, "skew %s\n", at.name.c_str());
    std::vector<double> out(at.size());
    check_all(o, at, out);
    for (const auto& r : bench::in_turns(contestants(o, at, out.data()), pace_of(o.how))) {
      to.write(at.name, r.name, "time", r.value, "ns", r.ratio);
      if (r.name == "sequential_again") to.write(at.name, r.name, "spread", r.spread, "ratio", NAN);
    }
    check_all(o, at, out);
  }
  return 0;
}

}  // namespace
}  // namespace skew

int main(int argc, char** argv) { return skew::run(bench::parse(argc, argv)); }
