#pragma once
// Type-erased stop tokens and time points, so that the hot headers need neither <stop_token> nor <chrono> (together
// they cost a user's file half a second).
#include <cstdint>
#include <new>
#include <type_traits>
#include <utility>

namespace berth {

// Any copyable object with `bool stop_requested() const` of at most two pointers (std::stop_token is one). Neither may
// throw: they are asked for while other threads are inside the call. Copyable; as safe to share between threads as the
// token it holds.
class stop_condition {
 public:
  constexpr stop_condition() = default;

  template <class Token>
    requires(!std::is_same_v<std::remove_cvref_t<Token>, stop_condition> &&
             requires(const std::remove_cvref_t<Token>& t) { bool(t.stop_requested()); })
  stop_condition(Token&& token)  // NOLINT(google-explicit-constructor): {.stop = source.get_token()}
      : ops_(&ops_for<std::remove_cvref_t<Token>>) {
    using held = std::remove_cvref_t<Token>;
    static_assert(sizeof(held) <= sizeof bytes_ && alignof(held) <= alignof(void*),
                  "berth::hints::stop takes a token of at most two pointers, such as std::stop_token");
    static_assert(std::is_nothrow_copy_constructible_v<held>,
                  "berth::hints::stop takes a token that is copied without throwing");
    ::new (static_cast<void*>(bytes_)) held(std::forward<Token>(token));
  }

  stop_condition(const stop_condition& other) : ops_(other.ops_) {
    if (ops_) ops_->copy(bytes_, other.bytes_);
  }
  stop_condition& operator=(const stop_condition& other) {
    if (this != &other) {
      this->~stop_condition();
      ::new (static_cast<void*>(this)) stop_condition(other);
    }
    return *this;
  }
  constexpr ~stop_condition() {
    if (ops_) ops_->destroy(bytes_);
  }

  [[nodiscard]] bool present() const { return ops_ != nullptr; }
  [[nodiscard]] bool requested() const noexcept { return ops_ && ops_->requested(bytes_); }

 private:
  struct operations {
    void (*copy)(void* to, const void* from);
    void (*destroy)(void*);
    bool (*requested)(const void*);
  };
  template <class Held>
  static constexpr operations ops_for{
      [](void* to, const void* from) { ::new (to) Held(*static_cast<const Held*>(from)); },
      [](void* held) { static_cast<Held*>(held)->~Held(); },
      [](const void* held) { return bool(static_cast<const Held*>(held)->stop_requested()); }};

  const operations* ops_ = nullptr;
  alignas(void*) unsigned char bytes_[2 * sizeof(void*)]{};
};

// A point in time of a steady clock: any std::chrono::steady_clock::time_point. Absent by default.
class time_limit {
 public:
  constexpr time_limit() = default;
  template <class Point>
    requires requires(const Point& p) {
      p.time_since_epoch().count();
      requires Point::clock::is_steady;
    }
  constexpr time_limit(const Point& at)  // NOLINT(google-explicit-constructor): {.until = now + 5ms}
      : nanoseconds_(within_range(static_cast<long double>(at.time_since_epoch().count()) *
                                  (1e9L * Point::period::num / Point::period::den))) {}
  [[nodiscard]] constexpr bool present() const { return nanoseconds_ != none; }
  [[nodiscard]] constexpr std::int64_t nanoseconds() const { return nanoseconds_; }

 private:
  // A point too far away for nanoseconds, such as time_point::max() of coarser ticks, is no limit; NaN neither.
  static constexpr std::int64_t within_range(long double ns) {
    if (ns <= -0x1p63L) return INT64_MIN;
    return ns < 0x1p63L ? static_cast<std::int64_t>(ns) : none;
  }

  static constexpr std::int64_t none = INT64_MAX;
  std::int64_t nanoseconds_ = none;
};

}  // namespace berth
