// The pool's protocols under the explorer. The code is lib/pool's own, compiled with replaced atomics; only what talks
// to the system (threads, CPU masks, cpu.stat, TBB) is a stand-in here.
#include "pool_checks.hpp"

#include <berth/async.hpp>

#include "pool/cpu_mask.hpp"
#include "pool/foreign.hpp"
#include "pool/pieces.hpp"
#include "pool/pool.hpp"
#include "pool/servers.hpp"
#include "pool/sharing.hpp"
#include "pool/tbb_arenas.hpp"
#include "pool/tbb_presence.hpp"
#include "pool/thread_state.hpp"

namespace berth::impl {

void futex_wait(futex_word& word, std::uint32_t expected, std::uint64_t ns) {
  word.load(std::memory_order_relaxed);  // a place to switch
  explore::sleep_on(&word, word.newest(), expected, ns);
}
void futex_wake(futex_word& word, const std::source_location& at) { explore::wake_one(&word, at); }

namespace {
std::uint32_t model_width = 2;
bool threads_refused = false;
std::uint32_t threads_lent = 0;

class model_supply final : public supply {
 public:
  bool lend(resident* fn, void* argument) noexcept override {
    if (threads_refused) return false;
    ++threads_lent;
    explore::start_thread([fn, argument] { fn(argument); });
    return true;
  }
  [[nodiscard]] std::uint32_t capacity() const noexcept override { return 4; }
  [[nodiscard]] const char* name() const noexcept override { return "model"; }
};
}  // namespace

std::unique_ptr<supply> make_own_supply(std::uint32_t) noexcept { return std::make_unique<model_supply>(); }

// TBB as supply_tbb.cpp sees it: a thread runs the task at once, late or, with an error, perhaps not at all.
enum class enqueues { well, throws_after, throws_before };
enqueues how_tbb_enqueues = enqueues::well;
class tbb_arenas {};
tbb_arenas* make_tbb_arenas(std::uint32_t, bool) noexcept { return new tbb_arenas; }
bool enqueue_in(tbb_arenas&, void (*fn)(void*), void* argument) noexcept {
  if (how_tbb_enqueues == enqueues::throws_before) return false;
  explore::start_thread([fn, argument] { fn(argument); }, true);
  explore::spend(100);
  return how_tbb_enqueues == enqueues::well;
}
std::size_t tbb_allowed_parallelism() noexcept { return 8; }
bool one_arena_a_node(const tbb_arenas&) noexcept { return false; }
pool_config read_pool_config() {
  pool_config c;
  c.width = c.floor_width = model_width;
  c.supply = supply_choice::own;
  return c;
}
bool in_foreign_tbb_task() { return false; }
bool may_start_threads() { return true; }
bool exiting() { return false; }
bool throttle_watch::look(std::uint64_t) { return false; }
cpu_mask cpu_mask::of(std::int32_t) { return {}; }
void cpu_mask::apply_to(std::int32_t) const {}
std::uint32_t cpu_mask::count() const { return 0; }
bool cpu_mask::has(int) const { return false; }
cpu_mask cpu_mask::without(int) const { return {}; }

namespace {

std::array<thread_state, explore::most_fibers + 1> states;

void exchange_states(std::size_t from, std::size_t to) {
  states[from] = this_thread();
  this_thread() = states[to];
}

// What a body reads and what it writes, one an item: plain variables, so that a missing order is a race.
struct work {
  static constexpr std::size_t most = 4;
  explore::plain<int> input{0};
  std::array<explore::plain<int>, most> out;
  std::array<int, most> runs{};
  bool alive = false;
  std::function<void(std::size_t)> more;  // inside the body

