#include "pool/region.hpp"

#include <algorithm>
#include <mutex>
#include <type_traits>

#include "pool/spin_lock.hpp"

namespace berth::impl {

piece region::claim(std::size_t want, std::size_t least, std::size_t shares) {
  // Relaxed throughout: the counter hands out indices and guards no data. The call's fields were published by the gate
  // (release in open, acquire in enter), its results come back through leave() (release) and the owner's wait
  // (acquire).
  const std::size_t all = items.load(std::memory_order_relaxed);
  std::size_t begin = next.load(std::memory_order_relaxed);
  for (;;) {
    if (begin >= all) return {all, all};
    const std::size_t rest = all - begin;
    const std::size_t share = std::max<std::size_t>(rest / shares, 1);
    const std::size_t count = std::min(rest, std::max(std::min(want, share), least));
    // A last piece too small to be worth a claim of its own goes along.
    const std::size_t end = rest - count < least && rest - count < count ? all : begin + count;
    if (next.compare_exchange_weak(begin, end, std::memory_order_relaxed)) return {begin, end};
  }
}

std::size_t region::end_claims() {
  const std::size_t all = items.load(std::memory_order_relaxed);
  return std::min(next.exchange(all, std::memory_order_relaxed), all);
}

void region::fail(std::size_t at, std::exception_ptr why) {
  end_claims();
  while (error_lock_.exchange(true, std::memory_order_acquire)) relax();
  if (at < error_at_) {
    error_at_ = at;
    error_.swap(why);
  }
  error_lock_.store(false, std::memory_order_release);
  failed.store(true, std::memory_order_relaxed);
}

std::exception_ptr region::take_error() {
  error_at_ = no_index;
  failed.store(false, std::memory_order_relaxed);
  std::exception_ptr taken;
  taken.swap(error_);
  return taken;
}

bool region::enter() {
  std::uint32_t seen = gate.load(std::memory_order_relaxed);
  do {
    if (!(seen & open)) return false;
    // Acquire: everything the owner wrote before it opened the gate is visible to whoever is inside. An RMW chain of
    // other helpers between the open and this enter keeps the release sequence.
  } while (!gate.compare_exchange_weak(seen, seen + 1, std::memory_order_acquire, std::memory_order_relaxed));
  return true;
}

void region::leave() {
  // Release: the results of this helper's pieces become visible to the owner, which reads the gate with acquire.
  const std::uint32_t before = gate.fetch_sub(1, std::memory_order_release);
  // The owner may already be gone and the region reused: then this wakes somebody for nothing, who looks again.
  if ((before & inside) == 1 && (before & waiting)) futex_wake(gate);
}

void region::forget_helpers() {
  gate.store(0, std::memory_order_relaxed);
  error_lock_.store(false, std::memory_order_relaxed);
}

bool region::seems_within(const region* ancestor) const {
  constexpr int deep_enough = 64;  // a chain in change may even be a ring
  const region* r = this;
  for (int depth = 0; r && depth != deep_enough; ++depth, r = r->parent.load(std::memory_order_relaxed))
    if (r == ancestor) return true;
  return r != nullptr;
}

bool region::within(const region* ancestor) const {
  for (const region* r = this; r; r = r->parent.load(std::memory_order_relaxed))
    if (r == ancestor) return true;
  return false;
}

namespace {

struct free_regions {
  spin_lock lock;
  region* first = nullptr;
};
constinit free_regions common;  // never destroyed: threads may end after static destruction
static_assert(std::is_trivially_destructible_v<free_regions>);

void give_to_common(region& r) {
  const std::lock_guard hold(common.lock);
  r.next_free = common.first;
  common.first = &r;
}

thread_local constinit bool cache_is_gone = false;  // thread-locals that die later may still call

// A thread keeps the regions it has used, in a stack as deep as its nesting was.
struct cached_regions {
  region* first = nullptr;
  ~cached_regions() {
    while (first) {
      region* r = first;
      first = r->next_free;
      give_to_common(*r);
    }
    cache_is_gone = true;
  }
};
thread_local cached_regions cache;

region* from_common() {
  const std::lock_guard hold(common.lock);
  region* r = common.first;
  if (r) common.first = r->next_free;
  return r;
}

}  // namespace

region& take_region() {
  if (region* r = cache.first) {
    cache.first = r->next_free;
    return *r;
  }
  if (region* r = from_common()) return *r;
  return *new region;
}

void forget_free_regions() {
  common.lock.reset();
  common.first = nullptr;
}

void return_region(region& r) {
  if (cache_is_gone) return give_to_common(r);
  r.next_free = cache.first;
  cache.first = &r;
}

}  // namespace berth::impl
