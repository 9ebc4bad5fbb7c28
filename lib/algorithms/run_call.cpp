// The decision: how a call is to be run. Made before the first item, from what the site remembers, what the hints say
// and what the pool is doing; the pool then corrects it as the call goes.
#include <algorithm>
#include <berth/detail/call.hpp>
#include <berth/errors.hpp>
#include <berth/sequential_scope.hpp>

#include "algorithms/early_end.hpp"
#include "algorithms/forced.hpp"
#include "algorithms/sites.hpp"
#include "pool/clock.hpp"
#include "pool/pieces.hpp"
#include "pool/pool.hpp"
#include "pool/sharing.hpp"
#include "pool/thread_state.hpp"

namespace berth::detail {
namespace {

using namespace berth::impl;

// A call expected above this queues when callers already fill the budget. Below it, the hand-over would cost more than
// the disturbance it avoids.
constexpr std::uint64_t queue_above_ns = 200 * microsecond;
// Up to so many items, one of them may well be most of the work of a site of which nothing is known.
constexpr std::size_t few_items = 16;
// A search whose items are known to be short looks so far ahead before it asks anybody to help: what the hand-over
// costs where the hit is near is then a small part of what has been spent.
constexpr std::uint64_t look_ahead_ns = 32 * microsecond;
// A measurement shorter than this is mostly the clock's own cost.
constexpr std::uint64_t telling_ns = 1 * microsecond;

struct decision {
  std::uint64_t item_ps;  // expected; 0: unknown
  std::uint64_t expected_ns;
  bool plain;  // one leaf call, no pieces
  terms how;
};

bool has_limits(const hints& h) { return h.stop.present() || h.until.present(); }

// Whether nothing of the call matters any more from item `from` on.
bool ended_before(const call& c, std::size_t from) {
  return c.bound && __atomic_load_n(c.bound, __ATOMIC_RELAXED) < from;
}

// Of the first `end` items, how many a plain loop has run.
std::size_t examined(const call& c, std::size_t end) { return ended_before(c, end) ? *c.bound + 1 : end; }

// Takes in what a loop that may have ended early has cost. One that was over at once shows the clock rather than its
// items: it can lower what is known, never raise it.
void learn(site_record& site, const call& c, std::size_t items, std::uint64_t ns) {
  const std::uint64_t known = site.item_ps();
  if (c.bound && ns < telling_ns && known != 0) items = std::max(items, static_cast<std::size_t>(ns * 1000 / known));
  site.learn(items, ns);
}

decision decide(const call& c, const site_record& site) {
  const hints& h = *c.with;
  pool& p = the_pool();
  decision d{};
  // Whichever is more: a hint may know that this call is dearer than the last ones, or may be out of date.
  d.item_ps = std::max(h.item_cost.picoseconds(), site.item_ps());
  d.expected_ns = expected_ns(c.items - c.done, d.item_ps);
  const bool known = d.item_ps != 0;
  const bool alone = h.sequential || always_sequential() || exiting() || c.items - c.done == 1;
  const bool small = known && d.expected_ns < share_above_ns();
  const bool one_cpu = p.started() && p.config.width == 1;
  d.how.may_queue = !alone && known && d.expected_ns >= queue_above_ns;
  // A callable whose type promises nothing may surprise at any size.
  const bool worth_pieces = one_cpu ? d.how.may_queue || !known : !small || c.erased;
  d.plain = !has_limits(h) && (alone || !worth_pieces);
  d.how.shared = !alone && !one_cpu && worth_pieces;
  d.how.may_give_way = !alone;
  // Of a site of which nothing is known, few items are taken to be long; to start the pool for many would be early.
  d.how.call_help = known ? d.expected_ns >= p.crew.worth_waking_ns() : p.started() || c.items <= few_items;
  return d;
}

// Calls of this thread that were too small to wake anybody for, one close upon the other. Together they may be worth
// it: once they have taken as long as a single call worth a wake-up, the next one calls a helper, who then stays up for
// as long as the calls keep coming. So a stream of small calls pays for waking at most what it has lost by waiting.
class small_calls {
 public:
  // Whether the streak, if `now` continues it, has become worth waking somebody; it then begins anew.
  bool worth_waking(std::uint64_t now) {
    if (now - last_end_ns_ > close_ns) busy_ns_ = 0;
    if (busy_ns_ < the_pool().crew.worth_waking_ns()) return false;
    busy_ns_ = 0;
    return true;
  }
  void add(std::uint64_t from, std::uint64_t to) {
    busy_ns_ += to - from;
    last_end_ns_ = to;
  }

