#pragma once
// Whether a range is in order, and turning one round: what sorting asks first.
#include <berth/detail/call.hpp>
#include <berth/detail/range.hpp>
#include <cstddef>
#include <iterator>
#include <source_location>
#include <utility>

namespace berth::detail {

// How many neighbours are looked at between two chances to stop early.
inline constexpr std::size_t neighbours_at_once = 8;

// Whether no two neighbours among items begin..end (that one included) are wrong(item, next).
template <class Iterator, class Wrong>
bool none_wrong(Iterator first, std::size_t begin, std::size_t end, Wrong& wrong) {
  for (; end - begin >= neighbours_at_once; begin += neighbours_at_once) {
    unsigned bad = 0;
#pragma GCC unroll 8
    for (std::size_t k = 0; k != neighbours_at_once; ++k)
      bad |= static_cast<unsigned>(static_cast<bool>(wrong(at(first, begin + k), at(first, begin + k + 1))));
    if (bad != 0) return false;
  }
  for (; begin != end; ++begin)
    if (wrong(at(first, begin), at(first, begin + 1))) return false;
  return true;
}

// The same of a whole range, shared out.
template <bool Erased, class Iterator, class Wrong>
bool none_wrong_in(Iterator first, std::size_t count, Wrong& wrong, const hints& with,
                   const std::source_location& where) {
  if (count < 2) return true;
  bool good = true;
  auto leaf = [first, &wrong, &good](std::size_t begin, std::size_t end) {
    Wrong call = wrong;
    if (__atomic_load_n(&good, __ATOMIC_RELAXED) && !none_wrong(first, begin, end, call))
      __atomic_store_n(&good, false, __ATOMIC_RELAXED);
  };
  run<Erased>(count - 1, leaf, with, where);
  return good;
}

template <class Iterator>
void reverse_in(Iterator first, std::size_t count, const hints& with, const std::source_location& where) {
  auto leaf = [first, count](std::size_t begin, std::size_t end) {
    const Iterator from = first;
    const std::size_t last = count - 1;
    for (; begin != end; ++begin)
      std::ranges::iter_swap(from + static_cast<std::iter_difference_t<Iterator>>(begin),
                             from + static_cast<std::iter_difference_t<Iterator>>(last - begin));
  };
  run<false>(count / 2, leaf, with, where);
}

}  // namespace berth::detail
