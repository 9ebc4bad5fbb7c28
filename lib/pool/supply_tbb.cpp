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
      if (auto* what = new (std::nothrow) order{.from = this, .fn = fn, .argument = argument}) {
        what->stands.store(state::handed_over, std::memory_order_release);
        handed_over.fetch_add(1, std::memory_order_release);
        const signals_blocked during;  // TBB's threads inherit the mask of whoever makes it start them
        const bool queued = enqueue_in(arenas_, run, what);
        if (!queued) refused_.store(true, std::memory_order_relaxed);
        const bool stands = queued || !withdraw(*what);
        if (!stands) withdrawn_.store(what, std::memory_order_relaxed);
        let_go(what);
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
    tbb_supply* from;
    resident* fn;
    void* argument;
    std::atomic<state> stands{state::being_made};
  };

  // TBB throws into whoever made it ask for a thread that the system refused, and asks no more afterwards. The task may
  // still be queued, or running already: the order says that it is off, unless it has been taken; then it stands.
  static bool withdraw(order& what) {
    auto expected = state::handed_over;
    return what.stands.compare_exchange_strong(expected, state::withdrawn, std::memory_order_relaxed);
  }

  // The lender and the task each hold the order; the second one deletes it. (If TBB threw before it queued the task,
  // nobody does: once in a process.)
  static void let_go(order* what) {
    if (what->holders.fetch_sub(1, std::memory_order_acq_rel) == 1) delete what;
  }

  static void run(void* raw) {
    (void)handed_over.fetch_add(0, std::memory_order_acquire);
    auto* what = static_cast<order*>(raw);
    if (what->stands.exchange(state::taken, std::memory_order_acquire) == state::handed_over) {
      what->fn(what->argument);
      what->from->lent_.fetch_sub(1, std::memory_order_relaxed);
    }
    let_go(what);
  }

  const std::uint32_t limit_;
  tbb_arenas& arenas_;
  std::atomic<std::uint32_t> lent_{0};
  std::atomic<bool> refused_{false};
  // Never read: a leak checker does not look into TBB's memory, where the order may lie for ever.
  std::atomic<order*> withdrawn_{nullptr};
};

}  // namespace

std::unique_ptr<supply> make_tbb_supply(std::uint32_t threads, bool numa) {
  tbb_arenas* arenas = make_tbb_arenas(threads, numa);
  if (!arenas) return nullptr;
  return std::make_unique<tbb_supply>(threads, *arenas);
}

}  // namespace berth::impl
