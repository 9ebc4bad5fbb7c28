#pragma once
// Choosing among trivially copyable values without a branch an item: each is written, and the place to write to moves
// on where it was chosen. Nothing depends on how predictable the choice is, which is where a plain loop spends its
// time.
//
// Where a block's chosen values go depends on how many the blocks before it have chosen. A block done in its turn goes
// straight to its place; one done ahead (berth/detail/in_turn.hpp) waits in scratch memory that stays in the cache.
#include <berth/detail/block_grid.hpp>
#include <berth/detail/branch_free.hpp>
#include <berth/detail/call.hpp>
#include <berth/detail/in_loop.hpp>
#include <berth/detail/in_turn.hpp>
#include <berth/detail/prefetch.hpp>
#include <berth/detail/range.hpp>
#include <berth/detail/streams.hpp>
#include <cstddef>
#include <iterator>
#include <memory>
#include <source_location>
#include <type_traits>

namespace berth::detail {

template <class T>
inline constexpr bool is_written_always =
    std::is_trivially_copyable_v<T> && std::is_trivially_default_constructible_v<T> && sizeof(T) <= 64;

// What a predicate is asked about: an item that has a name, for it is looked at and then copied.
template <class Iterator>
using named_item = std::remove_reference_t<std::iter_reference_t<Iterator>>&;

// Moves on by one where an item was chosen.
template <class T>
inline void move_on(T*& next, bool chosen) {
  next += as_number(chosen);
}

// Choosers: what is chosen of item i. A leaf's loop has one of its own, made by loop():
//   write(first, i, next)  writes the value to next, chosen or not, and moves next on where it is
//   emit(first, i, put)    calls put(value) where it is

// The item itself, by a predicate.
template <class Iterator, class F>
struct passing {
  F& given;
  struct in_a_loop {
    in_loop<F, named_item<Iterator>> f;
    template <class T>
    void write(const Iterator& first, std::size_t i, T*& next) {
      auto&& item = at(first, i);
      const bool chosen = static_cast<bool>(f(item));
      *next = item;
      move_on(next, chosen);
    }
    template <class Put>
    void emit(const Iterator& first, std::size_t i, Put&& put) {
      auto&& item = at(first, i);
      if (f(item)) put(static_cast<std::iter_reference_t<Iterator>>(item));
    }
  };
  [[nodiscard]] in_a_loop loop() const { return {given}; }
};

// Asks for the memory that eight items are in, some way behind item i.
template <class Iterator>
inline void prefetch_eight_behind(const Iterator& first, std::size_t i) {
  if constexpr (std::contiguous_iterator<Iterator>) {
    constexpr std::size_t size = sizeof(std::iter_value_t<Iterator>);
    for (std::size_t k = 0; k < 8 * size; k += 64)
      prefetch_behind(std::to_address(first), i * size + prefetch_bytes + k);
  }
}

// Writes what is chosen of items [begin, end) to `to`, which has room for all of them. Returns how many there are.
template <class T, class Iterator, class Chooser>
inline std::size_t compact(const Iterator& start, const Chooser& by, std::size_t begin, std::size_t end, T* to) {
  const Iterator first = start;
  auto choose = by.loop();
  T* next = to;
  std::size_t i = begin;
  for (; end - i >= 8; i += 8) {
    prefetch_eight_behind(first, i);
#pragma GCC unroll 8
    for (std::size_t k = 0; k != 8; ++k) choose.write(first, i + k, next);
  }
  for (; i != end; ++i) choose.write(first, i, next);
  return static_cast<std::size_t>(next - to);
}

// Where chosen values go that have room for every item: behind the last one anything may be written.
template <class T>
class full_room {
 public:
  explicit full_room(T* to) : to_(to) {}
  template <class Iterator, class Chooser>
  std::size_t choose(const Iterator& first, const Chooser& by, std::size_t begin, std::size_t end, std::size_t chosen) {
    return compact(first, by, begin, end, to_ + chosen);
  }
  void put(std::size_t chosen, const T* values, std::size_t count) {
    __builtin_memcpy(to_ + chosen, values, count * sizeof(T));
  }

 private:
  T* to_;
};

// Values of another type are converted as C++ converts them, without a warning, as in the standard library.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wfloat-conversion"

// ... and where nothing but the chosen values may be written, and no more than `room` of them. They pass through a
// corner of the stack, which costs a tenth of the choosing.
template <class T, class Out>
class bounded_room {
 public:
  bounded_room(Out to, std::size_t room, std::size_t items)
      : to_(to), room_(room), streams_(is_memory && items >= stream_from_bytes / sizeof(T)) {}
  template <class Iterator, class Chooser>
  std::size_t choose(const Iterator& first, const Chooser& by, std::size_t begin, std::size_t end, std::size_t chosen) {
    constexpr std::size_t few = 16;
    if (end - begin <= few) return choose_of_few(first, by, begin, end, chosen);
    return choose_of_many(first, by, begin, end, chosen);
  }
  // A whole block of values. What does not fit is left out; the caller counts on, and complains at the end.
  void put(std::size_t chosen, const T* values, std::size_t count) { put_some(chosen, values, count, streams_); }

