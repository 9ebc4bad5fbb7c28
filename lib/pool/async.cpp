#include <berth/async.hpp>
#include <berth/blocking.hpp>
#include <berth/errors.hpp>

#include "pool/clock.hpp"
#include "pool/foreign.hpp"
#include "pool/pool.hpp"
#include "pool/servers.hpp"
#include "pool/sharing.hpp"
#include "pool/thread_state.hpp"

namespace berth::detail {
namespace {

using namespace berth::impl;

region& as_region(void* r) { return *static_cast<region*>(r); }

}  // namespace

deferred_work::deferred_work(function* run, void* body) : region_(&take_region()) {
  region& r = as_region(region_);
  reset_for_call(r, 1, run, body);
  r.parent.store(nullptr, std::memory_order_relaxed);
  r.shared = false;  // one item: nothing to share
  open(r);
  pool& p = the_pool();
  if (exiting()) {
    admission::set_aside(r);
    return;
  }
  p.queue.push(r);
  if (p.at.load(std::memory_order_seq_cst) == pool::stage::started)  // see pool::start()
    summon_server();
  else
    p.start_in_background(now_ns());
}

bool deferred_work::done() const {
  const standing s = as_region(region_).stands();
  return s == standing::returned || s == standing::in_hand;
}

void deferred_work::wait() {
  region& r = as_region(region_);
  if (done()) return;
  pool& p = the_pool();
  if (p.queue.take_back(r)) {
    run_in_hand(r);
    return;
  }
  const slot_lent others_may_run;
  while (r.stands() == standing::served && !p.queue.is_lost(r))
    futex_wait(r.place, static_cast<std::uint32_t>(standing::served));
}

void deferred_work::wait_and_rethrow() {
  wait();
  region& r = as_region(region_);
  if (!done()) throw error("berth::future: another thread was running its work when the process forked");
  if (r.failed.load(std::memory_order_relaxed)) std::rethrow_exception(r.take_error());
}

deferred_work::~deferred_work() {
  wait();
  region& r = as_region(region_);
  if (r.failed.load(std::memory_order_relaxed)) (void)r.take_error();
  close(r);
  r.place.store(static_cast<std::uint32_t>(standing::in_hand), std::memory_order_relaxed);
  return_region(r);
}

place_lent::place_lent() : kind_(static_cast<unsigned>(lend_slot())) {}
place_lent::~place_lent() { take_slot_back(static_cast<slot_kind>(kind_)); }

}  // namespace berth::detail
