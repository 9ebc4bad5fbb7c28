#include "pool/pool.hpp"

#include <pthread.h>

#include "pool/cancellation_held.hpp"
#include "pool/clock.hpp"
#include "pool/pieces.hpp"
#include "pool/thread_state.hpp"

namespace berth::impl {
namespace {

// A union, so that it is never destroyed: threads may still be inside when statics die.
union immortal {
  pool value;
  constexpr immortal() : value{} {}
  ~immortal() {}  // NOLINT(modernize-use-equals-default)
};
constinit immortal storage;

constexpr std::uint32_t starter_threads = 1;

// When the library is loaded, for a fork may come while another thread is at the beginning of the first call.
const int fork_hooked = pthread_atfork(nullptr, nullptr, [] { the_pool().after_fork_in_child(); });

}  // namespace

pool& the_pool() { return storage.value; }

thread_state& this_thread() {
  static thread_local constinit thread_state mine;
  return mine;
}

holding_slot::holding_slot(slot_kind kind) : before_(this_thread().slot) {
  this_thread().slot = kind;
  the_pool().holding.set_busy(true);
}

holding_slot::~holding_slot() {
  this_thread().slot = before_;
  the_pool().holding.set_busy(before_ != slot_kind::none);
}

std::uint32_t budget_width() { return the_pool().started() ? the_pool().config.width : read_pool_config().width; }

void pool::start() {
  config = read_pool_config();
  usual_priority = thread_priority::current();
  width.store(config.width, std::memory_order_relaxed);
  if (!config.throttle_file.empty()) throttle.watch(config.throttle_file.c_str());
  // A budget of 1 never touches TBB: there is nobody to lend.
  if (config.width > 1 && config.supply != supply_choice::own && !is_forked_child)
    lender = make_tbb_supply(config.width - 1, config.numa).release();
  if (!own) own = make_own_supply(config.width + starter_threads).release();
  // Release pairs with started(): whoever sees it sees the config and the supplies. seq_cst: "say that we have started,
  // then look at the queue" against async's "queue, then see whether we have".
  at.store(stage::started, std::memory_order_seq_cst);
}

void pool::follow_throttling(std::uint64_t now) {
  const bool throttled = throttle.look(now);
  if (config.floor_width == config.width) return;
  constexpr std::uint64_t turn = 100 * millisecond;
  // A tenth less than the fraction: others in the group need a little too.
  const std::uint64_t wide = turn * config.above_floor_permille / 1000 * 9 / 10;
  width.store(throttled && now % turn >= wide ? config.floor_width : config.width, std::memory_order_relaxed);
}

void pool::start_in_background(std::uint64_t now) {
  const cancellation_held meanwhile;
  if (at.load(std::memory_order_relaxed) != stage::not_started) return;
  if (now < next_try_ns_.load(std::memory_order_relaxed)) return;
  next_try_ns_.store(now + 10 * millisecond, std::memory_order_relaxed);
  stage expected = stage::not_started;
  if (!may_start_threads() || !at.compare_exchange_strong(expected, stage::starting, std::memory_order_acq_rel)) return;
  crew.present_.fetch_add(1, std::memory_order_relaxed);
  crew.up_.fetch_add(1, std::memory_order_relaxed);
  if (!starter) starter = make_own_supply(starter_threads).release();
  if (starter && starter->lend(workers::start_pool, nullptr)) return;
  crew.up_.fetch_sub(1, std::memory_order_relaxed);
  crew.present_.fetch_sub(1, std::memory_order_relaxed);
  at.store(stage::not_started, std::memory_order_release);  // no thread to be had now: perhaps at a later call
}

// Only the forking thread exists in the child, and TBB never restarts there. What the other threads held is dropped; a
// call that the forking thread is in the middle of goes on, alone.
void pool::after_fork_in_child() {
  calls.clear();
  queue.clear();
  holding.clear(this_thread().slot != slot_kind::none);
  const bool had_threads = at.load(std::memory_order_relaxed) != stage::not_started;
  if (had_threads) crew.clear();
  thread_state& me = this_thread();
  slots.reset(me.slot == slot_kind::caller ? 1 : 0);
  if (me.slot == slot_kind::helper) slots.enter_helper();
  for (region* r = me.inside; r; r = r->parent.load(std::memory_order_relaxed)) r->forget_helpers();
  forget_free_regions();
  if (had_threads) is_forked_child = true;
  starter = lender = nullptr;
  next_try_ns_.store(0, std::memory_order_relaxed);
  if (at.load(std::memory_order_relaxed) != stage::started) {  // the thread that was to start us is not here
    at.store(stage::not_started, std::memory_order_relaxed);
    own = nullptr;
    return;
  }
  own = make_own_supply(config.width + starter_threads).release();
}

}  // namespace berth::impl
