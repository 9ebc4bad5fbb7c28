#pragma once
// Whether the processor foresees which of two items comes first. Where it does, as in rows that take turns regularly or
// in long runs, jumping is twice as fast as computing where to go on; where it does not, several times slower. Nobody
// can tell from the items: both ways are tried and timed. They leave the same.
#include <time.h>

#include <cstddef>
#include <cstdint>

namespace berth::detail {

// What the pieces of a call have found out, for each other: one at a time reads or writes a member, each for itself,
// for it is advice.
struct foresight {
  std::uint32_t steady = ~std::uint32_t{0};  // 1/1024 ns an item by the way that does not jump, the least seen
  std::uint32_t wait = 8192;                 // after so many items that way the other is tried
  std::uint32_t until_trial = 8192;          // ... so many of them are left
  std::uint32_t jumped = 0;                  // items since the first way was timed
  bool jumps = false;
};

// The way in which one piece goes on, chosen again after every few thousand items. Without a foresight: never to jump.
class way_choice {
 public:
  explicit way_choice(foresight* shared) : shared_(shared) {
    if (!shared) return;
    exchange([](auto& mine, auto& theirs) { __atomic_load(&theirs, &mine, __ATOMIC_RELAXED); });
    at_ = now();
  }
  way_choice(const way_choice&) = delete;
  way_choice& operator=(const way_choice&) = delete;
  ~way_choice() {
    if (!shared_) return;
    mine_.jumps = mine_.jumps && !is_trial_;
    exchange([](auto& mine, auto& theirs) { __atomic_store(&theirs, &mine, __ATOMIC_RELAXED); });
  }

  [[nodiscard]] bool jumps() const { return mine_.jumps; }
  // Items that are worth going along before the next look at the clock.
  [[nodiscard]] std::size_t stretch() const { return is_trial_ ? 1024 : 4096; }

  // So many items have been gone past since the last time.
  void note(std::size_t items) {
    if (!shared_) return;
    const std::uint64_t end = now();
    const std::uint64_t each = (end - at_) * 1024 / (items + 1);
    at_ = end;
    if (was_elsewhere_)
      was_elsewhere_ = false;
    else if (mine_.jumps)
      judge(each, static_cast<std::uint32_t>(items));
    else
      wait(each, static_cast<std::uint32_t>(items));
  }
  // Items have been gone past otherwise.
  void pass() {
    was_elsewhere_ = true;
    mine_.jumps = is_trial_ = false;
  }

 private:
  static constexpr std::uint32_t most_wait = std::uint32_t{1} << 22;
  static constexpr std::uint32_t most_jumped = std::uint32_t{1} << 20;

  static std::uint64_t now() {
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return static_cast<std::uint64_t>(t.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(t.tv_nsec);
  }
  template <class Copy>
  void exchange(Copy copy) {
    copy(mine_.steady, shared_->steady);
    copy(mine_.wait, shared_->wait);
    copy(mine_.until_trial, shared_->until_trial);
    copy(mine_.jumped, shared_->jumped);
    copy(mine_.jumps, shared_->jumps);
  }
  void wait(std::uint64_t each, std::uint32_t items) {
    if (each < mine_.steady) mine_.steady = static_cast<std::uint32_t>(each);
    mine_.until_trial -= items < mine_.until_trial ? items : mine_.until_trial;
    mine_.jumps = is_trial_ = mine_.until_trial == 0;
  }
  void judge(std::uint64_t each, std::uint32_t items) {
    mine_.jumped += items;
    const bool is_faster = each < mine_.steady - mine_.steady / 8;
    if (is_faster && mine_.jumped < most_jumped) {
      is_trial_ = false;
      return;
    }
    mine_.jumps = is_trial_ = false;
    if (is_faster)
      mine_.steady = ~std::uint32_t{0}, mine_.until_trial = mine_.jumped = 0;
    else
      mine_.until_trial = mine_.wait = mine_.wait < most_wait ? 2 * mine_.wait : most_wait;
  }

  foresight* shared_;
  foresight mine_;
  bool is_trial_ = false;
  bool was_elsewhere_ = false;
  std::uint64_t at_ = 0;
};

}  // namespace berth::detail
