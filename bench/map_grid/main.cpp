// map_grid: see leaf.hpp. Metric `time`, ns a call; `scaling` is what as many independent threads as there are CPUs
// reach, measured in the same rounds: its time is that of one thread's work, divided among them.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <string>

#include "harness/clock.hpp"
#include "harness/google.hpp"
#include "harness/options.hpp"
#include "harness/record.hpp"
#include "harness/rounds.hpp"
#include "harness/together.hpp"
#include "map_grid/leaf.hpp"

namespace map_grid {
namespace {

using kind = cell* contender::*;

struct grid_cell {
  std::string name;
  kind of;
  std::size_t n;
};

std::vector<grid_cell> cells(bench::effort how) {
  std::vector<grid_cell> all;
  const auto row = [&](const char* letter, kind of, std::size_t count) {
    static constexpr const char* names[] = {"1", "16", "128", "1k", "10k", "100k", "1M", "10M"};
    static constexpr std::size_t sizes[] = {1, 16, 128, 1'000, 10'000, 100'000, 1'000'000, 10'000'000};
    for (std::size_t i = 0; i != count; ++i) all.push_back({std::string(letter) + names[i], of, sizes[i]});
  };
  const bool tiny = how == bench::effort::smoke;
  row("c", &contender::cheap, tiny ? 4 : 8);
  row("h", &contender::hundred_ns, tiny ? 4 : 7);
  row("u", &contender::ten_us, tiny ? 2 : 5);
  return all;
}

// Input and output of one thread, the same for all contenders.
struct arrays {
  explicit arrays(std::size_t n) : in(n), out(n) {
    for (std::size_t i = 0; i != n; ++i) in[i] = 0.25 + static_cast<double>(i % 1024) / 2048;
  }
  std::vector<double> in, out;
};

void call(cell* f, arrays& data, std::size_t n, std::size_t calls) {
  for (; calls != 0; --calls) {
    f(data.in.data(), data.out.data(), n);
    bench::clobber();
  }
}

// Bit for bit: every contender has the same f and the same floating-point rules.
void check(const grid_cell& at, const char* who, arrays& data, const std::vector<double>& right) {
  if (std::memcmp(data.out.data(), right.data(), at.n * sizeof(double)) != 0)
    bench::fail("map_grid " + at.name + ": wrong answer from " + who);
}

class runner {
 public:
  runner(const bench::options& options) : options_(options), threads_(bench::cpus()) {
    std::size_t largest = 0;
    for (const auto& c : cells(options.how)) largest = std::max(largest, c.n);
    for (unsigned i = 0; i != threads_.count(); ++i) data_.push_back(std::make_unique<arrays>(largest));
  }

  std::vector<bench::contestant> contestants(const grid_cell& at) {
    std::vector<bench::contestant> all{plain(at, sequential, "sequential"), plain(at, sequential, "sequential_again")};
    if (options_.wants("scaling")) all.push_back(scaling(at));
    for (const auto& c : contenders())
      if (options_.wants(c.name)) all.push_back(plain(at, c, c.name));
    return all;
  }

  void check_all(const grid_cell& at) {
    call(sequential.*at.of, *data_[0], at.n, 1);
    const std::vector<double> right(data_[0]->out.begin(), data_[0]->out.begin() + static_cast<std::ptrdiff_t>(at.n));
    for (const auto& c : contenders()) {
      if (!options_.wants(c.name)) continue;
      std::fill(data_[0]->out.begin(), data_[0]->out.end(), std::numeric_limits<double>::quiet_NaN());
      call(c.*at.of, *data_[0], at.n, 1);
      check(at, c.name, *data_[0], right);
    }
  }

 private:
  bench::contestant plain(const grid_cell& at, const contender& c, const char* name) {
    return {.name = name, .run = [this, f = c.*at.of, n = at.n](std::size_t calls) { call(f, *data_[0], n, calls); }};
  }

  bench::contestant scaling(const grid_cell& at) {
    const auto all = [this, f = sequential.*at.of, n = at.n](std::size_t calls) {
      return threads_.run([&](unsigned self) { call(f, *data_[self], n, calls); }) / threads_.count();
    };
    return {.name = "scaling", .run = all, .timed_run = all};
  }

  const bench::options& options_;
  bench::together threads_;
  std::vector<std::unique_ptr<arrays>> data_;
};

bench::pace pace_of(bench::effort how) {
  switch (how) {
    case bench::effort::smoke: return {.slice_ns = 20'000, .budget_ns = 0, .min_rounds = 2};
    case bench::effort::quick: return {.slice_ns = 1'000'000, .budget_ns = 900'000'000, .min_rounds = 5};
    case bench::effort::full: break;
  }
  return {.slice_ns = 1'000'000, .budget_ns = 6'000'000'000, .min_rounds = 11};
}

void write(bench::recorder& to, const std::string& name, const std::vector<bench::outcome>& results) {
  for (const auto& r : results) {
    to.write(name, r.name, "time", r.value, "ns", r.ratio);
    if (r.name == "sequential_again") to.write(name, r.name, "spread", r.spread, "ratio", NAN);
    if (r.name == "scaling") to.write(name, r.name, "scaling", 1 / r.ratio, "times", 1 / r.ratio);
  }
}

int run(const bench::options& options) {
  bench::print_setting("map_grid");
  bench::calibrate();
  runner all(options);
  if (!options.rest.empty()) {
    std::vector<bench::named_case> cases;
    for (const auto& at : cells(options.how)) cases.push_back({at.name, [&all, at] { return all.contestants(at); }});
    return bench::run_google(cases, options.rest);
  }
  bench::recorder to("map_grid", options.json);
  for (const auto& at : cells(options.how)) {
    if (!options.wants_case(at.name)) continue;
    std::fprintf(stderr, "map_grid %s\n", at.name.c_str());
    all.check_all(at);
    write(to, at.name, bench::in_turns(all.contestants(at), pace_of(options.how)));
    all.check_all(at);
  }
  return 0;
}

}  // namespace
}  // namespace map_grid

int main(int argc, char** argv) { return map_grid::run(bench::parse(argc, argv)); }
