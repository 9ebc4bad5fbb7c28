#pragma once
#include <berth/detail/export.hpp>
#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>

namespace berth {
namespace detail {

// A piece of work that stands in the queue until a server or whoever awaits it runs it. The body must outlive it.
class BERTH_API deferred_work {
 public:
  using function = void(void* body, std::size_t, std::size_t);
  deferred_work(function* run, void* body);
  ~deferred_work();  // waits
  deferred_work(const deferred_work&) = delete;
  deferred_work& operator=(const deferred_work&) = delete;

  [[nodiscard]] bool done() const;
  void wait();
  void wait_and_rethrow();

 private:
  void* region_;
};

// std::logic_error.
[[noreturn]] BERTH_API void throw_no_future();

template <class R, class F>
struct async_state {
  explicit async_state(F&& f) : call(std::move(f)), work(run, this) {}
  explicit async_state(const F& f) : call(f), work(run, this) {}

  static void run(void* raw, std::size_t, std::size_t) {
    auto& self = *static_cast<async_state*>(raw);
    if constexpr (std::is_void_v<R>)
      std::move(self.call)();
    else
      self.result.emplace(std::move(self.call)());
  }

  F call;
  std::optional<std::conditional_t<std::is_void_v<R>, char, R>> result;
  deferred_work work;  // last: its destructor waits for run() to be over
};

}  // namespace detail

// The result of async(). Move-only; may be handed to another thread and awaited there. One thread at a time.
template <class T>
class [[nodiscard("the destructor of a berth::future waits for its work")]] future {
 public:
  future() = default;
  future(future&& other) noexcept : state_(std::exchange(other.state_, nullptr)), ops_(other.ops_) {}
  // Waits for the work that this one held before, as its destructor would.
  future& operator=(future&& other) noexcept {
    future taken(std::move(other));
    std::swap(state_, taken.state_);
    std::swap(ops_, taken.ops_);
    return *this;
  }
  // Waits for the work, and drops its result or error. Call get() to see them.
  ~future() {
    if (state_) ops_->destroy(state_);
  }

  // Whether get() may be called: true until it has been.
  [[nodiscard]] bool valid() const { return state_ != nullptr; }
  // Whether get() would return at once. Never waits.
  [[nodiscard]] bool ready() const { return state_ && ops_->done(state_); }
  // Blocks the thread until the work is done; runs it here if nobody has begun.
  void wait() const {
    if (state_) ops_->wait(state_);
  }
  // The same, then returns the result or throws what the function threw. Once: afterwards valid() is false, and where
  // it is, std::logic_error is thrown.
  T get() {
    if (!state_) detail::throw_no_future();
    const owner once{std::exchange(state_, nullptr), ops_};
    return once.ops->get(once.state);
  }

 private:
  struct operations {
    bool (*done)(const void*);
    void (*wait)(void*);
    T (*get)(void*);
    void (*destroy)(void*);
  };
  template <class State>
  static constexpr operations ops_for{[](const void* s) { return static_cast<const State*>(s)->work.done(); },
                                      [](void* s) { static_cast<State*>(s)->work.wait(); },
                                      [](void* s) -> T {
                                        auto& state = *static_cast<State*>(s);
                                        state.work.wait_and_rethrow();
                                        if constexpr (!std::is_void_v<T>) return std::move(*state.result);
                                      },
                                      [](void* s) { delete static_cast<State*>(s); }};
  struct owner {
    void* state;
    const operations* ops;
    ~owner() { ops->destroy(state); }
  };

  template <class State>
  explicit future(State* state) : state_(state), ops_(&ops_for<State>) {}

  template <class F>
  friend auto async(F&& f) -> future<std::invoke_result_t<std::decay_t<F>>>;

  void* state_ = nullptr;
  const operations* ops_ = nullptr;
};

// Starts f() on another thread of the pool, in turn with the calls that queue; the result is awaited through the
// future, by this thread or another. Progress never depends on a thread to spare: what nobody has begun, the awaiting
// thread runs itself; what nobody awaits is run as soon as the budget has a place. Parallel calls inside f are shared
// as usual.
// Waits: never, except that the future's destructor and get() do. Cancellation: none; f ends by itself.
// Throws: std::bad_alloc; what f throws comes out of get().
// Thread-safety: any thread. Before main and during exit f runs when it is awaited.
// Cost: one allocation, one queue entry, and a wake-up (10 to 20 us) if a place is free.
template <class F>
auto async(F&& f) -> future<std::invoke_result_t<std::decay_t<F>>> {
  using result = std::invoke_result_t<std::decay_t<F>>;
  static_assert(!std::is_reference_v<result>,
                "berth::async: the function must return a value or void, not a reference");
  return future<result>(new detail::async_state<result, std::decay_t<F>>(std::forward<F>(f)));
}

}  // namespace berth
