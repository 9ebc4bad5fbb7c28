#include "pool/servers.hpp"

#include <algorithm>
#include <utility>

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
// If pieces are finished but no call gets its turn for so many times as long, the same: the pieces may be those of
// calls that never queue, and what runs in the places of the budget may be waiting for us.
constexpr unsigned without_a_turn = 10;

// If nothing is finished, but a thread that holds a place waits for a CPU (the group is throttled, the machine is
// busy), for so many times as long.
constexpr unsigned without_a_piece = 20;

// However long the queue, a caller notices within so many times its patience that it has stopped.
constexpr std::uint64_t most_ahead = 15;

// How long a caller waits in the queue until it takes its call back.
class patience {
 public:
  patience() : ahead_(std::min<std::uint64_t>(the_pool().queue.length(), most_ahead)) {}

  // The further back, the longer: a queue that moves is not disturbed by its own sleepers.
  [[nodiscard]] std::uint64_t nanoseconds() const { return patience_ns * (1 + ahead_); }

  // Whether to go on waiting after having waited that long. Whoever has come to the front waits the shortest time, or
  // late-comers behind it would run first, again and again.
  [[nodiscard]] bool lasts(const region& r) {
    pool& p = the_pool();
    ahead_ = p.queue.is_first(r) ? 0 : ahead_ / 2;
    const bool turn = std::exchange(turns_, p.queue.turns()) != turns_;
    const bool moved = std::exchange(pieces_, p.completed_ns.load(std::memory_order_relaxed)) != pieces_;
    in_vain_ = turn ? 0 : in_vain_ + 1;
    if (turn) {
      cpu_ns_ = 0;
      return true;
    }
    if (moved) {
      cpu_ns_ = 0;
      return in_vain_ < without_a_turn;
    }
    return in_vain_ < without_a_piece && starved();
  }

 private:
  // Whether those who hold the places would go on if they had a CPU. What has run for 10 ms and finished nothing may be
  // spinning for something that waits in the queue.
  [[nodiscard]] bool starved() {
    const holders::sight now = the_pool().holding.look();
    if (cpu_ns_ == 0) cpu_ns_ = now.cpu_ns;
    return now.runnable && now.cpu_ns < cpu_ns_ + patience_ns;
  }

  std::uint64_t cpu_ns_ = 0;  // what the holders had used when nothing was first seen to be finished
  std::uint64_t ahead_;
  std::uint64_t turns_ = the_pool().queue.turns();
  std::uint64_t pieces_ = the_pool().completed_ns.load(std::memory_order_relaxed);
  unsigned in_vain_ = 0;
};

// Release: what the server did is visible to the caller when it sees `returned`. Nothing of r is touched after the
// store but its futex word, whose memory outlives every call.
void hand_back(region& r) {
  r.place.store(static_cast<std::uint32_t>(standing::returned), std::memory_order_release);
  futex_wake(r.place);
}

ending serve(region& r) {
  const on_behalf_of caller(r);
  const shared_while served(r);
  return run_pieces(r, role::server);
}

void queue_again(region& r) {
  pool& p = the_pool();
  p.counters.gave_way.fetch_add(1, std::memory_order_relaxed);
  p.queue.push(r);
  futex_wake(r.place);  // its caller sleeps without limit while it is served; from now on it must look after itself
}

// Runs queued calls, in one place, until there is none or the place is needed. Gives the last one, not yet handed back.
region* serve_from_one_place() {
  pool& p = the_pool();
  const holding_slot held(slot_kind::caller);
  while (region* r = p.queue.pop()) {
    const bool ended = serve(*r) == ending::exhausted;
    if (!ended) queue_again(*r);
    const bool ran_anyway = p.slots.callers() > p.width.load(std::memory_order_relaxed);  // somebody did: make room
    if (ran_anyway || p.queue.length() == 0) return ended ? r : nullptr;
    if (ended) hand_back(*r);
  }
  return nullptr;
}

// How long a queued caller may sleep before it looks around. A stop token cannot wake anybody: it is looked at every 10
// ms.
std::uint64_t next_sleep(const region& r, std::uint64_t now, std::uint64_t until) {
  std::uint64_t longest = until - now;
  if (r.stop) longest = std::min(longest, patience_ns);
  if (r.until_ns) longest = std::min(longest, static_cast<std::uint64_t>(r.until_ns) - now);
  return std::max<std::uint64_t>(longest, 1);
}

bool limit_struck(const region& r) {
  return (r.until_ns && static_cast<std::int64_t>(now_ns()) >= r.until_ns) || (r.stop && r.stop->requested());
}

}  // namespace

bool serve_queue() {
  pool& p = the_pool();
  bool served = false;
  while (p.queue.length() != 0 && p.slots.try_enter_caller(p.width.load(std::memory_order_relaxed))) {
    p.crew.count_server(1);
    region* const last = serve_from_one_place();
    p.crew.count_server(-1);
    // The place first, then the call: or its caller's next one would find the budget spent, and be queued for nothing.
    // A call pushed after the last look at the queue and before this leave found it spent and called nobody: look
    // again.
    p.slots.leave_caller();
    if (last) hand_back(*last);
    served = true;
  }
  return served;
}

void summon_server() {
  pool& p = the_pool();
  if (!p.started()) return;  // whoever starts it looks at the queue afterwards
  if (p.queue.length() != 0 && p.slots.callers() < p.width.load(std::memory_order_relaxed)) p.crew.call_one();
}

bool wait_in_queue(region& r) {
  pool& p = the_pool();
  patience left;
  p.queue.push(r);
  p.counters.queued.fetch_add(1, std::memory_order_relaxed);
  summon_server();
  for (std::uint64_t until = now_ns() + left.nanoseconds();;) {
    switch (r.stands()) {
      case standing::returned:
        r.place.store(static_cast<std::uint32_t>(standing::in_hand), std::memory_order_relaxed);
        p.counters.served.fetch_add(1, std::memory_order_relaxed);
        return true;
      case standing::served: futex_wait(r.place, static_cast<std::uint32_t>(standing::served)); continue;
      default: break;
    }
    if (const std::uint64_t now = now_ns(); now < until && !limit_struck(r)) {
      futex_wait(r.place, static_cast<std::uint32_t>(standing::queued), next_sleep(r, now, until));
    } else if (now >= until && left.lasts(r) && !limit_struck(r)) {
      until = now + left.nanoseconds();
      summon_server();
    } else if (p.queue.take_back(r)) {
      p.slots.enter_caller();
      p.counters.taken_back.fetch_add(1, std::memory_order_relaxed);
      return false;
    }
  }
}

}  // namespace berth::impl
