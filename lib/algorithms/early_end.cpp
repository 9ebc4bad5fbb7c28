#include "algorithms/early_end.hpp"

#include <mutex>

namespace berth::impl {

void early_end::run(void* self, std::size_t begin, std::size_t end) noexcept {
  auto& call = *static_cast<early_end*>(self);
  const bool late = begin >= call.bound();
  try {
    if (!late) call.call_.leaf(call.call_.body, begin, end);
  } catch (...) {
    call.fail(begin, std::current_exception());
  }
  const std::size_t bound = call.bound();
  if (bound >= call.call_.items) return;
  std::size_t left_out = call.call_.items - call.region_.end_claims();
  if (late)
    left_out += end - begin;
  else if (bound >= begin && bound < end)
    left_out += end - bound - 1;
  call.left_out_.fetch_add(left_out, std::memory_order_relaxed);
}

void early_end::fail(std::size_t at, std::exception_ptr why) {
  {
    const std::lock_guard hold(lock_);
    if (at < error_at_) {
      error_at_ = at;
      error_.swap(why);
    }
  }
  std::size_t now = bound();
  while (at < now && !__atomic_compare_exchange_n(call_.bound, &now, at, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
}

}  // namespace berth::impl
