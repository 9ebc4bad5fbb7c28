#pragma once
// Who executes user code at this moment, against the budget. Callers (and servers, who stand in for a queued caller)
// come first; helpers take only what callers leave, and give it back between pieces.
#include <atomic>
#include <cstdint>

namespace berth::impl {

class gauge {
 public:
  // A caller that finds the budget spent may enter all the same: small calls, nested ones, those that may not sleep.
  void enter_caller() { count_.fetch_add(1, std::memory_order_seq_cst); }

  // A caller that would queue otherwise.
  bool try_enter_caller(std::uint32_t width) {
    return try_add(1, [&](std::uint64_t c) { return callers(c) < width; });
  }
  // seq_cst: "leave, then look at the queue" against "queue, then look at the callers" (admission.cpp).
  void leave_caller() { count_.fetch_sub(1, std::memory_order_seq_cst); }

  bool try_enter_helper(std::uint32_t width) {
    return try_add(one_helper, [&](std::uint64_t c) { return callers(c) + helpers(c) < width; });
  }
  void leave_helper() { count_.fetch_sub(one_helper, std::memory_order_relaxed); }
  void enter_helper() { count_.fetch_add(one_helper, std::memory_order_relaxed); }

  [[nodiscard]] std::uint32_t callers() const { return callers(count_.load(std::memory_order_seq_cst)); }
  [[nodiscard]] std::uint32_t helpers() const { return helpers(count_.load(std::memory_order_relaxed)); }
  [[nodiscard]] std::uint32_t running() const {
    const std::uint64_t c = count_.load(std::memory_order_relaxed);
    return callers(c) + helpers(c);
  }
  void reset(std::uint32_t callers) { count_.store(callers, std::memory_order_relaxed); }

 private:
  static constexpr std::uint64_t one_helper = std::uint64_t{1} << 32;
  static std::uint32_t callers(std::uint64_t c) { return static_cast<std::uint32_t>(c); }
  static std::uint32_t helpers(std::uint64_t c) { return static_cast<std::uint32_t>(c >> 32); }

  template <class Allowed>
  bool try_add(std::uint64_t what, Allowed allowed) {
    std::uint64_t c = count_.load(std::memory_order_relaxed);
    do {
      if (!allowed(c)) return false;
      // Guards no data; seq_cst only so that it has its place in the order with the queue's length.
    } while (!count_.compare_exchange_weak(c, c + what, std::memory_order_seq_cst, std::memory_order_relaxed));
    return true;
  }

  alignas(64) std::atomic<std::uint64_t> count_{0};
};

}  // namespace berth::impl
