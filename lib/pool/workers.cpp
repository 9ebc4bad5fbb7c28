#include "pool/workers.hpp"

#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>

#include "memory/kept.hpp"
#include "pool/cancellation_held.hpp"
#include "pool/clock.hpp"
#include "pool/pieces.hpp"
#include "pool/pool.hpp"
#include "pool/servers.hpp"

namespace berth::impl {
namespace {

// A thread that was called and has not come for this long may be at somebody else's work in its lender's hands.
constexpr std::uint64_t never_comes_ns = 10 * millisecond;
// Without work for this long, a thread goes back to its lender.
constexpr std::uint64_t linger_ns = 100 * millisecond;
// After work, look this long for more before sleeping ...
constexpr std::uint64_t short_spin_ns = 10 * microsecond;
// ... and this long where calls have been coming closer than that.
constexpr std::uint64_t long_spin_ns = 50 * microsecond;

std::uint64_t mean(std::uint64_t before, std::uint64_t seen) { return before - before / 8 + seen / 8; }

// Whether a thread without a call of its own could do something: there is work, and a place to do it in. Precise, not a
// hint, or a helper would spin for as long as somebody else's last item takes.
bool work_in_sight() {
  pool& p = the_pool();
  const std::uint32_t width = p.width.load(std::memory_order_relaxed);
  if (p.queue.length() != 0 && p.slots.callers() < width) return true;
  return p.calls.any() && p.slots.running() < width && p.calls.find([](region&) { return true; });
}

// Does whatever there is to do for somebody without a call of his own. False if there was nothing.
bool do_some_work() { return serve_queue() || help_somebody(); }

// The kernel likes to put a woken thread on its waker's CPU and to leave it there, although others are idle: the work
// then takes as long as without it. So a sleeper is kept off its waker's CPU. It keeps that mask: the next wake-up is
// mostly from the same CPU and then costs nothing.
void place(worker& w, int away_from) {
  if (w.kept_off.load(std::memory_order_relaxed) == away_from) return;
  const cpu_mask allowed = w.home.without(away_from);
  if (allowed.count() == 0) return;
  allowed.apply_to(w.thread);
  w.kept_off.store(away_from, std::memory_order_relaxed);
}

}  // namespace

// Whether those who are up and have nothing to do, or are on their way, already fill what the budget has left. To wake
// one more would cost its caller a system call for nothing.
bool workers::enough_are_coming() const {
  const pool& p = the_pool();
  const std::uint32_t width = p.width.load(std::memory_order_relaxed);
  const std::uint32_t working = p.slots.helpers() + serving_.load(std::memory_order_relaxed);
  // seq_cst: "hang out or queue, then see who is up" against "no longer up, then look once more" in rest() and
  // go_home().
  const std::uint32_t up = up_.load(std::memory_order_seq_cst);
  const std::uint32_t running = p.slots.running();
  return running >= width || (up > working && up - working >= width - running);
}

bool workers::call_one() {
  if (enough_are_coming()) {
    // But one whose lender has him busy elsewhere may never come: then call another.
    if (on_the_way_.load(std::memory_order_seq_cst) == 0) return false;
    if (now_ns() - last_call_ns_.load(std::memory_order_relaxed) < never_comes_ns) return false;
  }
  if (!wake_sleeper() && !lend_new()) return false;
  last_call_ns_.store(now_ns(), std::memory_order_relaxed);
  return true;
}

bool workers::wake_sleeper() {
  for (std::uint32_t w = 0; w != most / 64; ++w) {
    // seq_cst: "hang out, then look who sleeps" (board.cpp).
    std::uint64_t bits = sleeping_[w].load(std::memory_order_seq_cst);
    while (bits) {
      const std::uint64_t lowest = bits & (~bits + 1);
      // Whoever clears the bit owns the wake-up. Acquire: `thread` and `home` of the sleeper are visible.
      if (!(sleeping_[w].fetch_and(~lowest, std::memory_order_acq_rel) & lowest)) {
        bits &= ~lowest;
        continue;
      }
      worker& sleeper = *member_[w * 64 + static_cast<std::uint32_t>(__builtin_ctzll(lowest))].load();
      on_the_way_.fetch_add(1, std::memory_order_relaxed);
      up_.fetch_add(1, std::memory_order_relaxed);
      place(sleeper, sched_getcpu());
      const std::uint64_t before = now_ns();
      sleeper.woken_at_ns = before;
      sleeper.woken.store(1, std::memory_order_release);
      futex_wake(sleeper.woken);
      wake_call_ns_.store(mean(wake_call_ns_.load(std::memory_order_relaxed), now_ns() - before),
                          std::memory_order_relaxed);
      the_pool().counters.wakes.fetch_add(1, std::memory_order_relaxed);
      return true;
    }
  }
  return false;
}

bool workers::come_in() {
  // Callers, helpers and servers together never use more than the budget; one more could only wait.
  const std::uint32_t limit = std::min(the_pool().config.width, most);
  std::uint32_t n = present_.load(std::memory_order_seq_cst);
  do {
    if (n >= limit) return false;
    // seq_cst here and in go_home(): "hang out, then see who is present" against "go, then look once more".
  } while (!present_.compare_exchange_weak(n, n + 1, std::memory_order_seq_cst));
  return true;
}

// Whoever hangs something out after a leaving thread's last look finds it neither asleep nor gone, and so calls nobody.
// Therefore a thread looks once more when it is no longer counted, and comes back if there is something.
//
// The last one out gives back the memory that nobody has used for as long as he has had nothing to do. He does it when
// he is no longer counted: whoever comes meanwhile does not count on him.
bool workers::go_home() {
  up_.fetch_sub(1, std::memory_order_seq_cst);
  const bool last = present_.fetch_sub(1, std::memory_order_seq_cst) == 1;
  if (!work_in_sight() || !come_in()) {
    if (last) drop_unused(linger_ns);
    return true;
  }
  up_.fetch_add(1, std::memory_order_relaxed);
  return false;
}

bool workers::lend_new() {
  pool& p = the_pool();
  const cancellation_held meanwhile;  // a lender's system calls are points at which the caller could be cancelled
  if (!come_in()) return false;
  on_the_way_.fetch_add(1, std::memory_order_relaxed);
  up_.fetch_add(1, std::memory_order_relaxed);
  if ((p.lender && p.lender->lend(live, nullptr)) || (p.own && p.own->lend(live, nullptr))) {
    obtainable_.store(true, std::memory_order_relaxed);
    p.counters.lent.fetch_add(1, std::memory_order_relaxed);
    return true;
  }
  up_.fetch_sub(1, std::memory_order_relaxed);
  on_the_way_.fetch_sub(1, std::memory_order_seq_cst);
  if (present_.fetch_sub(1, std::memory_order_seq_cst) == 1) obtainable_.store(false, std::memory_order_relaxed);
  return false;
}

worker* workers::enroll() {
  for (std::uint32_t w = 0; w != most / 64; ++w) {
    std::uint64_t bits = enrolled_[w].load(std::memory_order_relaxed);
    while (~bits) {
      const std::uint64_t lowest = ~bits & (bits + 1);
      // Acquire pairs with dismiss(): the record's last user is done with it.
      if (!enrolled_[w].compare_exchange_weak(bits, bits | lowest, std::memory_order_acquire)) continue;
      const std::uint32_t id = w * 64 + static_cast<std::uint32_t>(__builtin_ctzll(lowest));
      worker* me = member_[id].load(std::memory_order_relaxed);
      if (!me) member_[id].store(me = new worker, std::memory_order_relaxed);
      me->id = id;
      me->thread = static_cast<std::int32_t>(syscall(SYS_gettid));
      me->home = cpu_mask::of(0);
      me->kept_off.store(-1, std::memory_order_relaxed);
      me->woken.store(0, std::memory_order_relaxed);
      return me;
    }
  }
  return nullptr;
}

void workers::dismiss(worker& me) {
  if (me.kept_off.load(std::memory_order_relaxed) >= 0) me.home.apply_to(0);  // as its lender knew it
  enrolled_[me.id / 64].fetch_and(~(std::uint64_t{1} << me.id % 64), std::memory_order_release);
}

void workers::live(void*) {
  workers& crew = the_pool().crew;
  // seq_cst: "arrive, then look" against "hang out, then see who is on the way" in call_one().
  crew.on_the_way_.fetch_sub(1, std::memory_order_seq_cst);
  do {
    worker* const me = crew.enroll();  // there is a record for everybody who is present
    do {
      while (do_some_work()) {
      }
    } while (crew.rest(*me));
    crew.dismiss(*me);
  } while (!crew.go_home());
}

void workers::start_pool(void*) {
  pool& p = the_pool();
  p.start();
  // The call that made us start may be all there is: help it out, and leave the rest to the lent threads.
  do {
    while (do_some_work()) {
    }
  } while (!p.crew.go_home());
}

std::uint64_t workers::spin_limit(const worker& me) const {
  const pool& p = the_pool();
  if (p.throttle.recently() || p.config.spin_ns == 0) return 0;  // a spin would be paid from the quota
  if (p.config.spin_ns > 0) return static_cast<std::uint64_t>(p.config.spin_ns);
  return me.idle_gap_ns < long_spin_ns ? long_spin_ns : short_spin_ns;
}

bool workers::spin_for_work(worker& me) {
  const std::uint64_t from = now_ns();
  const std::uint64_t limit = spin_limit(me);
  for (unsigned turn = 1;; ++turn) {
    if (work_in_sight()) {
      me.idle_gap_ns = mean(me.idle_gap_ns, now_ns() - from);
      return true;
    }
    if (turn % 16 == 0 && now_ns() - from >= limit) return false;
    relax();
  }
}

bool workers::rest(worker& me) {
  const std::uint64_t from = now_ns();
  if (spin_for_work(me)) return true;
  const std::uint64_t bit = std::uint64_t{1} << me.id % 64;
  auto& sleepers = sleeping_[me.id / 64];
  for (;;) {
    me.woken.store(0, std::memory_order_relaxed);
    // seq_cst: "say that I sleep, then look once more" against publish's and push's "hang out, then look who sleeps".
    // Without it both sides could miss the other and the call would go unhelped until the next one.
    sleepers.fetch_or(bit, std::memory_order_seq_cst);
    up_.fetch_sub(1, std::memory_order_seq_cst);
    const bool seen = work_in_sight();
    const std::uint64_t idle = now_ns() - from;
    if (!seen && idle < linger_ns) {
      futex_wait(me.woken, 0, linger_ns - idle);
      if (me.woken.load(std::memory_order_acquire)) {
        arrived(me);
        me.idle_gap_ns = mean(me.idle_gap_ns, now_ns() - from);
        return true;
      }
    }
    // Not woken: time is up, there is work, or the sleep ended for no reason. If our bit is gone, a wake-up is coming.
    if (!(sleepers.fetch_and(~bit, std::memory_order_acq_rel) & bit)) {
      while (!me.woken.load(std::memory_order_acquire)) relax();
      arrived(me);
      return true;
    }
    up_.fetch_add(1, std::memory_order_relaxed);
    if (seen) return true;
    if (now_ns() - from >= linger_ns) return false;
  }
}

void workers::arrived(worker& me) {
  on_the_way_.fetch_sub(1, std::memory_order_seq_cst);  // see call_one()
  learn_wake(wake_call_ns_.load(std::memory_order_relaxed), now_ns() - me.woken_at_ns);
}

// With c the cost of the call and l the time until the worker runs, work of t takes (t + c + l) / 2 with a helper: from
// 2 (c + l) on, a wake-up saves at least a quarter. The latency is a high quantile (it rises fast and falls slowly),
// for a helper that comes late is worse than none; bounded, since one descheduled thread would teach nonsense.
void workers::learn_wake(std::uint64_t call_ns, std::uint64_t latency_ns) {
  const std::uint64_t known = wake_latency_ns_.load(std::memory_order_relaxed);
  const std::uint64_t seen = std::min<std::uint64_t>(latency_ns, 200 * microsecond);
  const std::uint64_t late = seen > known ? known + (seen - known) / 2 : known - (known - seen) / 16;
  wake_latency_ns_.store(late, std::memory_order_relaxed);
  worth_ns_.store(std::clamp<std::uint64_t>(2 * (late + call_ns), 80 * microsecond, 400 * microsecond),
                  std::memory_order_relaxed);
}

void workers::clear() {
  for (auto& w : sleeping_) w.store(0, std::memory_order_relaxed);
  for (auto& w : enrolled_) w.store(0, std::memory_order_relaxed);
  // Records of the parent's threads stay behind: they are small, and a lock-free reader may still hold one.
  for (auto& m : member_) m.store(nullptr, std::memory_order_relaxed);
  present_.store(0, std::memory_order_relaxed);
  on_the_way_.store(0, std::memory_order_relaxed);
  up_.store(0, std::memory_order_relaxed);
  obtainable_.store(true, std::memory_order_relaxed);
}

}  // namespace berth::impl
