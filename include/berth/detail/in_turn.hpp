#pragma once
// Blocks that need something from all blocks before them (how many values those have chosen, what they add up to) and
// are nevertheless worked on side by side, in one pass, without anybody ever waiting for another thread.
//
// Blocks are begun in order. What is carried from block to block waits at the *front*, the first block that has not
// received it. Whoever begins the block at the front takes it along and does the block in one go: a thread that is
// alone never does anything else. A block further back is done ahead, as far as it can be without, and left; whoever
// moves the front up to it settles what it receives, and any thread that has just ended a block finishes those that are
// settled. A thread that the system has put to sleep holds up the finishing of the blocks behind its own, not the other
// threads: those go on ahead.
//
//   (free) --ahead()--> left --settle--> settled --finish()--> done         or (free) --direct()--> done
//
// Work gives:
//   void direct(block, carried&)        does the block in one go; leaves what the next block receives
//   void ahead(block, left&)            does what can be done without
//   void after(block, carried&, left&)  leaves what the next block receives
//   void finish(block, left&, carried&, soon)
//                                       does the rest; `soon` is a block that is likely to be begun next
//   void drop(left&)                    releases what a block left, finished or not; nothing if it is as made
//   void whole(carried&)                all blocks, for a call that comes as one piece
// Invariants: `front_ >> 1` is the front; the lowest bit says that a thread has taken it, who alone then reads and
// writes carried_. Every block below the front is settled or done. Each settled block is finished by the one thread
// that moves next_finish_ past it. Where work throws, the front stays where it is, and no block behind it is finished.
#include <berth/detail/block_grid.hpp>
#include <berth/detail/call.hpp>
#include <berth/detail/first_error.hpp>
#include <cstddef>
#include <utility>

namespace berth::detail {

template <class Work>
class in_turn {
  using carried = typename Work::carried;
  using left = typename Work::left;

 public:
  in_turn(const block_grid& grid, Work& work, carried init)
      : blocks_(grid.blocks()), grid_(grid), work_(work), carried_(std::move(init)) {}
  in_turn(const in_turn&) = delete;
  in_turn& operator=(const in_turn&) = delete;
  ~in_turn() {
    if (!slots_) return;
    for (std::size_t k = 0; k != blocks_; ++k) work_.drop(slots_[k].what);
    delete[] slots_;
  }

  // A piece [begin, end) of the items says how many blocks are to be done, not which: those that begin in it are as
  // many, and the next ones in order leave the fewest behind a thread that sleeps.
  void run_piece(std::size_t begin, std::size_t end) {
    if (end - begin == grid_.items()) {
      work_.whole(carried_);
      return;
    }
    slot* const slots = all_slots();
    std::size_t count = grid_.first_from(end) - grid_.first_from(begin);
    for (std::size_t k = count != 0 ? claim() : 0; count != 0; --count) {
      error_.guard(k, [&] { begin_block(slots, k); });
      while (settle(slots)) {
      }
      // The next block is claimed before others are finished: who finishes may have its memory brought meanwhile.
      k = count != 1 ? claim() : __atomic_load_n(&next_, __ATOMIC_RELAXED);
      while (finish_one(slots, k)) {
      }
    }
  }

  // After the call: the rest.
  [[nodiscard]] std::size_t unfinished() const { return slots_ ? blocks_ - next_finish_ : 0; }
  void finish_rest(std::size_t begin, std::size_t end) {
    for (std::size_t k = next_finish_ + begin; k != next_finish_ + end; ++k) finish_block(slots_, k, blocks_);
  }

  // After a call that failed: throws what the first block that failed threw, or returns if none did. Blocks before it
  // are finished first, which may turn up an earlier one.
  void report() {
    if (!error_.present()) return;
    auto on = [this](auto step) {
      try {
        while (step(slots_)) {
        }
      } catch (...) {  // noted
      }
    };
    on([this](slot* s) { return settle(s); });
    on([this](slot* s) { return finish_one(s, blocks_); });
    error_.rethrow();
  }

  // What comes out behind the last block.
  [[nodiscard]] carried& result() { return carried_; }

 private:
  struct slot {
    left what{};
    carried received{};
    bool is_left = false;  // atomic; `what` is written before it
    bool settled = false;  // with `received` written by who has taken the front, read behind the front
  };