 private:
  // Not worth the detour.
  template <class Iterator, class Chooser>
  std::size_t choose_of_few(const Iterator& first, const Chooser& by, std::size_t begin, std::size_t end,
                            std::size_t chosen) {
    const std::size_t before = chosen;
    auto choose = by.loop();
    for (; begin != end; ++begin)
      choose.emit(first, begin, [&](auto&& value) {
        if (chosen < room_) at(to_, chosen) = static_cast<T>(static_cast<decltype(value)>(value));
        ++chosen;
      });
    return chosen - before;
  }
  template <class Iterator, class Chooser>
  std::size_t choose_of_many(const Iterator& first, const Chooser& by, std::size_t begin, std::size_t end,
                             std::size_t chosen) {
    constexpr std::size_t most = 1024 / sizeof(T) < 16 ? 16 : 1024 / sizeof(T);
    T corner[most];
    const std::size_t before = chosen;
    while (begin != end) {
      const std::size_t to = end - begin < most ? end : begin + most;
      const std::size_t count = compact(first, by, begin, to, corner);
      put_some(chosen, corner, count, false);
      chosen += count;
      begin = to;
    }
    return chosen - before;
  }
  void put_some(std::size_t chosen, const T* values, std::size_t count, bool stream) {
    if (chosen >= room_) return;
    if (count > room_ - chosen) count = room_ - chosen;
    if constexpr (is_memory) {
      T* const to = std::to_address(to_) + chosen;
      if (stream)
        stream_copy(to, values, count * sizeof(T));
      else
        __builtin_memcpy(to, values, count * sizeof(T));
    } else {
      for (std::size_t i = 0; i != count; ++i) at(to_, chosen + i) = values[i];
    }
  }

  static constexpr bool is_memory = std::contiguous_iterator<Out> && std::is_same_v<std::iter_value_t<Out>, T>;

  Out to_;
  std::size_t room_;
  bool streams_;
};

#pragma GCC diagnostic pop

// Scratch memory for blocks, recycled within a call. Any thread takes and gives back.
template <class T>
class scratch_shelf {
 public:
  explicit scratch_shelf(std::size_t items) : items_(items) {}
  scratch_shelf(const scratch_shelf&) = delete;
  scratch_shelf& operator=(const scratch_shelf&) = delete;
  ~scratch_shelf() {
    if (!used_) return;
    for (T* row : shelf_) delete[] row;
  }

  // Acquire and release hand what was done with the memory on to its next user.
  T* take() {
    for (T*& place : shelf_) {
      if (!__atomic_load_n(&place, __ATOMIC_RELAXED)) continue;
      if (T* const row = __atomic_exchange_n(&place, nullptr, __ATOMIC_ACQ_REL)) return row;
    }
    return new T[items_];
  }
  void give_back(T* row) {
    __atomic_store_n(&used_, true, __ATOMIC_RELAXED);
    for (T*& place : shelf_) {
      T* none = nullptr;
      if (__atomic_compare_exchange_n(&place, &none, row, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) return;
    }
    delete[] row;
  }

 private:
  std::size_t items_;
  bool used_ = false;  // something may be on the shelf; read after all threads have left
  T* shelf_[8]{};      // two blocks a thread at most are left at a time, where none is put to sleep
};

// A filter as work in turn: carried is how many values have been chosen before the block.
template <class T, class Iterator, class Chooser, class Room>
class compaction {
 public:
  using carried = std::size_t;
  struct left {
    T* values = nullptr;
    std::size_t count = 0;
  };

  compaction(const block_grid& grid, const Iterator& first, const Chooser& by, Room& out)
      : grid_(grid), first_(first), by_(by), out_(out), scratch_(grid.size()) {}

  void whole(std::size_t& chosen) { chosen = out_.choose(first_, by_, 0, grid_.items(), 0); }
  void direct(std::size_t k, std::size_t& chosen) {
    chosen += out_.choose(first_, by_, grid_.begin(k), grid_.end(k), chosen);
  }
  void ahead(std::size_t k, left& what) {
    what.values = scratch_.take();
    what.count = compact(first_, by_, grid_.begin(k), grid_.end(k), what.values);
  }
  static void after(std::size_t, std::size_t& chosen, const left& what) { chosen += what.count; }
  void finish(std::size_t, left& what, std::size_t chosen, std::size_t) {
    out_.put(chosen, what.values, what.count);
    drop(what);
  }
  void drop(left& what) {
    if (what.values) scratch_.give_back(what.values);
    what.values = nullptr;
  }

 private:
  const block_grid& grid_;
  const Iterator& first_;
  const Chooser& by_;
  Room& out_;
  scratch_shelf<T> scratch_;
};

template <bool Erased, class T, class Iterator, class Chooser, class Room>
std::size_t compact_into(std::size_t items, const Iterator& first, const Chooser& by, Room& out, const hints& with,
                         const std::source_location& where) {
  if (items == 0) return 0;
  const block_grid grid(items, 1, block_grid::most_items(sizeof(T)));
  compaction<T, Iterator, Chooser, Room> work(grid, first, by, out);
  return run_in_turn<Erased>(grid, work, 0, with, where);
}

}  // namespace berth::detail
