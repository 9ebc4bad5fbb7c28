// algorithms: see leaf.hpp. Metric `time`, ns a call; a small_ case also tells how many `items` it had: of the sizes
// tried, the one at which berth was furthest from the sequential routine.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>

#include "algorithms/cases.hpp"
#include "algorithms/java.hpp"
#include "algorithms/leaf.hpp"
#include "harness/clock.hpp"
#include "harness/options.hpp"
#include "harness/record.hpp"
#include "harness/rounds.hpp"
#include "harness/together.hpp"

namespace algorithms {
namespace {

using bench::effort;

// The least a case can take: its bytes read and written by independent threads, which do nothing else.
class memory_pass {
 public:
  memory_pass(const entry& of, std::size_t n)
      : threads_(bench::cpus()), in_(n * of.moves.read / 8, 1), out_(n * of.moves.written / 8, 1) {}

  double operator()() {
    return threads_.run([this](unsigned self) {
      const auto part = [self, all = threads_.count()](std::size_t size) {
        return std::pair(size * self / all, size * (self + 1) / all);
      };
      const auto [from, to] = part(in_.size());
      const auto [out_from, out_to] = part(out_.size());
      pass(in_.data() + from, to - from, out_.data() + out_from, out_to - out_from);
    });
  }

 private:
  // A piece of the input, then as large a part of the output.
  static void pass(const u64* in, std::size_t count, u64* out, std::size_t out_count) {
    constexpr std::size_t pieces = 1024;
    for (std::size_t k = 0; k != pieces; ++k) {
      u64 total = 0;
      for (std::size_t i = count * k / pieces; i != count * (k + 1) / pieces; ++i) total += in[i];
      for (std::size_t i = out_count * k / pieces; i != out_count * (k + 1) / pieces; ++i) out[i] = total;
      bench::clobber();
      sink_ = total;
    }
  }

