#include "pool/tbb_arenas.hpp"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/task_arena.h>

#include <memory>
#include <vector>

namespace berth::impl {

class tbb_arenas {
 public:
  tbb_arenas(std::uint32_t threads, bool numa)
      : control_(tbb::global_control::max_allowed_parallelism, std::size_t{threads} + 1) {
    if (numa) add_one_a_node(threads);
    by_node_ = !arenas_.empty();
    if (!by_node_) arenas_.emplace_back(std::make_unique<tbb::task_arena>(static_cast<int>(threads), 0));
  }

  void enqueue(void (*fn)(void*), void* argument) {
    const std::size_t turn = __atomic_fetch_add(&turn_, 1, __ATOMIC_RELAXED);
    arenas_[turn % arenas_.size()]->enqueue([fn, argument] { fn(argument); });
  }
  [[nodiscard]] bool by_node() const { return by_node_; }

 private:
  void add_one_a_node(std::uint32_t threads) {
    const auto nodes = tbb::info::numa_nodes();
    if (nodes.size() < 2) return;
    for (std::size_t i = 0; i != nodes.size(); ++i) {
      const auto share = static_cast<int>((threads + nodes.size() - 1 - i) / nodes.size());
      if (share == 0) break;
      arenas_.emplace_back(std::make_unique<tbb::task_arena>(tbb::task_arena::constraints{nodes[i], share}, 0u));
    }
  }

  tbb::global_control control_;  // caps std::execution::par as well
  bool by_node_ = false;
  std::vector<std::unique_ptr<tbb::task_arena>> arenas_;
  std::size_t turn_ = 0;
};

tbb_arenas* make_tbb_arenas(std::uint32_t threads, bool numa) noexcept {
  try {
    return new tbb_arenas(threads, numa);
  } catch (...) {
    return nullptr;
  }
}

bool enqueue_in(tbb_arenas& arenas, void (*fn)(void*), void* argument) noexcept {
  try {
    arenas.enqueue(fn, argument);
    return true;
  } catch (...) {
    return false;
  }
}

std::size_t tbb_allowed_parallelism() noexcept {
  return tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism);
}

bool one_arena_a_node(const tbb_arenas& arenas) noexcept { return arenas.by_node(); }

}  // namespace berth::impl
