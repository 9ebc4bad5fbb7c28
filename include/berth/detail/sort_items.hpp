#pragma once
// A sort by comparing items: alone where they are few, else shared out, and not at all where they are in order.
#include <berth/detail/call.hpp>
#include <berth/detail/sample_sort.hpp>
#include <berth/detail/sort_alone.hpp>
#include <berth/detail/sorted.hpp>
#include <berth/detail/sorting_phases.hpp>
#include <cstddef>
#include <iterator>
#include <source_location>

namespace berth::detail {

// From so many items on a sort is shared out.
template <class T>
inline constexpr std::size_t shared_sort_from = is_sorted_itself<T> ? 16384 : 4096;

// Whether the range was in order, or in strictly falling order and has been turned round.
template <bool Erased, class Iterator, class Before>
bool was_monotone(Iterator first, std::size_t count, Before& before, const hints& with,
                  const std::source_location& where) {
  constexpr std::size_t glance = 64;
  using reference = std::iter_reference_t<Iterator>;
  struct falls {
    Before before;
    bool operator()(reference a, reference b) { return before(b, a); }
  } falling{before};
  struct does_not_fall {
    Before before;
    bool operator()(reference a, reference b) { return !before(b, a); }
  } rising{before};
  if (none_wrong(first, 0, glance, falling)) return none_wrong_in<Erased>(first, count, falling, with, where);
  if (!none_wrong(first, 0, glance, rising) || !none_wrong_in<Erased>(first, count, rising, with, where)) return false;
  reverse_in(first, count, with, where);
  return true;
}

// Stable.
template <bool Erased, class Iterator, class Before>
void sort_items(Iterator first, std::size_t count, const Before& before, const hints& with,
                const std::source_location& where) {
  using item = std::iter_value_t<Iterator>;
  if (!moves_safely<item> || count < shared_sort_from<item>) {
    auto whole = [first, count, &before] { sort_alone(first, count, before); };
    return run_whole<Erased>(count, whole, with, where);
  }
  Before call = before;
  if (was_monotone<Erased>(first, count, call, with, where)) return;
  if constexpr (moves_safely<item>) sample_sort<Erased, Iterator, Before>(first, count, before, with, where).sort();
}

}  // namespace berth::detail