  static inline thread_local volatile u64 sink_ = 0;
  bench::together threads_;
  std::vector<u64> in_, out_;
};

struct player {
  std::string name;
  routine run;
};

// OpenMP's threads are woken for any loop that its user marked: what that costs a short one is known, and fills
// minutes.
std::vector<player> players(const bench::options& o, const std::string& name, bool is_long) {
  std::vector<player> all;
  const auto own = sequential.of.find(name);
  if (own == sequential.of.end()) bench::fail("algorithms: no sequential routine for " + name);
  all.push_back({"sequential", own->second});
  all.push_back({"sequential_again", own->second});
  for (const auto& c : contenders())
    if (const auto found = c.of.find(name); found != c.of.end() && o.wants(c.name) && (is_long || c.name != "openmp"))
      all.push_back({c.name, found->second});
  return all;
}

u64 checked_answer(work& w, routine run) {
  restore(w);
  w.checking = true;
  run(w);
  w.checking = false;
  return all_answers(w);
}

[[noreturn]] void wrong_answer(const std::string& name, std::size_t n, const std::string& from) {
  bench::fail("algorithms " + name + " of " + std::to_string(n) + " items: wrong answer from " + from);
}

// The right answer, which all have given.
u64 check_all(work& w, const std::string& name, const std::vector<player>& all) {
  const u64 right = checked_answer(w, all.front().run);
  for (std::size_t i = 2; i < all.size(); ++i)
    if (checked_answer(w, all[i].run) != right) wrong_answer(name, w.n, all[i].name);
  restore(w);
  return right;
}

// The data sets of a case: a long one has one. Short calls take the next set each, for what is called on one set again
// and again is not what programs do: the processor soon knows each branch by heart.
using data_sets = std::vector<work>;

// Long calls whose input has to be restored are timed one by one; short ones together with the restoring, which then
// is the same for all.
bench::contestant contestant_of(data_sets& sets, const player& p, bool restored, bool is_long) {
  bench::contestant c{.name = p.name,
                      .run = [&sets, run = p.run, restored, next = std::size_t{0}](std::size_t calls) mutable {
                        for (; calls != 0; --calls) {
                          work& w = sets[next];
                          next = next + 1 == sets.size() ? 0 : next + 1;
                          if (restored) restore(w);
                          run(w);
                          bench::clobber();
                        }
                      }};
  if (restored && is_long)
    c.timed_run = [&w = sets.front(), run = p.run](std::size_t calls) {
      double total = 0;
      for (; calls != 0; --calls) {
        restore(w);
        const auto start = bench::now_ns();
        run(w);
        total += static_cast<double>(bench::now_ns() - start);
      }
      return total;
    };
  return c;
}

// A pass over the memory of a case that waits for it.
void add_memory(const bench::options& o, const entry& at, std::size_t n, std::vector<bench::contestant>& to) {
  if (at.moves.read + at.moves.written == 0 || !o.wants("memory")) return;
  to.push_back({.name = "memory", .run = [memory = std::make_shared<memory_pass>(at, n)](std::size_t calls) {
                  for (; calls != 0; --calls) (*memory)();
                }});
}

// Java costs some seconds a case: with --quick it takes part where it is asked for by name.
void add_java(const bench::options& o, const entry& at, std::size_t n, u64 right, std::vector<bench::contestant>& to) {
  if (!o.wants("java") || (o.how != effort::full && o.contenders.empty()) || !java::has(at.name)) return;
  const auto process = std::make_shared<java>(at.name, n);
  const auto answer = process->answer();
  if (!answer) {
    std::fprintf(stderr, "algorithms: java is left out of %s, where it gave no answer\n", at.name.c_str());
    return;
  }
  if (*answer != right) wrong_answer(at.name, n, "java");
  if (o.how != effort::smoke) process->warm_up(o.how == effort::quick ? 300'000'000 : 2'000'000'000);
  const auto timed = [process](std::size_t calls) { return process->ns_of(calls); };
  to.push_back({.name = "java", .run = timed, .timed_run = timed});
}

std::vector<bench::outcome> outcomes(const bench::options& o, data_sets& sets, const entry& at, const bench::pace& pace,
                                     bool is_long) {
  const auto all = players(o, at.name, is_long);
  u64 right = 0;
  for (work& w : sets) right = check_all(w, at.name, all);
  std::vector<bench::contestant> contestants;
  for (const auto& p : all) contestants.push_back(contestant_of(sets, p, at.restored, is_long));
  if (is_long) {
    add_memory(o, at, sets.front().n, contestants);
    add_java(o, at, sets.front().n, right, contestants);
  }
  return bench::in_turns(contestants, pace);
}

void write(bench::recorder& to, const std::string& name, const std::vector<bench::outcome>& all) {
  for (const auto& r : all) {
    to.write(name, r.name, "time", r.value, "ns", r.ratio);
    if (r.name == "sequential_again") to.write(name, r.name, "spread", r.spread, "ratio", NAN);
  }
}

// The inputs of the case before, if this one has the same.
data_sets& inputs_of(const entry& at, std::size_t n) {
  static data_sets kept(1);
  static void (*made_by)(work&) = nullptr;
  if (made_by != at.make || kept.front().n != n) {
    kept.front() = {};
    kept.front().n = n;
    at.make(kept.front());
    made_by = at.make;
  }
  return kept;
}

void run_long(const bench::options& o, bench::recorder& to, const entry& at, const std::string& name) {
  if (!o.wants_case(name)) return;
  std::fprintf(stderr, "algorithms %s\n", name.c_str());
  data_sets& one = inputs_of(at, o.how == effort::full ? at.items : o.how == effort::quick ? at.items_quick : 20'000);
  const bool is_short = name == "find_1k";
  bench::pace pace{.slice_ns = is_short ? 300'000u : 1'000'000u, .budget_ns = 2'000'000'000, .min_rounds = 3};
  if (o.how == effort::quick) pace.budget_ns = 120'000'000;
  if (o.how == effort::smoke) pace = {.slice_ns = 0, .budget_ns = 0, .min_rounds = 1, .rough = true};
  write(to, name, outcomes(o, one, at, pace, true));
}

const bench::outcome* find(const std::vector<bench::outcome>& all, const char* name) {
  for (const auto& r : all)
    if (r.name == name) return &r;
  return nullptr;
}

// How much more than a small call may cost, as a part of the sequential one's time.
double beyond(const std::vector<bench::outcome>& all) {
  const auto* own = find(all, "berth");
  return own ? own->ratio - 1.02 - 15 / all.front().value : 0;
}

// More items than a processor can learn the branches of: with an eighth of them, merging takes half as long.
data_sets sets_of_few(const entry& at, std::size_t n) {
  data_sets sets(n == 0 ? 1 : std::min<std::size_t>(65536 / n, 2048));
  for (std::size_t k = 0; k != sets.size(); ++k) {
    sets[k].n = n;
    sets[k].set = k + 1;
    at.make(sets[k]);
  }
  return sets;
}

void run_small(const bench::options& o, bench::recorder& to, const entry& at, const std::string& name) {
  if (!o.wants_case(name)) return;
  std::fprintf(stderr, "algorithms %s\n", name.c_str());
  bench::pace pace{.slice_ns = 200'000, .budget_ns = 150'000'000, .min_rounds = 5};
  if (o.how == effort::quick) pace = {.slice_ns = 100'000, .budget_ns = 0, .min_rounds = 5};
  if (o.how == effort::smoke) pace = {.slice_ns = 0, .budget_ns = 0, .min_rounds = 1, .rough = true};
  std::vector<bench::outcome> worst;
  std::size_t items = 0;
  for (const std::size_t n :
       o.how == effort::smoke ? std::vector<std::size_t>{0, 100} : std::vector<std::size_t>{0, 1, 10, 100, 1000}) {
    data_sets sets = sets_of_few(at, n);
    auto all = outcomes(o, sets, at, pace, false);
    if (!worst.empty() && beyond(all) <= beyond(worst)) continue;
    worst = std::move(all);
    items = n;
  }
  write(to, name, worst);
  to.write(name, "sequential", "items", static_cast<double>(items), "items", NAN);
}

int run(const bench::options& o) {
  bench::print_setting("algorithms");
  bench::recorder to("algorithms", o.json);
  for (const auto& at : headline_cases()) run_long(o, to, at, at.name);
  for (const auto& at : verbs()) run_long(o, to, at, "big_" + at.name);
  for (const auto& at : verbs()) run_small(o, to, at, "small_" + at.name);
  return 0;
}

}  // namespace
}  // namespace algorithms

int main(int argc, char** argv) { return algorithms::run(bench::parse(argc, argv)); }
