#pragma once
// A call that may end before its last item: what the pool runs in place of its leaf.
#include <berth/detail/call.hpp>
#include <cstddef>
#include <exception>

#include "pool/region.hpp"
#include "pool/spin_lock.hpp"

namespace berth::impl {

// Ends claiming as soon as the leaf has lowered its bound. Pieces are claimed from the front, so that everything before
// a bound has been claimed by then and is run; what lies behind it is left out, within a block.
//
// What a leaf throws is a bound as well, at the first item of its piece: no other piece has a hit there, so that the
// lowest of all bounds tells whether the sequential loop would have thrown or found. Thread-safe until the call's end.
class early_end {
 public:
  early_end(const detail::call& c, region& r) : call_(c), region_(r) {}

  static void run(void* self, std::size_t begin, std::size_t end) noexcept;

  // For after the call. How many items nobody ran; the exception that the call ends with, null where there is none.
  [[nodiscard]] std::size_t left_out() const { return left_out_.load(std::memory_order_relaxed); }
  [[nodiscard]] const std::exception_ptr& error() const { return error_; }
  [[nodiscard]] bool fails() const { return error_ && error_at_ == bound(); }

 private:
  [[nodiscard]] std::size_t bound() const { return __atomic_load_n(call_.bound, __ATOMIC_RELAXED); }
  void fail(std::size_t at, std::exception_ptr why);

  const detail::call& call_;
  region& region_;
  std::atomic<std::size_t> left_out_{0};
  spin_lock lock_;
  std::size_t error_at_ = region::no_index;
  std::exception_ptr error_;
};

}  // namespace berth::impl
