#include "pool/servers.hpp"

#include <algorithm>

#include "pool/clock.hpp"
#include "pool/context.hpp"
#include "pool/pieces.hpp"
#include "pool/pool.hpp"
#include "pool/sharing.hpp"
#include "pool/thread_state.hpp"

namespace berth::impl {
namespace {

// If no piece of any call has been finished for this long, a waiting caller stops waiting: whoever is running may be
// waiting for it, directly or not. One false alarm costs one call run beside the budget.
constexpr std::uint64_t patience_ns = 10 * millisecond;

void serve(region& r) {
  ending how;
  {
    const on_behalf_of caller(r);
    const shared_while served(r);
    how = run_pieces(r, role::server);
  }
  pool& p = the_pool();
  if (how == ending::gave_way) {
    p.counters.gave_way.fetch_add(1, std::memory_order_relaxed);
    p.queue.push(r);
    return;
  }
  // Release: what the server did is visible to the caller when it sees `returned`. Nothing of r is touched after the
  // store but its futex word, whose memory outlives every call.
  r.place.store(static_cast<std::uint32_t>(standing::returned), std::memory_order_release);
  futex_wake(r.place);
}

// How long a queued caller sleeps before it looks around. The further back, the longer: a queue that moves is not
// disturbed by its own sleepers. A stop token cannot wake anybody, so it is looked at every 10 ms.
std::uint64_t next_sleep(const region& r, std::uint64_t ahead) {
  const std::uint64_t usual = r.stop ? patience_ns : patience_ns * (1 + ahead);
  if (!r.until_ns) return usual;
  const std::int64_t left = r.until_ns - static_cast<std::int64_t>(now_ns());
  return std::min<std::uint64_t>(usual, left > 0 ? static_cast<std::uint64_t>(left) : 1);
}

bool limit_struck(const region& r) {
  return (r.until_ns && static_cast<std::int64_t>(now_ns()) >= r.until_ns) || (r.stop && r.stop->requested());
}

// Looks whether the process moves: some piece of some call has been finished within the last 10 ms.
class sign_of_life {
 public:
  bool missing() {
    const std::uint64_t pieces = the_pool().completions.load(std::memory_order_relaxed);
    const std::uint64_t now = now_ns();
    if (pieces != pieces_) {
      pieces_ = pieces;
      since_ns_ = now;
    }
    return now - since_ns_ >= patience_ns;
  }

 private:
  std::uint64_t pieces_ = the_pool().completions.load(std::memory_order_relaxed);
  std::uint64_t since_ns_ = now_ns();
};

}  // namespace

bool serve_queue() {
  pool& p = the_pool();
  bool served = false;
  while (p.queue.length() != 0 && p.slots.try_enter_caller(p.width.load(std::memory_order_relaxed))) {
    {
      const holding_slot held(slot_kind::caller);
      while (region* r = p.queue.pop()) {
        serve(*r);
        served = true;
        if (p.slots.callers() > p.width.load(std::memory_order_relaxed)) break;  // somebody ran anyway: make room
      }
    }
    // A call pushed after the last pop() and before this leave found the budget full and called nobody: look again.
    p.slots.leave_caller();
  }
  return served;
}

void summon_server() {
  pool& p = the_pool();
  if (p.queue.length() != 0 && p.slots.callers() < p.width.load(std::memory_order_relaxed)) p.crew.call_one();
}

bool wait_in_queue(region& r) {
  pool& p = the_pool();
  const std::uint64_t ahead = p.queue.length();
  p.queue.push(r);
  p.counters.queued.fetch_add(1, std::memory_order_relaxed);
  summon_server();
  sign_of_life life;
  for (;;) {
    switch (r.stands()) {
      case standing::returned:
        r.place.store(static_cast<std::uint32_t>(standing::in_hand), std::memory_order_relaxed);
        p.counters.served.fetch_add(1, std::memory_order_relaxed);
        return true;
      case standing::served: futex_wait(r.place, static_cast<std::uint32_t>(standing::served)); continue;
      default: break;
    }
    futex_wait(r.place, static_cast<std::uint32_t>(standing::queued), next_sleep(r, ahead));
    if (r.stands() != standing::queued) continue;
    if (!life.missing() && !limit_struck(r)) {
      summon_server();
    } else if (p.queue.take_back(r)) {
      p.slots.enter_caller();
      p.counters.taken_back.fetch_add(1, std::memory_order_relaxed);
      return false;
    }
  }
}

}  // namespace berth::impl
