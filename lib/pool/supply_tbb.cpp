#include <algorithm>
#include <atomic>
#include <new>

#include "pool/signals_blocked.hpp"
#include "pool/supply.hpp"
#include "pool/tbb_arenas.hpp"

namespace berth::impl {
namespace {

// Our own hand-off, whatever TBB does in between: lend() counts up with release before it enqueues, run() reads with
// acquire before it looks at its order. Outside the order, whose very memory is what is handed over. A
// read-modify-write on both sides, so that each reader is in the release sequence of every writer before it.
std::atomic<std::uint64_t> handed_over{0};

// A resident is an enqueued task that stays for as long as it finds work: TBB sees a busy worker, we see a thread.
class tbb_supply final : public supply {
 public:
  tbb_supply(std::uint32_t threads, tbb_arenas& arenas) : limit_(threads), arenas_(arenas) {}

  bool lend(resident* fn, void* argument) noexcept override {
    if (lent_.fetch_add(1, std::memory_order_relaxed) < capacity()) {
      if (order* what = free_order()) {
        what->from = this;
        what->fn = fn;
        what->argument = argument;
        what->stands.store(state::handed_over, std::memory_order_release);
        handed_over.fetch_add(1, std::memory_order_release);
        const signals_blocked during;  // TBB's threads inherit the mask of whoever makes it start them
        const bool queued = enqueue_in(arenas_, run, what);
        if (!queued) refused_.store(true, std::memory_order_relaxed);
        const bool stands = queued || !withdraw(*what);
        let_go(*what);
        if (stands) return true;
      }
    }
    lent_.fetch_sub(1, std::memory_order_relaxed);
    return false;
  }

  [[nodiscard]] std::uint32_t capacity() const noexcept override {
    if (refused_.load(std::memory_order_relaxed)) return 0;
    const std::size_t allowed = std::max<std::size_t>(tbb_allowed_parallelism(), 1);
    return static_cast<std::uint32_t>(std::min<std::size_t>(limit_, allowed - 1));
  }

  [[nodiscard]] const char* name() const noexcept override {
    return one_arena_a_node(arenas_) ? "oneTBB, one arena a NUMA node" : "oneTBB";
  }

  [[nodiscard]] std::string shortfall() const override {
    if (refused_.load(std::memory_order_relaxed)) return "the system refused oneTBB a thread; it will not ask again";
    if (capacity() < limit_)
      return "a tbb::global_control outside berth allows a parallelism of " +
             std::to_string(tbb_allowed_parallelism()) + ", berth's budget asks for " + std::to_string(limit_ + 1);
    return {};
  }

 private:
  enum class state : std::uint32_t { being_made, handed_over, withdrawn, taken };
  struct order {
    std::atomic<std::uint32_t> holders{2};
    tbb_supply* from = nullptr;
    resident* fn = nullptr;
    void* argument = nullptr;
    std::atomic<state> stands{state::being_made};
    order* next = nullptr;  // set once
  };

  // One that nobody holds any more, or a new one; null without memory. Orders are kept and used again: about as many as
  // there were threads lent at a moment. An order may lie in TBB's queue for ever, where a leak checker does not look.
  order* free_order() {
    for (order* o = orders_.load(std::memory_order_acquire); o; o = o->next) {
      std::uint32_t nobody = 0;
      // Acquire pairs with let_go(): the last holders are done with it.
      if (o->holders.compare_exchange_strong(nobody, 2, std::memory_order_acquire)) return o;
    }
    auto* made = new (std::nothrow) order;
    if (!made) return nullptr;
    made->next = orders_.load(std::memory_order_relaxed);
    while (!orders_.compare_exchange_weak(made->next, made, std::memory_order_release)) {
    }
    return made;
  }

  // TBB throws into whoever made it ask for a thread that the system refused, and asks no more afterwards. The task may
  // still be queued, or running already: the order says that it is off, unless it has been taken; then it stands.
  static bool withdraw(order& what) {
    auto expected = state::handed_over;
    return what.stands.compare_exchange_strong(expected, state::withdrawn, std::memory_order_relaxed);
  }

  // The lender and the task each hold the order; without both it is free. (If TBB threw before it queued the task, it
  // stays held: once in a process.)
  static void let_go(order& what) { what.holders.fetch_sub(1, std::memory_order_release); }

  static void run(void* raw) {
    (void)handed_over.fetch_add(0, std::memory_order_acquire);
    auto* what = static_cast<order*>(raw);
    if (what->stands.exchange(state::taken, std::memory_order_acquire) == state::handed_over) {
      what->fn(what->argument);
      what->from->lent_.fetch_sub(1, std::memory_order_relaxed);
    }
    let_go(*what);
  }

  const std::uint32_t limit_;
  tbb_arenas& arenas_;
  std::atomic<std::uint32_t> lent_{0};
  std::atomic<bool> refused_{false};
  std::atomic<order*> orders_{nullptr};
};

}  // namespace

std::unique_ptr<supply> make_tbb_supply(std::uint32_t threads, bool numa) {
  tbb_arenas* arenas = make_tbb_arenas(threads, numa);
  if (!arenas) return nullptr;
  return std::make_unique<tbb_supply>(threads, *arenas);
}

}  // namespace berth::impl
