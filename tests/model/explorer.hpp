#pragma once
// A stateless model checker for the pool's real code. It is compiled in place of std::atomic, of the futex, of the
// clock and of the lock; threads are fibers, and every access to a shared word is a point where another one may go on,
// or where a load may see an older value that the C++ memory model allows. What is abstracted: README.md.
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <source_location>
#include <stop_token>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace explore {

using where = std::source_location;
enum class op : std::uint8_t { load, store, read_modify_write, wake };

// For the replaced std::atomic below. The word's newest value is in the word itself.
std::uint64_t load(const void* word, std::uint64_t newest, std::memory_order order, const where& at);
void before_write(const void* word, std::uint64_t newest, const where& at);
void stored(const void* word, std::uint64_t value, std::memory_order order, const where& at);
void modified(const void* word, std::uint64_t value, std::memory_order order, const where& at);
void read_newest(const void* word, std::memory_order order, const where& at);

// For the replaced futex, lock and clock.
void sleep_on(const void* word, std::uint64_t value, std::uint64_t expected, std::uint64_t nanoseconds);
void wake_one(const void* word, const where& at);
void wake_all(const void* word);
void pass();  // a spinning thread lets others go first
std::uint64_t look_at_clock();

// For the checks: time passes in a body; a thread starts; a rule is broken.
void spend(std::uint64_t nanoseconds);
// ... which has seen what its starter has; or, a stranger, nothing of it.
void start_thread(std::function<void()> body, bool stranger = false);
[[noreturn]] void violated(const std::string& rule);
inline void expect(bool holds, const char* rule) {
  if (!holds) violated(rule);
}
std::size_t this_fiber();
inline constexpr std::size_t most_fibers = 10;

// A variable that is not atomic: two accesses, one of them a write, must be ordered by what the code does.
void plain_read(const void*);
void plain_write(const void*);
template <class T>
class plain {
 public:
  plain() = default;
  explicit plain(T v) : value_(v) {}
  T get() const { return plain_read(this), value_; }
  void set(T v) { plain_write(this), value_ = v; }

 private:
  T value_{};
};

struct check {
  std::string name;
  std::function<void()> prepare;               // before each execution
  std::vector<std::function<void()>> threads;  // what runs
  std::function<void()> at_rest;               // nothing can go on but by a time limit: is that all right?
  std::function<void()> at_end;                // every thread is over
  // Only at these words is there a choice (first byte, length); none given: at every word.
  std::vector<std::pair<const void*, std::size_t>> only = {};
  unsigned deviations = 2;                // from the undisturbed order: switches and old values
  std::uint64_t most_executions = 6'000;  // then random ones
  std::uint64_t random_executions = 1'000;
};
// One order weakened, or one wake left out, in the code as it is.
struct mutation {
  std::string file;      // part of its name
  std::string function;  // part of its name
  unsigned line = 0;     // 0: every line
  op what{};
  std::memory_order weaker = std::memory_order_relaxed;
  bool dropped = false;
};
struct site {
  std::string file;
  unsigned line;
  op what;
  std::memory_order order;
  std::string function;
  auto operator<=>(const site&) const = default;
};
struct outcome {
  std::uint64_t executions = 0, steps = 0;
  bool complete = false;  // every order within the number of deviations was tried
  std::string violation;  // empty: none
};
outcome run(const check&, const mutation* = nullptr);
std::vector<site> sites_seen();  // where something stronger than relaxed was used, or a sleeper was woken

// Words that say nothing about the protocols (statistics): no switch there.
void ignore(const void* from, std::size_t bytes);
// Called when fiber `from` makes room for fiber `to`, to exchange what is thread_local.
void on_switch(void (*)(std::size_t from, std::size_t to));

}  // namespace explore

namespace std {
template <class T>
class explored_atomic {
 public:
  static constexpr bool is_always_lock_free = true;
  using o = memory_order;
  using at = source_location;
  constexpr explored_atomic() noexcept : v_{} {}
  constexpr explored_atomic(T v) noexcept : v_(v) {}  // NOLINT
  explored_atomic(const explored_atomic&) = delete;
  explored_atomic& operator=(const explored_atomic&) = delete;

  T load(o order = o::seq_cst, at w = at::current()) const { return value(explore::load(this, bits(v_), order, w)); }
  void store(T v, o order = o::seq_cst, at w = at::current()) {
    explore::before_write(this, bits(v_), w);
    v_ = v;
    explore::stored(this, bits(v), order, w);
  }
  T exchange(T v, o order = o::seq_cst, at w = at::current()) {
    return modify([&](T) { return v; }, order, w);
  }
  T fetch_add(T d, o order = o::seq_cst, at w = at::current()) {
    return modify([&](T v) { return static_cast<T>(v + d); }, order, w);
  }
  T fetch_sub(T d, o order = o::seq_cst, at w = at::current()) {
    return modify([&](T v) { return static_cast<T>(v - d); }, order, w);
  }
  T fetch_or(T d, o order = o::seq_cst, at w = at::current()) {
    return modify([&](T v) { return static_cast<T>(v | d); }, order, w);
  }
  T fetch_and(T d, o order = o::seq_cst, at w = at::current()) {
    return modify([&](T v) { return static_cast<T>(v & d); }, order, w);
  }
  bool compare_exchange_strong(T& seen, T v, o order, o failed, at w = at::current()) {
    explore::before_write(this, bits(v_), w);
    if (v_ != seen) {
      seen = v_;
      explore::read_newest(this, failed, w);
      return false;
    }
    v_ = v;
    explore::modified(this, bits(v), order, w);
    return true;
  }
  bool compare_exchange_strong(T& seen, T v, o order = o::seq_cst, at w = at::current()) {
    const o failed = order == o::acq_rel ? o::acquire : order == o::release ? o::relaxed : order;
    return compare_exchange_strong(seen, v, order, failed, w);
  }
  bool compare_exchange_weak(T& seen, T v, o order, o failed, at w = at::current()) {
    return compare_exchange_strong(seen, v, order, failed, w);
  }
  bool compare_exchange_weak(T& seen, T v, o order = o::seq_cst, at w = at::current()) {
    return compare_exchange_strong(seen, v, order, w);
  }
  [[nodiscard]] T newest() const { return v_; }

 private:
  template <class F>
  T modify(F f, o order, const at& w) {
    explore::before_write(this, bits(v_), w);
    const T before = v_;
    v_ = f(before);
    explore::modified(this, bits(v_), order, w);
    return before;
  }
  static std::uint64_t bits(T v) {
    std::uint64_t b = 0;
    std::memcpy(&b, &v, sizeof v);
    return b;
  }
  static T value(std::uint64_t b) {
    T v;
    std::memcpy(&v, &b, sizeof v);
    return v;
  }

  T v_;
};
}  // namespace std
#define atomic explored_atomic

namespace explore {
inline void block_while(const std::atomic<std::uint32_t>& word, std::uint32_t value) {
  sleep_on(&word, word.newest(), value, 0);
}
inline void unblock(const std::atomic<std::uint32_t>& word) { wake_all(&word); }
}  // namespace explore
