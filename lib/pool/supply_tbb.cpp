#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <vector>

#include "pool/supply.hpp"

namespace berth::impl {
namespace {

// One arena for the process, or one a NUMA node bound to it. A resident is an enqueued task that stays for as long as
// it finds work: TBB sees a busy worker, we see a thread.
class tbb_supply final : public supply {
 public:
  tbb_supply(std::uint32_t threads, bool numa)
      : limit_(threads), control_(tbb::global_control::max_allowed_parallelism, std::size_t{threads} + 1) {
    if (numa) add_node_arenas();
    if (arenas_.empty()) arenas_.emplace_back(std::make_unique<tbb::task_arena>(static_cast<int>(threads), 0));
  }

  bool lend(resident* fn, void* argument) noexcept override {
    if (lent_.fetch_add(1, std::memory_order_relaxed) < capacity()) try {
        const auto turn = next_arena_.fetch_add(1, std::memory_order_relaxed);
        arenas_[turn % arenas_.size()]->enqueue([this, fn, argument] {
          fn(argument);
          lent_.fetch_sub(1, std::memory_order_relaxed);
        });
        return true;
      } catch (...) {
        // TBB throws into whoever made it ask for a thread that the system refused, and asks no more afterwards.
        refused_.store(true, std::memory_order_relaxed);
      }
    lent_.fetch_sub(1, std::memory_order_relaxed);
    return false;
  }

  [[nodiscard]] std::uint32_t capacity() const noexcept override {
    if (refused_.load(std::memory_order_relaxed)) return 0;
    return static_cast<std::uint32_t>(std::min<std::size_t>(limit_, allowed() - 1));
  }
  [[nodiscard]] const char* name() const noexcept override { return numa_ ? "oneTBB, an arena a NUMA node" : "oneTBB"; }
  [[nodiscard]] std::string shortfall() const override {
    if (refused_.load(std::memory_order_relaxed)) return "the system refused oneTBB a thread; it will not ask again";
    if (capacity() < limit_)
      return "a tbb::global_control outside berth allows a parallelism of " + std::to_string(allowed()) +
             ", berth's budget asks for " + std::to_string(limit_ + 1);
    return {};
  }

 private:
  static std::size_t allowed() noexcept {
    return std::max<std::size_t>(tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism), 1);
  }

  void add_node_arenas() {
    const auto nodes = tbb::info::numa_nodes();
    if (nodes.size() < 2) return;
    numa_ = true;
    for (std::size_t i = 0; i != nodes.size(); ++i) {
      const auto share = static_cast<int>((limit_ + nodes.size() - 1 - i) / nodes.size());
      if (share == 0) break;
      arenas_.emplace_back(std::make_unique<tbb::task_arena>(tbb::task_arena::constraints{nodes[i], share}, 0u));
    }
  }

  const std::uint32_t limit_;
  tbb::global_control control_;  // for the life of the process: it caps std::execution::par as well
  bool numa_ = false;
  std::vector<std::unique_ptr<tbb::task_arena>> arenas_;
  std::atomic<std::size_t> next_arena_{0};
  std::atomic<std::uint32_t> lent_{0};
  std::atomic<bool> refused_{false};
};

}  // namespace

std::unique_ptr<supply> make_tbb_supply(std::uint32_t threads, bool numa) {
  try {
    return std::make_unique<tbb_supply>(threads, numa);
  } catch (...) {
    return nullptr;
  }
}

}  // namespace berth::impl
