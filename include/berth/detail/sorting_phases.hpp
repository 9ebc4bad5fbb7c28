#pragma once
// What the phases of a sort have in common: items that are moved about in blocks, and none of them lost.
#include <berth/detail/block_grid.hpp>
#include <berth/detail/call.hpp>
#include <berth/detail/in_turn.hpp>
#include <cstddef>
#include <new>
#include <source_location>
#include <type_traits>
#include <utility>

namespace berth::detail {

template <class T>
void relocate(T* to, T* from) {
  ::new (static_cast<void*>(to)) T(std::move(*from));
  from->~T();
}

// Items are moved out of the range and back without a comparison in between that could throw.
template <class T>
inline constexpr bool moves_safely = std::is_nothrow_move_constructible_v<T> && std::is_nothrow_move_assignable_v<T>;

// What a phase is shared out by: blocks of 2048 items at least, 128 blocks at most.
inline constexpr std::size_t most_blocks = 128;
inline block_grid sorting_blocks(std::size_t count) { return {count, 2048, ~std::size_t{0}}; }

// work(block) for every block, whatever happens: hints that would stop it are not looked at, and what cannot be shared
// for want of memory is done here. `work` does not throw.
template <class Work>
void run_to_the_end(std::size_t blocks, Work& work, const hints& with, const std::source_location& where) {
  bool done[most_blocks]{};
  auto leaf = [&done, &work](std::size_t begin, std::size_t end) {
    for (; begin != end; ++begin) {
      work(begin);
      done[begin] = true;
    }
  };
  hints h = of_a_move(with);
  h.stop = {};
  h.until = {};
  try {
    run<false>(blocks, leaf, h, where);
  } catch (...) {
    for (std::size_t b = 0; b != blocks; ++b) {
      if (!done[b]) work(b);
    }
  }
}

// A call in one piece: the whole of a small range. Its site learns what an item costs, as if nobody could help.
template <bool Erased, class Whole>
void run_whole(std::size_t count, Whole& whole, const hints& with, const std::source_location& where) {
  static constexpr hints alone{.sequential = true};
  if (with.stop.present() || with.until.present()) {
    auto once = [&whole](std::size_t, std::size_t) { whole(); };
    run<Erased>(1, once, with, where);
    return;
  }
  auto leaf = [&whole](std::size_t, std::size_t) { whole(); };
  if (&with == &no_hints) return run<Erased>(count, leaf, alone, where);
  hints h = with;
  h.sequential = true;
  run<Erased>(count, leaf, h, where);
}

}  // namespace berth::detail