 private:
  static constexpr std::uint64_t close_ns = 50 * microsecond;
  std::uint64_t last_end_ns_ = 0;
  std::uint64_t busy_ns_ = 0;
};
constinit thread_local small_calls streak;

// Whether a call would be run by its caller alone even if it were published: nobody is up, and it is not worth waking
// anybody for it.
bool nobody_would_come(const call& c, const decision& d) {
  const pool& p = the_pool();
  return d.how.shared && d.item_ps != 0 && !has_limits(*c.with) && p.started() && !p.crew.anybody_up() &&
         d.expected_ns < std::min(p.crew.worth_waking_ns(), queue_above_ns);
}

// Runs such a call from item `done` on, slice by slice, touching nothing shared. Returns how many items are done then:
// all of them, unless the call has ended early or they turn out dearer than expected; the rest is then worth publishing
// after all.
std::size_t run_ahead(const call& c, const decision& d, site_record& site, std::size_t done, std::uint64_t from) {
  const std::size_t before = done;
  const auto full = std::max(static_cast<std::size_t>(slice_ns * 1000 / d.item_ps) + 1, c.with->grain);
  std::size_t slice =
      c.erased ? std::max<std::size_t>(c.with->grain, 1) : full;  // what is unknown starts with one item
  std::uint64_t now = from;
  for (std::uint64_t last = from; done != c.items && !ended_before(c, done) && now - last < 4 * slice_ns;
       slice = std::min(8 * slice, full)) {
    last = now;
    const std::size_t end = c.items - done > slice ? done + slice : c.items;
    c.leaf(c.body, done, end);
    done = end;
    now = now_ns();
  }
  learn(site, c, examined(c, done) - before, now - from);
  streak.add(from, now);
  return done;
}

// The front of a search, in slices that double. Returns how many items are done.
std::size_t look_ahead(const call& c, const decision& d, site_record& site) {
  constexpr std::uint64_t first_slices = 8;
  const std::size_t few =
      static_cast<std::size_t>(look_ahead_ns * 1000 / first_slices / std::max<std::uint64_t>(d.item_ps, 1));
  if (!c.bound || c.erased || d.item_ps == 0 || few == 0 || has_limits(*c.with)) return c.done;
  const std::uint64_t from = now_ns();
  std::uint64_t now = from;
  std::size_t done = c.done;
  for (std::size_t slice = few; done != c.items && !ended_before(c, done) && now - from < look_ahead_ns; slice *= 2) {
    const std::size_t end = c.items - done > slice ? done + slice : c.items;
    c.leaf(c.body, done, end);
    done = end;
    now = now_ns();
  }
  learn(site, c, examined(c, done) - c.done, now - from);
  return done;
}

void run_plain(const call& c, site_record& site, std::uint64_t stands_for) {
  const std::uint64_t from = now_ns();
  c.leaf(c.body, c.done, c.items);
  learn(site, c, examined(c, c.items) - c.done, now_ns() - from);
  site.count(way::plain, stands_for);
}

// A call that the fast path would have taken, had it not been its turn to be measured.
bool is_sample(const call& c) {
  const site_advice& advice = advice_for(*c.at, c.where);
  return !c.erased && may_be_plain(*c.with, c.items) &&
         c.items - c.done <= __atomic_load_n(&advice.plain_items, __ATOMIC_RELAXED) && is_of(advice, *c.with, c.where);
}

// Lends a region out of the pool for the length of a call.
class borrowed_region {
 public:
  borrowed_region(const call& c, const decision& d, std::size_t done) : r_(take_region()), early_(c, r_) {
    const hints& h = *c.with;
    if (c.bound)
      reset_for_call(r_, c.items, early_end::run, &early_);
    else
      reset_for_call(r_, c.items, c.leaf, c.body);
    r_.next.store(done, std::memory_order_relaxed);
    if (h.grain) r_.grain = h.grain;
    if (h.stop.present()) r_.stop = &h.stop;
    if (h.until.present()) r_.until_ns = h.until.nanoseconds() == 0 ? 1 : h.until.nanoseconds();  // 0: no limit
    r_.item_ps.store(c.erased ? 0 : d.item_ps, std::memory_order_relaxed);
  }
  ~borrowed_region() { return_region(r_); }
  borrowed_region(const borrowed_region&) = delete;
  borrowed_region& operator=(const borrowed_region&) = delete;
  region& operator*() const { return r_; }
  [[nodiscard]] const early_end& early() const { return early_; }

