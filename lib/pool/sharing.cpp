#include "pool/sharing.hpp"

#include "pool/clock.hpp"
#include "pool/context.hpp"
#include "pool/foreign.hpp"
#include "pool/pieces.hpp"
#include "pool/pool.hpp"
#include "pool/servers.hpp"
#include "pool/thread_state.hpp"

namespace berth::impl {
namespace {

// Spin this long for helpers in their last pieces before sleeping.
constexpr std::uint64_t patience_ns = 20 * microsecond;

// A caller asleep in a call around this one can help with it, and is not among the sleeping workers.
void wake_waiting_ancestors(region& r) {
  for (region* a = r.parent.load(std::memory_order_relaxed); a; a = a->parent.load(std::memory_order_relaxed)) {
    // seq_cst, after publish(): against "say that I wait, then look" in wait_for_helpers().
    const std::uint32_t seen = a->gate.load(std::memory_order_seq_cst);
    if ((seen & region::waiting) && (a->gate.fetch_and(~region::waiting, std::memory_order_seq_cst) & region::waiting))
      futex_wake(a->gate);
  }
}

bool spin_for_helpers(region& r) {
  std::uint64_t until = now_ns() + patience_ns;
  for (unsigned turn = 1;; ++turn) {
    if (!(r.gate.load(std::memory_order_acquire) & region::inside)) return true;
    if (turn % 16 == 0) {
      if (help_descendant(r))
        until = now_ns() + patience_ns;
      else if (now_ns() >= until)
        return false;
    }
    relax();
  }
}

// Acquire on every look at the gate: pairs with leave(), so that the helpers' results are visible.
void wait_for_helpers(region& r) {
  if (!(r.gate.load(std::memory_order_acquire) & region::inside) || spin_for_helpers(r)) return;
  for (;;) {
    const std::uint32_t seen = r.gate.fetch_or(region::waiting, std::memory_order_seq_cst) | region::waiting;
    if (!(seen & region::inside)) return;
    if (help_descendant(r)) continue;
    const slot_lent asleep;
    futex_wait(r.gate, seen);
  }
}

// Before the first item: one heavy item at the front must not keep the rest from being shared.
void call_somebody(region& r) {
  pool& p = the_pool();
  if (p.started())
    p.crew.call_one();
  else
    p.start_in_background(r.started_ns);
}

// Whether this caller may leave its call to a server: there is somebody to be one, and nobody else needs this thread.
bool others_may_serve() { return the_pool().crew.obtainable() && may_sleep_here(); }

// While the pool starts, callers that could queue sleep a little: among hundreds of runnable callers the starting
// thread might not get a CPU for a second, in which they all run beside each other.
void let_the_pool_start() {
  pool& p = the_pool();
  for (int naps = 0; naps != 10 && p.at.load(std::memory_order_acquire) == pool::stage::starting; ++naps) {
    futex_word never{0};
    futex_wait(never, 0, millisecond);  // not nanosleep(), at which this thread might be cancelled
  }
}

// A place in the budget for an outermost call: a free one, or by way of the queue. True if a server has run the call.
bool take_place(region& r, const terms& how) {
  pool& p = the_pool();
  r.never_sleeps = !how.may_give_way;
  if (how.may_queue && !p.started() && p.slots.callers() != 0) let_the_pool_start();
  if (p.queue.length() == 0 && p.slots.try_enter_caller(p.width.load(std::memory_order_relaxed))) return false;
  if (how.may_queue && p.started() && others_may_serve()) return wait_in_queue(r);
  p.slots.enter_caller();
  return false;
}

ending run_own(region& r, const terms& how) {
  const shared_while hung_out(r);
  if (r.shared && how.call_help) call_somebody(r);
  return run_pieces(r, role::owner);
}

void leave_place() {
  the_pool().slots.leave_caller();
  summon_server();
}

// A server has run the call to its end. If helpers are still in their last pieces, the caller needs a place after all:
// while it waits it may help.
void close_served(region& r) {
  if (!(r.gate.load(std::memory_order_relaxed) & region::inside)) return close(r);
  the_pool().slots.enter_caller();
  {
    const holding_slot held(slot_kind::caller);
    close(r);
  }
  leave_place();
}

void run_outermost(region& r, const terms& how) {
  pool& p = the_pool();
  if (take_place(r, how)) return close_served(r);
  for (;;) {
    ending ended;
    {
      const holding_slot held(slot_kind::caller);
      ended = run_own(r, how);
    }
    if (ended == ending::exhausted) break;
    if (!others_may_serve()) {
      r.never_sleeps = true;
      continue;
    }
    p.counters.gave_way.fetch_add(1, std::memory_order_relaxed);
    p.slots.leave_caller();
    if (wait_in_queue(r)) return close_served(r);
  }
  {
    const holding_slot held(slot_kind::caller);
    close(r);
  }
  leave_place();
}

}  // namespace

void open(region& r) {
  r.mode = floating_point_mode::current();
  if (const auto capture = installed_context_hook().capture) r.context = capture();
  // Release: whoever enters sees the whole call. Only what is shared opens: a helper that still knows the region from
  // its last call must not take deferred work for a call.
  r.gate.store(r.shared ? region::open : 0, std::memory_order_release);
}

void close(region& r) {
  r.gate.fetch_and(~region::open, std::memory_order_acq_rel);
  wait_for_helpers(r);
  r.gate.store(0, std::memory_order_relaxed);
  if (const auto release = installed_context_hook().release) release(r.context);
}

void reset_for_call(region& r, std::size_t items, region::leaf_function* leaf, void* body) {
  r.next.store(0, std::memory_order_relaxed);
  r.items.store(items, std::memory_order_relaxed);
  r.leaf = leaf;
  r.body = body;
  r.grain = 1;
  r.stop = nullptr;
  r.until_ns = 0;
  r.never_sleeps = false;
  r.started_ns = now_ns();
  r.item_ps.store(0, std::memory_order_relaxed);
  r.busy_ns.store(0, std::memory_order_relaxed);
  r.helpers_seen.store(0, std::memory_order_relaxed);
  r.stopped_at.store(region::no_index, std::memory_order_relaxed);
  r.expired.store(false, std::memory_order_relaxed);
}

void run_in_hand(region& r) {
  r.parent.store(this_thread().inside, std::memory_order_relaxed);
  const on_behalf_of maker(r);  // perhaps another thread than this one
  if (this_thread().slot != slot_kind::none) {
    run_pieces(r, role::guest);
    return;
  }
  the_pool().slots.enter_caller();
  {
    const holding_slot held(slot_kind::caller);
    run_pieces(r, role::guest);
  }
  leave_place();
}

shared_while::shared_while(region& r) : call_(r), hung_out_(r.shared && the_pool().calls.publish(r)) {
  if (hung_out_ && r.parent.load(std::memory_order_relaxed)) wake_waiting_ancestors(r);
}

shared_while::~shared_while() {
  if (hung_out_) the_pool().calls.withdraw(call_);
}

void run_to_end(region& r, const terms& how) {
  const thread_state& me = this_thread();
  r.parent.store(me.inside, std::memory_order_relaxed);
  r.shared = how.shared;
  open(r);
  if (me.slot == slot_kind::none) return run_outermost(r, how);
  r.never_sleeps = true;
  run_own(r, how);
  close(r);
}

}  // namespace berth::impl
