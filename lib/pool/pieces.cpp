#include "pool/pieces.hpp"

#include <algorithm>

#include "pool/cancellation_held.hpp"
#include "pool/clock.hpp"
#include "pool/context.hpp"
#include "pool/pool.hpp"
#include "pool/thread_state.hpp"

namespace berth::impl {
namespace {

// How many items the next piece should have, from what the last ones cost this thread. A thread starts with a quarter
// slice and grows at most eightfold a step, so that a wrong estimate, or a dear front, costs one short piece.
class pace {
 public:
  explicit pace(std::uint64_t item_ps) : item_ps_(item_ps) {}

  [[nodiscard]] std::size_t want() const {
    if (item_ps_ == 0) return last_ ? last_ * 8 : 1;
    const std::size_t full = items_in(slice_ns);
    return std::max<std::size_t>(std::min(full, last_ ? last_ * 8 : full / 4), 1);
  }
  [[nodiscard]] std::size_t least() const { return item_ps_ ? std::max<std::size_t>(items_in(least_slice_ns), 1) : 1; }
  void learn(std::size_t items, std::uint64_t ns) {
    last_ = items;
    item_ps_ = std::max<std::uint64_t>(ns * 1000 / items, 1);
  }
  [[nodiscard]] std::uint64_t item_ps() const { return item_ps_; }

 private:
  [[nodiscard]] std::size_t items_in(std::uint64_t ns) const { return static_cast<std::size_t>(ns * 1000 / item_ps_); }

  std::uint64_t item_ps_;
  std::size_t last_ = 0;
};

void run_leaf(region& r, piece p) noexcept {
  try {
    r.leaf(r.body, p.begin, p.end);
  } catch (...) {
    r.fail(p.begin, std::current_exception());
  }
}

// stop and until. What is claimed when they strike is still finished, so the items done are a prefix.
void heed_limits(region& r, std::uint64_t now) {
  const bool late = r.until_ns != 0 && static_cast<std::int64_t>(now) >= r.until_ns;
  if (!late && !(r.stop && r.stop->requested())) return;
  const std::size_t done = r.end_claims();
  if (done == r.items.load(std::memory_order_relaxed))
    return;  // too late to stop anything; or somebody else has stopped it
  r.expired.store(late, std::memory_order_relaxed);
  r.stopped_at.store(done, std::memory_order_relaxed);
}

// Somebody asleep is worth waking if what is left would keep everybody busy for longer than a wake-up pays back.
void call_help(region& r, std::uint64_t item_ps) {
  pool& p = the_pool();
  const std::uint64_t left_ns = expected_ns(r.left(), item_ps);
  const std::uint32_t width = p.width.load(std::memory_order_relaxed);
  const std::uint32_t running = p.slots.running();
  if (running < width && left_ns / std::max(running, 1u) >= p.crew.worth_waking_ns()) p.crew.call_one();
}

// A helper that comes in brings the next one: where items are long, nobody would look again before the first is over.
// While no item has been finished, one takes at least as long as the call has lasted.
void pass_the_call_on(region& r, std::uint64_t now) {
  const std::uint64_t known = r.item_ps.load(std::memory_order_relaxed);
  call_help(r, known ? known : (now - r.started_ns) * 1000);
}

bool should_give_way(const region& r, role as, std::uint64_t since, std::uint64_t now) {
  pool& p = the_pool();
  if (as == role::guest) return false;
  if (as == role::helper) return p.slots.running() > p.width.load(std::memory_order_relaxed);
  return now - since >= quantum_ns && !r.never_sleeps && p.queue.length() != 0;
}

// What a newcomer starts with. Told when it has changed by a quarter, so that the line is not fought for at every
// piece.
void tell_cost(region& r, std::uint64_t item_ps) {
  const std::uint64_t told = r.item_ps.load(std::memory_order_relaxed);
  if (item_ps < told - told / 4 || item_ps > told + told / 4) r.item_ps.store(item_ps, std::memory_order_relaxed);
}

void start_late(region& r, std::uint64_t now) {
  pool& p = the_pool();
  if (r.shared && !p.started() && now - r.started_ns >= slice_ns && r.left() != 0) p.start_in_background(now);
}

// Into how many parts the rest is divided for the next piece. Four for each CPU that may take part, so that all end
// together; but a call to which nobody can come is not cut finer than slices.
std::size_t shares_of(const region& r) {
  const pool& p = the_pool();
  if (!r.shared || (!p.crew.anybody_up() && !(r.gate.load(std::memory_order_relaxed) & region::inside))) return 1;
  return std::size_t{4} * p.width.load(std::memory_order_relaxed);
}

}  // namespace

ending run_pieces(region& r, role as) {
  pool& p = the_pool();
  const inside_of here(r);
  const cancellation_held until_done;
  const std::uint64_t since = now_ns();
  std::uint64_t last = since;
  pace speed(r.item_ps.load(std::memory_order_relaxed));
  ending how = ending::exhausted;
  if (r.until_ns || r.stop) heed_limits(r, since);
  if (as == role::helper) pass_the_call_on(r, since);
  for (;;) {
    const piece mine = r.claim(std::max(speed.want(), r.grain), std::max(speed.least(), r.grain), shares_of(r));
    if (mine.empty()) break;
    run_leaf(r, mine);
    const std::uint64_t now = now_ns();
    speed.learn(mine.size(), now - last);
    last = now;
    tell_cost(r, speed.item_ps());
    p.note_completion(now);
    if (r.until_ns || r.stop) heed_limits(r, now);
    if (r.left() == 0) break;
    if (p.started()) {
      p.follow_throttling(now);
      if (r.shared) call_help(r, speed.item_ps());
      if (should_give_way(r, as, since, now)) {
        how = ending::gave_way;
        break;
      }
    } else {
      start_late(r, now);
    }
  }
  r.busy_ns.fetch_add(last - since, std::memory_order_relaxed);
  return how;
}

namespace {

void run_as(role as, region& r) {
  r.helpers_seen.fetch_add(1, std::memory_order_relaxed);
  const on_behalf_of caller(r);
  run_pieces(r, as);
}

}  // namespace

bool help_somebody() {
  pool& p = the_pool();
  bool helped = false;
  p.calls.find([&](region& r) {
    if (!p.slots.try_enter_helper(p.width.load(std::memory_order_relaxed))) return true;  // no room: look no further
    const bool came_in = r.enter();
    if (came_in) {
      const holding_slot held(slot_kind::helper);
      run_as(role::helper, r);
    }
    // The place first: the owner, back from its call, must find it free and this thread idle, or it would wake another.
    p.slots.leave_helper();
    if (came_in) r.leave();
    helped = came_in;
    return helped;
  });
  return helped;
}

bool help_descendant(region& above) {
  return the_pool().calls.find([&](region& r) {
    if (&r == &above || !r.seems_within(&above) || !r.enter()) return false;
    const bool ours = r.within(&above);
    if (ours) run_as(role::guest, r);
    r.leave();
    return ours;
  });
}

}  // namespace berth::impl
