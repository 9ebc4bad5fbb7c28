#pragma once
// The threads that a supply has lent us: where they sleep, who wakes them, when they go home.
#include <atomic>
#include <cstdint>

#include "pool/cpu_mask.hpp"
#include "pool/futex.hpp"

namespace berth::impl {

struct alignas(64) worker {
  futex_word woken{0};
  std::uint32_t id = 0;
  std::int32_t thread = 0;
  std::uint64_t woken_at_ns = 0;  // written by the waker before `woken`, read by the worker after it
  // Where the kernel lets it run: its own mask less, perhaps, the CPU of whoever woke it last (workers.cpp, place()).
  cpu_mask home{};
  std::atomic<int> kept_off{-1};
  std::uint64_t idle_gap_ns = 0;  // running mean of how soon work came after work; ruled by spin_limit()
};

class workers {
 public:
  static constexpr std::uint32_t most = 1024;

  // Gets one more thread to look for work: wakes a sleeping worker, else asks a supply for a new one. Costs the caller
  // a system call (10 to 20 us where we measured). False, at once, when nobody can be had or enough are on their way.
  bool call_one();

  // What call_one() costs its caller and how long the worker takes to run, as learned on this machine; hence the least
  // work that is worth a wake-up.
  [[nodiscard]] std::uint64_t worth_waking_ns() const { return worth_ns_.load(std::memory_order_relaxed); }

  // Whether somebody could join a call without being woken: he is up, or on his way. One relaxed load.
  [[nodiscard]] bool anybody_up() const { return up_.load(std::memory_order_relaxed) != 0; }

  // A worker's word that it begins and ends serving the queue.
  void count_server(int more) { serving_.fetch_add(static_cast<std::uint32_t>(more), std::memory_order_relaxed); }

  [[nodiscard]] std::uint32_t present() const { return present_.load(std::memory_order_relaxed); }
  [[nodiscard]] bool obtainable() const { return obtainable_.load(std::memory_order_relaxed); }

  // The life of a lent thread; what a supply runs.
  static void live(void*);
  // The same for the thread that starts the pool: it helps out once and leaves.
  static void start_pool(void*);

  void clear();

 private:
  friend struct pool;
  [[nodiscard]] bool enough_are_coming() const;
  bool wake_sleeper();
  bool lend_new();
  bool come_in();
  bool go_home();
  worker* enroll();
  void dismiss(worker&);
  bool rest(worker&);
  bool spin_for_work(worker&);
  [[nodiscard]] std::uint64_t spin_limit(const worker&) const;
  void arrived(worker&);
  void learn_wake(std::uint64_t call_ns, std::uint64_t latency_ns);

  std::atomic<std::uint64_t> sleeping_[most / 64]{};
  std::atomic<std::uint64_t> enrolled_[most / 64]{};
  std::atomic<worker*> member_[most]{};
  std::atomic<std::uint32_t> present_{0};  // asked for and not yet gone home
  std::atomic<std::uint32_t> on_the_way_{0};
  std::atomic<std::uint64_t> last_call_ns_{0};  // when somebody was last woken or asked for
  std::atomic<std::uint32_t> up_{0};            // asked for or woken, and not asleep again
  std::atomic<std::uint32_t> serving_{0};       // of them, those that serve the queue
  std::atomic<bool> obtainable_{true};
  std::atomic<std::uint64_t> wake_call_ns_{15'000}, wake_latency_ns_{70'000};
  std::atomic<std::uint64_t> worth_ns_{170'000};
};

}  // namespace berth::impl