  static void leaf(void* body, std::size_t begin, std::size_t end) {
    auto& me = *static_cast<work*>(body);
    explore::expect(me.alive, "a body is touched after its owner has returned");
    for (std::size_t i = begin; i != end; ++i) {
      ++me.runs[i];
      me.out[i].set(me.input.get() + static_cast<int>(i));
      explore::spend(1'000);
      if (me.more) me.more(i);
      explore::expect(me.alive, "a body is touched after its owner has returned");
    }
  }
};

region* fresh_regions[6];
work works[6];

void begin(std::uint32_t width, bool started) {
  pool& p = the_pool();
  new (&p) pool;
  model_width = width;
  threads_refused = false;
  threads_lent = 0;
  states = {};
  for (region*& r : fresh_regions) {
    if (!r) r = new region;
    new (r) region;
  }
  for (work& w : works) {
    w.~work();
    new (&w) work;
  }
  region* cached[4];
  for (region*& r : cached) r = &take_region();
  for (region* r : cached) new (r) region, return_region(*r);
  if (started) p.start();
}

// A call of `items` by this thread, as run_call() would make it.
void make_call(std::size_t which, std::size_t items, terms how) {
  region& r = *fresh_regions[which];
  work& w = works[which];
  w.alive = true;
  w.input.set(10);
  reset_for_call(r, items, work::leaf, &w);
  r.item_ps.store(100'000'000, std::memory_order_relaxed);  // 100 us: every item is a piece
  run_to_end(r, how);
  for (std::size_t i = 0; i != items; ++i) {
    explore::expect(w.runs[i] == 1, "an item was not run exactly once");
    explore::expect(w.out[i].get() == 10 + static_cast<int>(i), "a result is not there");
  }
  explore::expect(!(r.gate.newest() & region::inside), "a helper is inside after the end");
  w.runs = {};
  w.alive = false;
}

void nobody_left() {
  pool& p = the_pool();
  explore::expect(p.queue.length() == 0, "the queue is not empty at the end");
  explore::expect(p.slots.running() == 0, "places in the budget are lost or doubled");
  explore::expect(!p.calls.any(), "a call still hangs on the board");
  explore::expect(p.crew.present() == 0, "workers are counted that have gone home");
}

// Nothing can go on but by a time limit: then nobody may be waiting for a thing that could be done.
void no_work_waits() {
  pool& p = the_pool();
  explore::expect(p.queue.length() == 0 || p.slots.callers() >= model_width, "a queue waits although there is room");
}
void no_help_waits() {
  pool& p = the_pool();
  no_work_waits();
  bool work = p.calls.find([](region&) { return true; });
  explore::expect(!work || p.slots.running() >= model_width, "a lost wake-up: work, room, and everybody sleeps");
}

explore::check gate_and_claims() {
  return {.name = "publish, claim, retire: helpers come and go",
          .prepare = [] { begin(2, true); },
          .threads = {[] {
                        make_call(0, 2, {.call_help = true});
                        make_call(0, 3, {});  // the same region again: whoever is late finds another call
                      },
                      [] { help_somebody(); }, [] { help_somebody(); }},
          .at_rest = {},
          .at_end = nobody_left};
}

explore::check a_full_round_with_errors() {
  return {.name = "an error in a piece: claims end, the lowest wins",
          .prepare =
              [] {
                begin(3, true);
                works[0].more = [](std::size_t i) {
                  if (i >= 1) throw i;
                };
              },
          .threads = {[] {
                        region& r = *fresh_regions[0];
                        works[0].alive = true;
                        works[0].input.set(1);
                        reset_for_call(r, 3, work::leaf, &works[0]);
                        run_to_end(r, {});
                        std::size_t thrown = 9;
                        try {
                          std::rethrow_exception(r.take_error());
                        } catch (std::size_t i) {
                          thrown = i;
                        }
                        explore::expect(thrown == 1, "not the lowest error");
                        works[0].alive = false;
                      },
                      [] { help_somebody(); }, [] { help_somebody(); }},
          .at_rest = {},
          .at_end = nobody_left};
}

explore::check nested_calls() {
  return {.name = "a nested call in a helper: its waiting ancestor comes",
          .prepare =
              [] {
                begin(2, true);
                works[0].more = [](std::size_t i) {
                  if (i == 1) explore::spend(40'000), make_call(1, 2, {});
                };
              },
          .threads = {[] { make_call(0, 2, {}); }, [] { help_somebody(); }},
          .at_rest = [] {},
          .at_end = nobody_left};
}

explore::check nested_both() {
  return {.name = "nested calls in every item",
          .prepare =
              [] {
                begin(2, true);
                works[0].more = [](std::size_t i) { make_call(1 + i, 2, {.call_help = true}); };
              },
          .threads = {[] { make_call(0, 2, {.call_help = true}); }},
          .at_rest = {},
          .at_end = nobody_left,
          .deviations = 2};
}

// The owner holds its first item until somebody else has taken the second, as a long one would; a worker that was
// called, or was about to sleep, must come.
explore::check wake_for_published() {
  return {.name = "park against publish: a sleeper, or one about to sleep, is found",
          .prepare = [] { begin(2, true); },
          .threads = {[] {
                        works[0].more = [](std::size_t i) {
                          if (i == 0 && works[0].runs[1] == 0) futex_wait(fresh_regions[5]->place, 0, 1'000'000);
                        };
                        for (int k = 0; k != 2; ++k) {
                          make_call(0, 2, {.call_help = true});
                          explore::spend(30'000);
                        }
                      },
                      [] { the_pool().crew.call_one(); }},
          .at_rest = no_help_waits,
          .at_end = nobody_left};
}

explore::check wake_for_published_late() {
  return {.name = "park against publish: workers that go home",
          .prepare = [] { begin(2, true); },
          .threads = {[] {
            works[0].more = [](std::size_t i) {
              if (i == 0 && works[0].runs[1] == 0) futex_wait(fresh_regions[5]->place, 0, 1'000'000);
            };
            make_call(0, 2, {.call_help = true});
            futex_wait(fresh_regions[4]->place, 0, 100'000'000);  // about as long as a worker lingers
            make_call(0, 2, {.call_help = true});
          }},
          .at_rest = no_help_waits,
          .at_end = nobody_left};
}

explore::check queue_of_two() {
  return {.name = "admission: two callers and a server, a budget of 1",
          .prepare = [] { begin(1, true); },
          .threads = {[] { make_call(0, 2, {.may_queue = true}); }, [] { make_call(1, 2, {.may_queue = true}); },
                      [] { make_call(2, 1, {.may_queue = true}); }},
          .at_rest = no_work_waits,
          .at_end = nobody_left};
}

explore::check queue_of_two_wide() {
  return {.name = "admission: three callers, a budget of 2, servers and helpers",
          .prepare = [] { begin(2, true); },
          .threads = {[] { make_call(0, 2, {.call_help = true, .may_queue = true}); },
                      [] { make_call(1, 2, {.may_queue = true}); }, [] { make_call(2, 2, {.may_queue = true}); }},
          .at_rest = no_work_waits,
          .at_end = nobody_left};
}

explore::check giving_way() {
  return {.name = "admission: long calls give way, are served, pushed again, taken back",
          .prepare =
              [] {
                begin(1, true);
                for (int k = 0; k != 3; ++k) works[k].more = [](std::size_t) { explore::spend(6'000'000); };
              },
          .threads = {[] { make_call(0, 2, {.may_queue = true}); }, [] { make_call(1, 3, {.may_queue = true}); },
                      [] { make_call(2, 2, {.may_queue = true}); }},
          .at_rest = no_work_waits,
          .at_end = nobody_left};
}

explore::check no_threads_at_all() {
  return {.name = "progress without workers: every thread is refused",
          .prepare =
              [] {
                begin(2, true);
                threads_refused = true;
              },
          .threads = {[] { make_call(0, 2, {.call_help = true, .may_queue = true}); },
                      [] { make_call(1, 2, {.call_help = true, .may_queue = true}); },
                      [] { make_call(2, 2, {.may_queue = true}); }},
          .at_rest = {},
          .at_end = nobody_left};
}

// A body that cannot end before another call has run: what a caller that holds a lock, or waits for a reply, does.
bool wait_for_run(std::size_t which) {
  while (works[which].runs[0] == 0) {
    futex_wait(fresh_regions[5]->place, 0, 3'000'000);
  }
  return true;
}

explore::check waits_for_queued() {
  return {.name = "take back: the running call waits for a queued one",
          .prepare =
              [] {
                begin(1, true);
                works[0].more = [](std::size_t) { wait_for_run(1); };
              },
          .threads = {[] { make_call(0, 1, {.may_queue = true}); },
                      [] {
                        make_call(1, 1, {.may_queue = true});
                        works[1].runs[0] = 1;
                      }},
          .at_rest = {},
          .at_end = nobody_left,
          .random_executions = 1'000};
}

// Call 1 is served and gives way; call 2, served next, waits for call 1's last item.
explore::check waits_for_one_that_gave_way() {
  return {.name = "take back: the running call waits for one that was served and gave way",
          .prepare =
              [] {
                begin(1, true);
                works[0].more = [](std::size_t) { futex_wait(fresh_regions[5]->place, 0, 4'000'000); };
                works[1].more = [](std::size_t i) { explore::spend(i == 0 ? 6'000'000 : 1'000); };
                works[2].more = [](std::size_t) {
                  while (works[1].runs[2] == 0 && works[1].alive) futex_wait(fresh_regions[5]->place, 0, 3'000'000);
                };
              },
          .threads = {[] { make_call(0, 1, {.may_queue = true}); }, [] { make_call(1, 3, {.may_queue = true}); },
                      [] { make_call(2, 1, {.may_queue = true}); }},
          .at_rest = {},
          .at_end = nobody_left,
          .random_executions = 1'000};
}

// The same while calls too small to queue keep coming: pieces are finished, but never by a server.
explore::check waits_beside_small_calls() {
  return {.name = "take back: the running call waits for a queued one, small calls go on",
          .prepare =
              [] {
                begin(1, true);
                works[0].more = [](std::size_t) { wait_for_run(1); };
              },
          .threads = {[] { make_call(0, 1, {.may_queue = true}); },
                      [] {
                        make_call(1, 1, {.may_queue = true});
                        works[1].runs[0] = 1;
                      },
                      [] {
                        for (int k = 0; works[1].runs[0] == 0; ++k) {
                          explore::expect(k < 400, "a queued call starves beside small ones");
                          make_call(2, 2, {});
                          futex_wait(fresh_regions[5]->place, 0, 2'000'000);
                        }
                      }},
          .at_rest = {},
          .at_end = nobody_left,
          .deviations = 1,
          .most_executions = 2'000,
          .random_executions = 100};
}

void deferred_leaf(void* body, std::size_t, std::size_t) { work::leaf(body, 0, 1); }

void await(detail::deferred_work& d, work& w) {
  d.wait();
  explore::expect(w.runs[0] == 1, "awaited work was not run once");
  explore::expect(w.out[0].get() == 10, "a result is not there");
}

explore::check async_awaited() {
  return {.name = "async: awaited at once",
          .prepare = [] { begin(2, true); },
          .threads = {[] {
                        work& w = works[0];
                        w.alive = true;
                        w.input.set(10);
                        {
                          detail::deferred_work d(deferred_leaf, &w);
                          await(d, w);
                        }
                        w.alive = false;
                      },
                      [] { make_call(1, 2, {.call_help = true, .may_queue = true}); }},
          .at_rest = no_work_waits,
          .at_end = nobody_left};
}

// A region that was shared a moment ago is deferred work now; a helper that comes late must not take it for a call.
explore::check async_after_call() {
  return {.name = "async: in a region that a late helper still knows",
          .prepare = [] { begin(2, true); },
          .threads = {[] {
                        region& r = take_region();
                        work& before = works[1];
                        before.alive = true;
                        before.input.set(10);
                        reset_for_call(r, 2, work::leaf, &before);
                        run_to_end(r, {});
                        before.alive = false;
                        return_region(r);
                        work& w = works[0];
                        w.alive = true;
                        w.input.set(10);
                        {
                          detail::deferred_work d(deferred_leaf, &w);
                          await(d, w);
                        }
                        w.alive = false;
                      },
                      [] { help_somebody(); }},
          .at_rest = {},
          .at_end = nobody_left};
}

void poll_until_done(int rounds) {
  work& w = works[0];
  w.alive = true;
  w.input.set(10);
  for (int k = 0; k != rounds; ++k) {
    w.runs = {};
    detail::deferred_work d(deferred_leaf, &w);
    while (!d.done()) futex_wait(fresh_regions[5]->place, 0, 30'000'000);
    await(d, w);
    if (k == 0) futex_wait(fresh_regions[5]->place, 0, 100'000'000);
  }
  w.alive = false;
}

explore::check async_polled() {
  return {.name = "async: nobody awaits it, workers go home meanwhile",
          .prepare = [] { begin(1, true); },
          .threads = {[] { poll_until_done(2); }},
          .at_rest = no_work_waits,
          .at_end = nobody_left,
          .deviations = 3};
}

explore::check async_while_starting() {
  return {.name = "async: while the pool starts",
          .prepare = [] { begin(2, false); },
          .threads = {[] { poll_until_done(1); }, [] { the_pool().start_in_background(explore::look_at_clock()); }},
          .at_rest =
              [] {
                if (the_pool().started()) no_work_waits();
              },
          .at_end = nobody_left,
          .deviations = 3};
}

std::unique_ptr<supply> tbb;
explore::plain<int> message;
int times_run = 0, times_promised = 0;

explore::check hand_over(enqueues how, const char* name) {
  return {.name = name,
          .prepare =
              [how] {
                begin(2, true);
                how_tbb_enqueues = how;
                tbb = make_tbb_supply(1, false);
                message = explore::plain<int>();
                times_run = times_promised = 0;
              },
          .threads = {[] {
            message.set(7);
            times_promised += tbb->lend([](void*) { times_run += message.get() == 7; }, nullptr);
          }},
          .at_rest = {},
          .at_end =
              [] {
                explore::expect(times_run == times_promised,
                                "a thread was promised and did not come, or the other way round");
              },
          .deviations = 6};
}

}  // namespace

// A check again, with every choice spent on the words of one pair of "say, then look".
explore::check only_at(explore::check c, const char* name, std::vector<std::pair<const void*, std::size_t>> words,
                       unsigned deviations) {
  c.name = name;
  c.only = std::move(words);
  c.deviations = deviations;
  return c;
}

std::vector<explore::check> pairs() {
  pool& p = the_pool();
  const std::pair<const void*, std::size_t> sleepers{&p.crew, 128}, board{&p.calls, sizeof p.calls},
      queue{&p.queue, sizeof p.queue}, slots{&p.slots, sizeof p.slots};
  const auto gate = [](int k) { return std::pair<const void*, std::size_t>{&fresh_regions[k]->gate, 4}; };
  const auto place = [](int k) { return std::pair<const void*, std::size_t>{&fresh_regions[k]->place, 4}; };
  return {
      only_at(wake_for_published(), "pair: publish and look for sleepers, sleep and look at the board",
              {sleepers, board}, 3),
      only_at(nested_calls(), "pair: publish and look at the ancestors, wait and look at the board", {gate(0), board},
              3),
      only_at(gate_and_claims(), "pair: leave and look for the owner, wait and look at the gate", {gate(0)}, 5),
      only_at(queue_of_two(), "pair: queue and look at the callers, leave and look at the queue", {queue, slots}, 3),
      only_at(async_polled(), "pair: queue and look for sleepers, sleep and look at the queue", {queue, sleepers}, 3),
      only_at(giving_way(), "pair: a server gives way, the caller takes back", {queue, place(0), place(1), place(2)},
              3)};
}

std::vector<explore::check> all_checks() {
  static const bool once = [] {
    begin(2, true);
    pool& p = the_pool();
    p.calls.publish(*fresh_regions[0]);
    p.calls.withdraw(*fresh_regions[0]);
    may_sleep_here();
    p.at.store(pool::stage::not_started);
    p.start_in_background(1);
    explore::on_switch(exchange_states);
    explore::ignore(&p.counters, sizeof p.counters);
    for (region* r : fresh_regions) {
      explore::ignore(&r->item_ps, sizeof r->item_ps);
      explore::ignore(&r->busy_ns, sizeof r->busy_ns);
      explore::ignore(&r->helpers_seen, sizeof r->helpers_seen);
    }
    return true;
  }();
  (void)once;
  std::vector<explore::check> all = {
      gate_and_claims(),
      a_full_round_with_errors(),
      nested_calls(),
      nested_both(),
      wake_for_published(),
      wake_for_published_late(),
      queue_of_two(),
      queue_of_two_wide(),
      giving_way(),
      no_threads_at_all(),
      waits_for_queued(),
      waits_for_one_that_gave_way(),
      waits_beside_small_calls(),
      async_awaited(),
      async_after_call(),
      async_polled(),
      async_while_starting(),
      hand_over(enqueues::well, "supply: an order for TBB"),
      hand_over(enqueues::throws_after, "supply: an order for TBB, which throws after it has queued the task"),
      hand_over(enqueues::throws_before, "supply: an order for TBB, which throws at once")};
  for (auto& c : pairs()) all.push_back(std::move(c));
  return all;
}

}  // namespace berth::impl