  // Any thread. Acquire and release order the making of the slots before their use.
  slot* all_slots() {
    slot* there = __atomic_load_n(&slots_, __ATOMIC_ACQUIRE);
    if (there) return there;
    slot* const fresh = new slot[blocks_]{};
    if (__atomic_compare_exchange_n(&slots_, &there, fresh, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) return fresh;
    delete[] fresh;
    return there;
  }

  void begin_block(slot* slots, std::size_t k) {
    if (take_front(k)) {
      work_.direct(k, carried_);
      leave_front(k + 1);
      return;
    }
    work_.ahead(k, slots[k].what);
    // Sequentially consistent, as is leave_front: of a thread that leaves a block and one that leaves the front there,
    // at least one sees what the other has done.
    __atomic_store_n(&slots[k].is_left, true, __ATOMIC_SEQ_CST);
  }

  bool take_front(std::size_t k) {
    std::size_t untaken = k << 1;
    return __atomic_load_n(&front_, __ATOMIC_RELAXED) == untaken &&
           __atomic_compare_exchange_n(&front_, &untaken, untaken | 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
  }
  void leave_front(std::size_t at) { __atomic_store_n(&front_, at << 1, __ATOMIC_SEQ_CST); }

  // Moves the front over the blocks that have been left there, unless another thread has it: that one will look.
  bool settle(slot* slots) {
    const std::size_t front = __atomic_load_n(&front_, __ATOMIC_SEQ_CST);
    std::size_t k = front >> 1;
    if ((front & 1) != 0 || k == blocks_ || !is_left(slots, k) || !take_front(k)) return false;
    for (; k != blocks_ && is_left(slots, k); ++k) error_.guard(k, [&] { settle_block(slots[k], k); });
    leave_front(k);
    return true;
  }
  static bool is_left(slot* slots, std::size_t k) { return __atomic_load_n(&slots[k].is_left, __ATOMIC_SEQ_CST); }
  void settle_block(slot& s, std::size_t k) {
    s.received = carried_;
    work_.after(k, carried_, s.what);
    s.settled = true;
  }

  // Finishes the first block that nobody has begun to finish, if the front has passed it.
  bool finish_one(slot* slots, std::size_t soon) {
    std::size_t k = __atomic_load_n(&next_finish_, __ATOMIC_RELAXED);
    if (k == blocks_ || k >= __atomic_load_n(&front_, __ATOMIC_ACQUIRE) >> 1) return false;
    if (__atomic_compare_exchange_n(&next_finish_, &k, k + 1, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
      finish_block(slots, k, soon);
    return true;
  }
  void finish_block(slot* slots, std::size_t k, std::size_t soon) {
    if (slots[k].settled) error_.guard(k, [&] { work_.finish(k, slots[k].what, slots[k].received, soon); });
  }

  // Which of the blocks a thread has claimed says nothing about what it has done: relaxed.
  std::size_t claim() { return __atomic_fetch_add(&next_, 1, __ATOMIC_RELAXED); }

  const std::size_t blocks_;
  const block_grid& grid_;
  Work& work_;
  carried carried_;
  slot* slots_ = nullptr;
  first_error error_;
  alignas(64) std::size_t next_ = 0;
  alignas(64) std::size_t front_ = 0;
  std::size_t next_finish_ = 0;
};

// The hints of a phase that only moves values: the caller's cost is that of the function.
inline hints of_a_move(const hints& with) {
  hints moving = with;
  moving.item_cost = {};
  moving.grain = 0;
  return moving;
}

// What runs the pieces: a small call needs no turns.
template <class Work>
struct turn_leaf {
  Work& work;
  typename Work::carried alone;
  in_turn<Work>* turns = nullptr;
  void operator()(std::size_t begin, std::size_t end) {
    if (turns)
      turns->run_piece(begin, end);
    else
      work.whole(alone);
  }
};

template <bool Erased, class Work>
[[gnu::noinline]] typename Work::carried run_by_turns(const block_grid& grid, turn_leaf<Work>& leaf, const hints& with,
                                                      const std::source_location& where) {
  in_turn<Work> turns(grid, leaf.work, std::move(leaf.alone));
  leaf.turns = &turns;
  auto rest = [&turns](std::size_t begin, std::size_t end) { turns.finish_rest(begin, end); };
  try {
    run_by_runtime<Erased>(grid.items(), leaf, with, where);
    if (turns.unfinished() != 0) run<false>(turns.unfinished(), rest, of_a_move(with), where);
  } catch (...) {
    turns.report();
    throw;
  }
  return std::move(turns.result());
}

// Runs work over the grid's items. Throws what the first block that failed threw, `cancelled` or `deadline_exceeded`.
template <bool Erased, class Work>
typename Work::carried run_in_turn(const block_grid& grid, Work& work, typename Work::carried init, const hints& with,
                                   const std::source_location& where) {
  turn_leaf<Work> leaf{work, std::move(init)};
  if (run_if_small<Erased>(grid.items(), leaf, with, where)) return std::move(leaf.alone);
  return run_by_turns<Erased>(grid, leaf, with, where);
}

}  // namespace berth::detail
