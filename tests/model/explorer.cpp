#include "explorer.hpp"

#undef atomic
#include <cxxabi.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <set>
#include <tuple>

namespace explore {
namespace {

constexpr std::size_t most_words = 256;
constexpr std::uint64_t pass_ns = 3'000, look_ns = 200;
constexpr std::uint64_t most_steps = 10'000;

// What a thread knows: of each word the oldest value it may still see; of each thread how far it is ahead of a race.
struct view {
  std::array<std::uint16_t, most_words> word{};
  std::array<std::uint16_t, most_fibers> clock{};
  void join(const view& other) {
    for (std::size_t i = 0; i != most_words; ++i) word[i] = std::max(word[i], other.word[i]);
    for (std::size_t i = 0; i != most_fibers; ++i) clock[i] = std::max(clock[i], other.clock[i]);
  }
};
struct message {
  std::uint64_t value;
  view released;
};
struct word_state {
  std::vector<message> history;
  std::uint16_t sc_floor = 0;  // the newest value that a seq_cst access has written or seen
};
enum class state { over, ready, asleep };
struct fiber {
  ucontext_t context;
  std::function<void()> body;
  state is = state::over;
  view knows;
  const void* sleeps_on = nullptr;
  std::uint64_t until = 0;  // 0: without limit
  std::array<void*, 2> exceptions{};
};
struct choice {
  unsigned taken, of;
};
struct plain_state {
  std::size_t writer = most_fibers;
  std::uint16_t written = 0;
  std::array<std::uint16_t, most_fibers> read{};
};

struct engine {
  ucontext_t outside;
  std::array<fiber, most_fibers> fibers;
  std::size_t count = 0, now_running = most_fibers;
  std::uint64_t clock = 0, steps = 0;
  std::string violation;

  std::vector<choice> path;
  std::size_t depth = 0;
  unsigned left = 0;  // deviations
  bool random = false;
  std::mt19937 dice{1};

