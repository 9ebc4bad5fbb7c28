#include "algorithms/split_run_call.hpp"

#include <algorithm>
#include <atomic>
#include <berth/detail/call.hpp>
#include <mutex>
#include <optional>
#include <random>
#include <thread>
#include <vector>

#include "memory/kept.hpp"

namespace berth_tests {
namespace {

std::optional<split> present;
std::atomic<std::size_t> pieces_so_far = 0;
std::atomic<unsigned> calls_so_far = 0;
thread_local bool inside_a_piece = false;

struct piece {
  std::size_t begin, end;
};

std::vector<piece> cut(std::size_t from, std::size_t items, std::size_t most, std::mt19937& random) {
  std::vector<std::size_t> cuts{from, items};
  const std::size_t wanted = std::uniform_int_distribution<std::size_t>(1, most)(random);
  for (std::size_t i = 1; i < wanted; ++i)
    cuts.push_back(std::uniform_int_distribution<std::size_t>(from, items)(random));
  std::sort(cuts.begin(), cuts.end());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  std::vector<piece> pieces;
  for (std::size_t i = 1; i < cuts.size(); ++i) pieces.push_back({cuts[i - 1], cuts[i]});
  std::shuffle(pieces.begin(), pieces.end(), random);
  return pieces;
}

// One call under way: the first error by position wins, and nothing behind it is begun. Where a call may end early, an
// error is a bound like any other, and one that a lower bound has come before is none.
class split_call {
 public:
  split_call(const berth::detail::call& c, std::vector<piece> pieces, std::size_t stop_after)
      : call_(c), pieces_(std::move(pieces)), stop_after_(stop_after) {}

  void work() {
    inside_a_piece = true;
    for (std::size_t i = next_++; i < pieces_.size() && i < stop_after_; i = next_++) run(pieces_[i]);
    inside_a_piece = false;
  }

  void finish() const {
    if (error_ && (!call_.bound || *call_.bound == failed_at_)) std::rethrow_exception(error_);
    if (stop_after_ < pieces_.size()) throw stopped();
  }

 private:
  void run(piece p) {
    if (p.begin > failed_at()) return;
    try {
      ++pieces_so_far;
      call_.leaf(call_.body, p.begin, p.end);
    } catch (...) {
      const std::lock_guard hold(lock_);
      if (p.begin > failed_at_) return;
      failed_at_ = p.begin;
      if (call_.bound) berth::detail::lower(*call_.bound, p.begin);
      error_ = std::current_exception();
    }
  }
  std::size_t failed_at() {
    const std::lock_guard hold(lock_);
    return failed_at_;
  }

  const berth::detail::call& call_;
  const std::vector<piece> pieces_;
  const std::size_t stop_after_;
  std::atomic<std::size_t> next_ = 0;
  std::mutex lock_;
  std::size_t failed_at_ = ~std::size_t{0};
  std::exception_ptr error_;
};

}  // namespace

splitting::splitting(const split& how) { present = how; }
splitting::~splitting() { present.reset(); }

std::size_t pieces_run() { return pieces_so_far; }

}  // namespace berth_tests

namespace berth::detail {

using namespace berth_tests;

void run_call(const call& c) {
  if (!present) return c.leaf(c.body, c.done, c.items);
  std::mt19937 random(present->seed + ++calls_so_far);
  split_call splits(c, cut(c.done, c.items, present->pieces, random), present->stop_after);
  if (inside_a_piece) {  // a nested call is cut too, but stays on its thread
    splits.work();
    inside_a_piece = true;
    return splits.finish();
  }
  std::vector<std::thread> threads;
  for (unsigned i = 0; i != present->threads; ++i) threads.emplace_back([&splits] { splits.work(); });
  for (auto& t : threads) t.join();
  splits.finish();
}

}  // namespace berth::detail

// Which the runtime tells the memory that is kept; here no control group limits it.
namespace berth::impl {
std::size_t memory_limit_of_groups() noexcept { return ~std::size_t{0}; }
}  // namespace berth::impl