 private:
  region& r_;
  early_end early_;  // used by a call that may end early
};

std::string after(const region& r, std::size_t done, const site_record& site) {
  return " after " + std::to_string(done) + " of " + std::to_string(r.items.load(std::memory_order_relaxed)) +
         " items (" + site.title() + ")";
}

[[noreturn]] void throw_stopped(bool late, const std::string& after_what, std::size_t done) {
  if (late) throw deadline_exceeded("berth: the deadline passed" + after_what, done);
  throw cancelled("berth: stopped by its token" + after_what, done);
}

void report_end(region& r, const site_record& site) {
  if (r.failed.load(std::memory_order_relaxed)) std::rethrow_exception(r.take_error());
  const std::size_t done = r.stopped_at.load(std::memory_order_relaxed);
  if (done == region::no_index) return;
  throw_stopped(r.expired.load(std::memory_order_relaxed), after(r, done, site), done);
}

std::size_t run_ahead_if_alone(const call& c, decision& d, site_record& site, std::size_t done) {
  if (!nobody_would_come(c, d)) return done;
  const std::uint64_t now = now_ns();
  if (!streak.worth_waking(now)) return run_ahead(c, d, site, done, now);
  d.how.call_help = true;
  return done;
}

std::size_t run_front(const call& c, decision& d, site_record& site) {
  const std::size_t done = look_ahead(c, d, site);
  return done == c.items || ended_before(c, done) ? done : run_ahead_if_alone(c, d, site, done);
}

void run_in_pieces(const call& c, decision& d, site_record& site) {
  const std::size_t ahead = run_front(c, d, site);
  if (ahead == c.items || ended_before(c, ahead)) return site.count(way::alone, 1);
  const borrowed_region lent(c, d, ahead);
  region& r = *lent;
  run_to_end(r, d.how);
  const std::size_t claimed = r.stopped_at.load(std::memory_order_relaxed);
  if (!r.failed.load(std::memory_order_relaxed)) {
    const std::size_t left_out = lent.early().left_out();
    site.learn((claimed == region::no_index ? c.items : claimed) - ahead - left_out,
               r.busy_ns.load(std::memory_order_relaxed));
  }
  site.count(r.helpers_seen.load(std::memory_order_relaxed) ? way::shared : way::alone, 1);
  if (lent.early().fails()) std::rethrow_exception(lent.early().error());
  if (!ended_before(c, c.items)) report_end(r, site);
}

// Publishes what the header's fast path reads. A row belongs to the first place and name that come; a call of erased
// type never takes that path.
void teach_fast_path(const call& c, const site_record& site) {
  if (c.erased || forced_sequential()) return;  // a scope ends; what is taught stays
  site_advice& advice = advice_for(*c.at, c.where);
  if (__atomic_load_n(&advice.place, __ATOMIC_RELAXED) == 0) {
    __atomic_store_n(&advice.name, c.with->name, __ATOMIC_RELAXED);
    __atomic_store_n(&advice.place, place_of(c.where), __ATOMIC_RELAXED);
  }
  if (!is_of(advice, *c.with, c.where)) return;
  const std::size_t items = always_sequential() ? ~std::size_t{0} : site.plain_items(share_above_ns());
  __atomic_store_n(&advice.plain_items, items, __ATOMIC_RELAXED);
}

}  // namespace

void run_call(const call& c) {
  site_record& site = record_for(*c.at, c.with->name, c.where);
  if (is_sample(c)) {
    run_plain(c, site, measure_one_in);
  } else if (decision d = decide(c, site); d.plain) {
    run_plain(c, site, 1);
  } else {
    run_in_pieces(c, d, site);
  }
  teach_fast_path(c, site);
}

void throw_if_stopped(const hints& with, std::size_t items_done, const std::source_location& where) {
  const bool late = with.until.present() &&
                    now_ns() >= static_cast<std::uint64_t>(std::max<std::int64_t>(with.until.nanoseconds(), 0));
  if (!late && !with.stop.requested()) return;
  throw_stopped(late,
                " after " + std::to_string(items_done) + " items (" + (with.name ? with.name : in_words(where)) + ")",
                items_done);
}

}  // namespace berth::detail
