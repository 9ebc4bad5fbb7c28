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
// The same if pieces are finished, but no call has left the queue for this long: those that run may never queue, and
// keep every server out, while one of them waits for a call in the queue.
constexpr std::uint64_t starved_ns = 100 * millisecond;
// ... and looks around after so many times its patience at the latest, however far back it was when it came.
constexpr std::uint64_t most_naps = 16;

// What a waiting caller has seen of the world, and since when nothing else.
class signs_of_life {
 public:
  signs_of_life() : pieces_(now_pieces()), left_(now_left()), piece_ns_(now_ns()), left_ns_(piece_ns_) {}

  // Whether the world stands still, or goes on without the queue.
  bool none() {
    const std::uint64_t now = now_ns(), pieces = now_pieces(), left = now_left();
    if (left != left_) left_ns_ = now;
    if (left != left_ || pieces != pieces_) piece_ns_ = now;
    pieces_ = pieces;
    left_ = left;
    return now - piece_ns_ >= patience_ns || now - left_ns_ >= starved_ns;
  }

 private:
  static std::uint64_t now_pieces() { return the_pool().completions.load(std::memory_order_relaxed); }
  static std::uint64_t now_left() { return the_pool().queue.departures(); }

  std::uint64_t pieces_, left_, piece_ns_, left_ns_;
};

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

// How long a queued caller sleeps before it looks around. The further back, the longer, up to most_naps: a queue that
// moves is not disturbed by its own sleepers. A stop token cannot wake anybody, so it is looked at every 10 ms.
std::uint64_t next_sleep(const region& r, std::uint64_t ahead) {
  const std::uint64_t usual = r.stop ? patience_ns : patience_ns * std::min(1 + ahead, most_naps);
  if (!r.until_ns) return usual;
  const std::int64_t left = r.until_ns - static_cast<std::int64_t>(now_ns());
  return std::min<std::uint64_t>(usual, left > 0 ? static_cast<std::uint64_t>(left) : 1);
}

bool limit_struck(const region& r) {
  return (r.until_ns && static_cast<std::int64_t>(now_ns()) >= r.until_ns) || (r.stop && r.stop->requested());
}

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
  signs_of_life signs;
  for (;;) {
    switch (r.stands()) {
      case standing::returned:
        r.place.store(static_cast<std::uint32_t>(standing::in_hand), std::memory_order_relaxed);
        p.counters.served.fetch_add(1, std::memory_order_relaxed);
        return true;
      // Not without limit: a server that gives way puts the call back, and wakes nobody for it.
      case standing::served: futex_wait(r.place, static_cast<std::uint32_t>(standing::served), patience_ns); continue;
      default: break;
    }
    futex_wait(r.place, static_cast<std::uint32_t>(standing::queued), next_sleep(r, ahead));
    if (r.stands() != standing::queued) continue;
    if (!signs.none() && !limit_struck(r)) {
      summon_server();
    } else if (p.queue.take_back(r)) {
      p.slots.enter_caller();
      p.counters.taken_back.fetch_add(1, std::memory_order_relaxed);
      return false;
    }
  }
}

}  // namespace berth::impl
