#pragma once
// What the pool's contract tests share: a watchdog instead of timed assertions, and ways to make several threads meet.
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <berth/for_each.hpp>
#include <berth/plan.hpp>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace berth_tests {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;

#if defined(__SANITIZE_THREAD__)
inline constexpr bool under_thread_sanitizer = true;
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
inline constexpr bool under_thread_sanitizer = true;
#else
inline constexpr bool under_thread_sanitizer = false;
#endif
#else
inline constexpr bool under_thread_sanitizer = false;
#endif

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool under_address_sanitizer = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
inline constexpr bool under_address_sanitizer = true;
#else
inline constexpr bool under_address_sanitizer = false;
#endif
#else
inline constexpr bool under_address_sanitizer = false;
#endif

inline constexpr bool under_sanitizer = under_thread_sanitizer || under_address_sanitizer;

// Fewer rounds where each is an order of magnitude dearer.
inline constexpr unsigned rounds(unsigned plain) { return under_sanitizer ? (plain + 3) / 4 : plain; }

// Ends the process with a message if the test case is not over in time: a deadlock must not look like a slow machine.
// An alarm rather than a thread, because several tests count threads, and others fork.
class watchdog {
 public:
  explicit watchdog(const char* waiting_for, unsigned limit_s = under_sanitizer ? 150 : 45) {
    what() = waiting_for;
    struct sigaction act{};
    act.sa_handler = bark;
    sigaction(SIGALRM, &act, &before_);
    alarm(limit_s);
  }
  ~watchdog() {
    alarm(0);
    sigaction(SIGALRM, &before_, nullptr);
  }
  watchdog(const watchdog&) = delete;
  watchdog& operator=(const watchdog&) = delete;

 private:
  static const char*& what() {
    static const char* text = "";
    return text;
  }
  static void say(const char* text) { (void)!write(STDERR_FILENO, text, std::strlen(text)); }
  static void bark(int) {
    say("watchdog: the process stands still, waiting for: ");
    say(what());
    say("\n");
    abort();
  }
  struct sigaction before_{};
};

inline std::int64_t thread_id() { return syscall(SYS_gettid); }

inline void busy(std::chrono::nanoseconds time) {
  for (const auto end = steady_clock::now() + time; steady_clock::now() < end;) {
  }
}

// Polls until `seen()`; false after `limit`, which is generous: for facts that come about by themselves, and soon.
inline bool eventually(const std::function<bool()>& seen, std::chrono::nanoseconds limit = seconds(20)) {
  for (const auto end = steady_clock::now() + limit; !seen();) {
    if (steady_clock::now() >= end) return seen();
    usleep(500);
  }
  return true;
}

inline constexpr const char* nobody_else = "the budget is 1: there is nobody else";

// The budget, by the public way that starts nothing.
inline unsigned budget_cpus() { return berth::plan_for(std::size_t{1} << 20, {.item_cost = milliseconds(1)}).cpus; }

// Which threads ran something. Thread-safe.
class thread_set {
 public:
  void add() { add(thread_id()); }
  void add(std::int64_t id) {
    const std::lock_guard hold(lock_);
    ids_.insert(id);
  }
  [[nodiscard]] std::size_t size() const {
    const std::lock_guard hold(lock_);
    return ids_.size();
  }
  [[nodiscard]] bool only(std::int64_t id) const {
    const std::lock_guard hold(lock_);
    return ids_.size() == 1 && *ids_.begin() == id;
  }
  [[nodiscard]] bool has(std::int64_t id) const {
    const std::lock_guard hold(lock_);
    return ids_.count(id) != 0;
  }

 private:
  mutable std::mutex lock_;
  std::set<std::int64_t> ids_;
};

// One try at having `parties` items of one call in progress at the same moment. With a cost, or the site would learn
// that threads that are awake meet within a microsecond, and stay sequential.
inline bool try_to_meet(unsigned parties) {
  std::atomic<unsigned> arrived{0};
  std::atomic<bool> missed{false};
  berth::for_each_index(parties,
                        [&](std::size_t) {
                          ++arrived;
                          for (const auto end = steady_clock::now() + milliseconds(100);
                               arrived < parties && !missed;) {
                            if (steady_clock::now() >= end) missed = true;
                            std::this_thread::yield();
                          }
                        },
                        {.item_cost = milliseconds(1)});
  return !missed;
}

// Whether `parties` threads can be inside one call at once: tried until it is so, or for 20 seconds.
inline bool can_meet(unsigned parties) {
  return eventually([=] { return try_to_meet(parties); });
}

// Starts the pool, so that what follows is not the first call.
inline void warm_up() {
  if (budget_cpus() > 1)
    (void)can_meet(2);
  else
    berth::for_each_index(8, [](std::size_t) { busy(milliseconds(1)); });
}

// Keeps as many places of the budget busy as there are, each with a call whose items take `item` each, until stopped.
class full_budget {
 public:
  explicit full_budget(std::chrono::nanoseconds item = microseconds(200)) {
    const unsigned callers = budget_cpus() + 1;
    for (unsigned k = 0; k != callers; ++k)
      threads_.emplace_back([this, item] {
        while (!stop_) {
          berth::for_each_index(4, [&](std::size_t) { busy(item); }, {.item_cost = item});
          ++calls_;
        }
      });
    eventually([&] { return calls_ > callers; });
  }
  ~full_budget() {
    stop_ = true;
    for (auto& t : threads_) t.join();
  }
  full_budget(const full_budget&) = delete;
  full_budget& operator=(const full_budget&) = delete;
  [[nodiscard]] unsigned calls() const { return calls_; }

 private:
  std::atomic<bool> stop_{false};
  std::atomic<unsigned> calls_{0};
  std::vector<std::thread> threads_;
};

inline void run_threads(unsigned count, const std::function<void(unsigned)>& f) {
  std::vector<std::thread> threads;
  threads.reserve(count);
  for (unsigned k = 0; k != count; ++k) threads.emplace_back(f, k);
  for (auto& t : threads) t.join();
}

}  // namespace berth_tests
