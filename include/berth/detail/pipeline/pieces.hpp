#pragma once
// What the pieces of a call have made, put back in order after it.
#include <cstddef>
#include <utility>

namespace berth::detail {

// Any thread adds; whoever made the call takes, after it.
template <class T>
class made_pieces {
 public:
  struct piece {
    std::size_t begin;
    T made;
    piece* next;
  };

  made_pieces() = default;
  made_pieces(const made_pieces&) = delete;
  made_pieces& operator=(const made_pieces&) = delete;
  ~made_pieces() {
    while (piece* p = first_) {
      first_ = p->next;
      delete p;
    }
  }

  // Release, so that whoever walks the list after the call sees whole pieces; the call's end orders the rest.
  void add(std::size_t begin, T&& made) {
    auto* const p = new piece{begin, std::move(made), __atomic_load_n(&first_, __ATOMIC_RELAXED)};
    while (!__atomic_compare_exchange_n(&first_, &p->next, p, true, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {
    }
  }

  // The pieces from the left to the right. The newest come from the right as a rule, so that most are put in at the
  // front.
  piece* in_order() {
    piece* ordered = nullptr;
    for (piece* p = std::exchange(first_, nullptr); p;) {
      piece* const next = p->next;
      piece** place = &ordered;
      while (*place && (*place)->begin < p->begin) place = &(*place)->next;
      p->next = *place;
      *place = p;
      p = next;
    }
    return first_ = ordered;
  }

 private:
  piece* first_ = nullptr;
};

}  // namespace berth::detail
