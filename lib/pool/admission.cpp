#include "pool/admission.hpp"

#include <mutex>

namespace berth::impl {
namespace {
constexpr auto word(standing s) { return static_cast<std::uint32_t>(s); }
}  // namespace

void admission::push(region& r) {
  const std::lock_guard hold(lock_);
  r.queue_epoch = epoch_;
  r.queue_next = nullptr;
  r.queue_previous = last_;
  (last_ ? last_->queue_next : first_) = &r;
  last_ = &r;
  // Release: a server that takes the call sees all of it.
  r.place.store(word(standing::queued), std::memory_order_release);
  // seq_cst: "queue, then look at the callers" against a leaving caller's "leave, then look at the queue". One of the
  // two sees the other, so a queue never waits for a server that nobody calls.
  length_.fetch_add(1, std::memory_order_seq_cst);
}

void admission::set_aside(region& r) {
  r.queue_next = r.queue_previous = &r;  // as pop() leaves an entry that is no longer in the list
  r.place.store(word(standing::queued), std::memory_order_release);
}

region* admission::pop() {
  if (length() == 0) return nullptr;
  const std::lock_guard hold(lock_);
  while (region* r = first_) {
    unlink(*r);
    std::uint32_t seen = word(standing::queued);
    // Acquire pairs with push; against take_back it decides who has the call.
    if (r->place.compare_exchange_strong(seen, word(standing::served), std::memory_order_acq_rel)) {
      turns_.fetch_add(1, std::memory_order_relaxed);  // a sign of life; guards nothing
      return r;
    }
    r->queue_next = r->queue_previous = r;  // taken back already: its caller need not unlink it
  }
  return nullptr;
}

bool admission::take_back(region& r) {
  std::uint32_t seen = word(standing::queued);
  if (!r.place.compare_exchange_strong(seen, word(standing::in_hand), std::memory_order_acq_rel)) return false;
  const std::lock_guard hold(lock_);
  if (r.queue_epoch == epoch_ && r.queue_next != &r) unlink(r);
  r.queue_next = r.queue_previous = nullptr;
  return true;
}

void admission::unlink(region& r) {
  (r.queue_previous ? r.queue_previous->queue_next : first_) = r.queue_next;
  (r.queue_next ? r.queue_next->queue_previous : last_) = r.queue_previous;
  length_.fetch_sub(1, std::memory_order_seq_cst);
}

bool admission::is_first(const region& r) {
  const std::lock_guard hold(lock_);
  return first_ == &r;
}

void admission::clear() {
  lock_.reset();
  ++epoch_;
  first_ = last_ = nullptr;
  length_.store(0, std::memory_order_relaxed);
}

}  // namespace berth::impl