  std::map<const void*, std::uint16_t> index;  // words that threads write; kept over executions
  std::array<word_state, most_words> words;
  bool found_new_word = false;
  std::map<const void*, plain_state> plains;
  std::vector<std::pair<const char*, const char*>> ignored, freed;
  const check* what = nullptr;
  const mutation* changed = nullptr;
  std::set<site> sites;
  void (*exchange_locals)(std::size_t, std::size_t) = nullptr;
  bool tracing = false;
  bool judging = false;
};
engine e;

// What happened in this execution, for whoever wants to see how a rule was broken.
struct event {
  std::size_t thread;
  const char* what;
  const void* word;
  std::uint64_t value;
  where at;
};
std::vector<event> events;

void trace(const char* what, const void* word, std::uint64_t value, const where& at) {
  if (e.tracing) events.push_back({e.now_running, what, word, value, at});
}

void show_events() {
  for (const event& v : events) {
    const char* slash = std::strrchr(v.at.file_name(), '/');
    std::fprintf(stderr, "  thread %zu %-9s %s:%u %.50s %p = %llx\n", v.thread, v.what,
                 slash ? slash + 1 : v.at.file_name(), v.at.line(), v.at.function_name(), v.word,
                 static_cast<unsigned long long>(v.value));
  }
  std::fprintf(stderr, "  broken: %s\n", e.violation.c_str());
}

// Memory that threads ask for comes from here, so that it has the same addresses in every execution.
constexpr std::size_t arena_bytes = 8u << 20;
char* const arena = static_cast<char*>(
    mmap(nullptr, arena_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
std::size_t arena_used = 0;
std::map<const void*, std::size_t> last_size;
constexpr std::size_t stack_bytes = 256u << 10;
char* const stacks = static_cast<char*>(mmap(nullptr, stack_bytes* most_fibers, PROT_READ | PROT_WRITE,
                                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));

// The checks themselves look at the newest values, and nobody interrupts them.
bool running() { return e.now_running != most_fibers && !e.judging; }
fiber& self() { return e.fibers[e.now_running]; }

// One of `of` ways; way 0 is the undisturbed one, the others cost a deviation.
unsigned choose(unsigned of) {
  if (of < 2 || e.left == 0) return 0;
  if (e.random) {
    if (e.dice() % 6 != 0) return 0;
    return static_cast<unsigned>(1 + e.dice() % (of - 1));
  }
  if (e.depth == e.path.size()) e.path.push_back({0, of});
  const unsigned taken = e.path[e.depth++].taken;
  if (taken != 0) --e.left;
  return taken;
}

bool next_path() {
  while (!e.path.empty() && e.path.back().taken + 1 >= e.path.back().of) e.path.pop_back();
  if (e.path.empty()) return false;
  ++e.path.back().taken;
  return true;
}

void swap_exceptions(fiber& from, fiber& to) {
  void* globals = abi::__cxa_get_globals();
  std::memcpy(from.exceptions.data(), globals, sizeof from.exceptions);
  std::memcpy(globals, to.exceptions.data(), sizeof to.exceptions);
}

void switch_to(std::size_t to) {
  const std::size_t from = e.now_running;
  if (from == to) return;
  swap_exceptions(e.fibers[from], e.fibers[to]);
  if (e.exchange_locals) e.exchange_locals(from, to);
  e.now_running = to;
  swapcontext(&e.fibers[from].context, &e.fibers[to].context);
}

[[noreturn]] void leave_execution() {
  setcontext(&e.outside);
  std::abort();
}

void wake(fiber& f) {
  f.is = state::ready;
  f.sleeps_on = nullptr;
  f.until = 0;
}

// Those that could go on instead of the running one; the sleepers among them would do so by their time limit.
struct some_fibers {
  std::array<std::size_t, 2 * most_fibers> at;
  std::size_t count = 0;
  void push_back(std::size_t i) { at[count++] = i; }
  [[nodiscard]] bool empty() const { return count == 0; }
  [[nodiscard]] std::size_t size() const { return count; }
  std::size_t operator[](std::size_t k) const { return at[k]; }
};
some_fibers others(bool with_sleepers) {
  some_fibers found;
  for (std::size_t k = 1; k <= e.count; ++k) {
    const std::size_t i = (e.now_running + k) % e.count;
    if (i == e.now_running) continue;
    fiber& f = e.fibers[i];
    if (f.is == state::asleep && f.until != 0 && f.until <= e.clock) wake(f);
    if (f.is == state::ready) found.push_back(i);
  }
  if (with_sleepers)
    for (std::size_t i = 0; i != e.count; ++i)
      if (i != e.now_running && e.fibers[i].is == state::asleep && e.fibers[i].until != 0) found.push_back(i);
  return found;
}

void go_to(std::size_t i) {
  fiber& f = e.fibers[i];
  if (f.is == state::asleep) {
    e.clock = std::max(e.clock, f.until);
    trace("time is up", nullptr, i, where::current());
    wake(f);
  }
  switch_to(i);
}

void point() {
  if (++e.steps > most_steps) violated("it does not come to an end");
  if (e.left == 0) return;
  const auto rest = others(true);
  const unsigned k = choose(static_cast<unsigned>(rest.size() + 1));
  if (k != 0) go_to(rest[k - 1]);
}

// The running fiber cannot go on.
void give_up_turn() {
  const auto ready = others(false);
  if (!ready.empty()) return switch_to(ready[choose(static_cast<unsigned>(ready.size()))]);
  std::size_t first = most_fibers;
  bool all_over = true;
  for (std::size_t i = 0; i != e.count; ++i) {
    const fiber& f = e.fibers[i];
    if (f.is == state::over) continue;
    all_over = false;
    if (f.until != 0 && (first == most_fibers || f.until < e.fibers[first].until)) first = i;
  }
  if (all_over) leave_execution();
  if (first == most_fibers) violated("everybody who is left sleeps without a limit");
  trace("at rest", nullptr, e.clock, where::current());
  e.judging = true;
  if (e.what->at_rest) e.what->at_rest();
  e.judging = false;
  if (first == e.now_running) {
    e.clock = std::max(e.clock, self().until);
    return wake(self());
  }
  go_to(first);
}

void fiber_main() {
  self().body();
  self().is = state::over;
  give_up_turn();
}

bool is_ignored(const void* word) {
  const auto* p = static_cast<const char*>(word);
  return std::any_of(e.ignored.begin(), e.ignored.end(), [&](auto& r) { return p >= r.first && p < r.second; });
}

bool has_choice(const void* word) {
  const auto& only = e.what->only;
  const auto* p = static_cast<const char*>(word);
  return only.empty() || std::any_of(only.begin(), only.end(), [&](auto& r) {
           const auto* from = static_cast<const char*>(r.first);
           return p >= from && p < from + r.second;
         });
}

// A word's number; none for one that threads only read.
word_state* known(const void* word, std::uint64_t newest, bool writing, std::uint16_t& number) {
  for (const auto& [from, to] : e.freed)
    if (word >= from && word < to) violated("memory is used after it has been given back");
  auto found = e.index.find(word);
  if (found == e.index.end()) {
    if (!writing || is_ignored(word)) return nullptr;
    if (e.index.size() == most_words) std::abort();
    found = e.index.emplace(word, static_cast<std::uint16_t>(e.index.size())).first;
    e.found_new_word = true;
  }
  number = found->second;
  word_state& w = e.words[number];
  if (w.history.empty()) w.history.push_back({newest, {}});
  return &w;
}

void note_site(op what, std::memory_order order, const where& at) {
  if (e.changed) return;
  static std::set<std::tuple<const char*, unsigned, op>> noted;
  if (noted.insert({at.file_name(), at.line(), what}).second)
    e.sites.insert({at.file_name(), at.line(), what, order, at.function_name()});
}

bool is_changed(op what, const where& at) {
  const mutation* m = e.changed;
  if (!m || m->what != what || (m->line && m->line != at.line())) return false;
  return std::strstr(at.file_name(), m->file.c_str()) && std::strstr(at.function_name(), m->function.c_str());
}

std::memory_order ordered(op what, std::memory_order order, const where& at) {
  if (order == std::memory_order_relaxed) return order;
  note_site(what, order, at);
  return is_changed(what, at) && !e.changed->dropped ? e.changed->weaker : order;
}
bool is_seq_cst(std::memory_order o) { return o == std::memory_order_seq_cst; }
bool acquires(std::memory_order o) {
  return o == std::memory_order_acquire || o == std::memory_order_acq_rel || is_seq_cst(o);
}
bool releases(std::memory_order o) {
  return o == std::memory_order_release || o == std::memory_order_acq_rel || is_seq_cst(o);
}

void saw(word_state& w, std::uint16_t number, std::size_t which, std::memory_order order) {
  self().knows.word[number] = std::max(self().knows.word[number], static_cast<std::uint16_t>(which));
  if (is_seq_cst(order)) w.sc_floor = std::max(w.sc_floor, static_cast<std::uint16_t>(which));
  if (acquires(order)) self().knows.join(w.history[which].released);
}

void wrote(word_state& w, std::uint16_t number, std::uint64_t value, std::memory_order order, bool modifies) {
  view released;
  if (modifies) released = w.history.back().released;  // a release sequence goes on
  const std::size_t which = w.history.size();
  self().knows.word[number] = static_cast<std::uint16_t>(which);
  if (is_seq_cst(order)) w.sc_floor = static_cast<std::uint16_t>(which);
  if (releases(order)) {
    released.join(self().knows);
    ++self().knows.clock[e.now_running];
  }
  w.history.push_back({value, released});
}

}  // namespace

std::uint64_t load(const void* word, std::uint64_t newest, std::memory_order order, const where& at) {
  std::uint16_t n;
  if (!running()) return newest;
  order = ordered(op::load, order, at);
  if (!known(word, newest, false, n)) return newest;
  const bool chooses = has_choice(word);
  if (chooses) point();
  word_state& w = e.words[n];
  const std::size_t last = w.history.size() - 1;
  const std::size_t oldest = std::max<std::size_t>(self().knows.word[n], is_seq_cst(order) ? w.sc_floor : 0);
  const std::size_t which = last - (chooses ? choose(static_cast<unsigned>(last - oldest + 1)) : 0);
  saw(w, n, which, order);
  trace(which == last ? "load" : "load old", word, w.history[which].value, at);
  return w.history[which].value;
}

void before_write(const void* word, std::uint64_t newest, const where&) {
  std::uint16_t n;
  if (running() && known(word, newest, true, n) && has_choice(word)) point();
}

void stored(const void* word, std::uint64_t value, std::memory_order order, const where& at) {
  std::uint16_t n;
  if (!running()) return;
  order = ordered(op::store, order, at);
  trace("store", word, value, at);
  if (word_state* w = known(word, value, true, n)) wrote(*w, n, value, order, false);
}

void modified(const void* word, std::uint64_t value, std::memory_order order, const where& at) {
  std::uint16_t n;
  if (!running()) return;
  order = ordered(op::read_modify_write, order, at);
  trace("modify", word, value, at);
  word_state* w = known(word, value, true, n);
  if (!w) return;
  saw(*w, n, w->history.size() - 1, order);
  wrote(*w, n, value, order, true);
}

void read_newest(const void* word, std::memory_order order, const where& at) {
  std::uint16_t n;
  if (!running()) return;
  order = ordered(op::load, order, at);
  if (word_state* w = known(word, 0, true, n)) saw(*w, n, w->history.size() - 1, order);
}

// The kernel looks at the newest value, and orders nothing for us.
void sleep_on(const void* word, std::uint64_t value, std::uint64_t expected, std::uint64_t nanoseconds) {
  if (!running()) return;
  if (value != expected) return;
  trace("sleep", word, value, where::current());
  self().is = state::asleep;
  self().sleeps_on = word;
  self().until = nanoseconds ? e.clock + nanoseconds : 0;
  give_up_turn();
}

void wake_one(const void* word, const where& at) {
  if (!running()) return;
  note_site(op::wake, std::memory_order_relaxed, at);
  point();
  trace("wake", word, 0, at);
  if (is_changed(op::wake, at)) return;
  for (fiber& f : e.fibers)
    if (f.is == state::asleep && f.sleeps_on == word) return wake(f);
}

void wake_all(const void* word) {
  if (!running()) return;
  for (fiber& f : e.fibers)
    if (f.is == state::asleep && f.sleeps_on == word) wake(f);
}

void pass() {
  if (!running()) return;
  if (++e.steps > most_steps) violated("it does not come to an end");
  e.clock += pass_ns;
  const auto ready = others(false);
  if (!ready.empty()) switch_to(ready[choose(static_cast<unsigned>(ready.size()))]);
}

std::uint64_t look_at_clock() { return e.clock += look_ns; }

void spend(std::uint64_t nanoseconds) {
  e.clock += nanoseconds;
  if (running()) point();
}

void start_thread(std::function<void()> body, bool stranger) {
  std::size_t i = 0;
  while (i != e.count && e.fibers[i].is != state::over) ++i;
  if (i == most_fibers) violated("more threads than the checker has");
  if (i == e.count) ++e.count;
  fiber& f = e.fibers[i];
  f.body = std::move(body);
  f.is = state::ready;
  f.exceptions = {};
  const std::uint16_t last_clock = f.knows.clock[i];
  if (running() && !stranger) {
    f.knows = self().knows;
    ++self().knows.clock[e.now_running];
  } else {
    f.knows = {};
  }
  f.knows.clock[i] = static_cast<std::uint16_t>(std::max(last_clock, f.knows.clock[i]) + 1);
  getcontext(&f.context);
  f.context.uc_stack.ss_sp = stacks + i * stack_bytes;
  f.context.uc_stack.ss_size = stack_bytes;
  f.context.uc_link = nullptr;
  makecontext(&f.context, fiber_main, 0);
}

void violated(const std::string& rule) {
  e.violation = rule;
  trace("broken", nullptr, 0, where::current());
  leave_execution();
}

std::size_t this_fiber() { return e.now_running; }

void plain_read(const void* p) {
  if (!running()) return;
  plain_state& s = e.plains[p];
  trace("reads", p, 0, where::current());
  if (s.writer != most_fibers && s.writer != e.now_running && self().knows.clock[s.writer] < s.written)
    violated("a race: a plain variable is read while another thread writes it");
  s.read[e.now_running] = self().knows.clock[e.now_running];
}

void plain_write(const void* p) {
  if (!running()) return;
  plain_state& s = e.plains[p];
  trace("writes", p, 0, where::current());
  bool ordered = s.writer == most_fibers || s.writer == e.now_running || self().knows.clock[s.writer] >= s.written;
  for (std::size_t i = 0; i != most_fibers; ++i)
    if (i != e.now_running && self().knows.clock[i] < s.read[i]) ordered = false;
  if (!ordered) violated("a race: a plain variable is written while another thread uses it");
  s.writer = e.now_running;
  s.written = self().knows.clock[e.now_running];
}

void ignore(const void* from, std::size_t bytes) {
  e.ignored.emplace_back(static_cast<const char*>(from), static_cast<const char*>(from) + bytes);
}
void on_switch(void (*f)(std::size_t, std::size_t)) { e.exchange_locals = f; }
std::vector<site> sites_seen() { return {e.sites.begin(), e.sites.end()}; }

namespace {

void execute(const check& c) {
  e.count = 0;
  e.depth = 0;
  e.left = e.random ? 1000 : c.deviations;
  e.clock = 1'000'000'000;
  e.steps = 0;
  e.violation.clear();
  e.plains.clear();
  e.freed.clear();
  e.judging = false;
  for (auto& w : e.words) w.history.clear(), w.sc_floor = 0;
  for (auto& f : e.fibers) f.is = state::over, f.knows = {};
  std::memset(arena, 0, arena_used);
  arena_used = 0;
  c.prepare();
  for (const auto& t : c.threads) start_thread(t);
  volatile bool back = false;
  const std::array<void*, 2> clean{};
  getcontext(&e.outside);
  if (!back) {
    back = true;
    e.now_running = 0;
    if (e.exchange_locals) e.exchange_locals(most_fibers, 0);
    setcontext(&e.fibers[0].context);
  }
  std::memcpy(static_cast<void*>(abi::__cxa_get_globals()), clean.data(), sizeof clean);
  if (e.exchange_locals) e.exchange_locals(e.now_running, most_fibers);
  e.now_running = most_fibers;
}

// Afterwards, outside any fiber: a broken rule only names itself.
void judge_end(const check& c) {
  if (!e.violation.empty() || !c.at_end) return;
  volatile bool back = false;
  getcontext(&e.outside);
  if (!back) {
    back = true;
    c.at_end();
  }
}

}  // namespace

outcome run(const check& c, const mutation* changed) {
  outcome result;
  e.what = &c;
  e.changed = changed;
  e.index.clear();
  e.tracing = !changed && std::getenv("MODEL_TRACE");
  const auto once = [&] {
    events.clear();
    execute(c);
    judge_end(c);
    if (e.tracing && !e.violation.empty()) show_events();
    ++result.executions;
    result.steps += e.steps;
    result.violation = e.violation;
    return e.violation.empty();
  };
  e.random = true;
  e.dice.seed(1);
  for (std::uint64_t i = 0; i != c.random_executions; ++i)
    if (!once()) return result;
  e.random = false;
  e.path.clear();
  for (std::uint64_t i = 0; i < c.most_executions;) {
    e.found_new_word = false;
    if (!once()) return result;
    ++i;
    if (e.found_new_word)
      e.path.clear();  // other switches are possible now: from the start
    else if (!next_path()) {
      result.complete = true;
      break;
    }
  }
  return result;
}

}  // namespace explore

// Only what is over-aligned (workers, regions) or may be refused (orders) holds words that threads share.
void* operator new(std::size_t n, std::align_val_t) {
  if (!explore::running()) return std::aligned_alloc(64, (n + 63) / 64 * 64);
  explore::arena_used = (explore::arena_used + 63) / 64 * 64;
  char* p = explore::arena + explore::arena_used;
  explore::arena_used += n;
  explore::last_size[p] = n;
  if (explore::arena_used > explore::arena_bytes) std::abort();
  return p;
}
void operator delete(void* p, std::align_val_t) noexcept {
  if (p < explore::arena || p >= explore::arena + explore::arena_bytes) return std::free(p);
  const auto* from = static_cast<const char*>(p);
  explore::e.freed.emplace_back(from, from + explore::last_size[p]);
}
void operator delete(void* p, std::size_t, std::align_val_t a) noexcept { operator delete(p, a); }
void* operator new(std::size_t n, const std::nothrow_t&) noexcept { return operator new(n, std::align_val_t{64}); }
void operator delete(void* p) noexcept { operator delete(p, std::align_val_t{64}); }
void operator delete(void* p, std::size_t) noexcept { operator delete(p, std::align_val_t{64}); }
