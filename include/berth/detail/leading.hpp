#pragma once
// How many items a predicate holds of before the first of which it does not.
#include <berth/detail/filtering.hpp>
#include <berth/detail/first_error.hpp>
#include <berth/detail/fold_leaf.hpp>
#include <berth/map.hpp>
#include <cstddef>
#include <source_location>
#include <type_traits>

namespace berth::detail {

// The lowest position that anybody has found. Relaxed: it is advice while threads look, and the call's end orders it.
class lowest_found {
 public:
  explicit lowest_found(std::size_t none) : at_(none) {}
  [[nodiscard]] std::size_t get() const { return __atomic_load_n(&at_, __ATOMIC_RELAXED); }
  void put(std::size_t found) {
    std::size_t at = get();
    while (found < at && !__atomic_compare_exchange_n(&at_, &at, found, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
  }

 private:
  std::size_t at_;
};

// Looks at items [begin, end), and no further than the lowest found.
template <class Iterator, class F>
void look_for_failing(const Iterator& start, F& given, std::size_t begin, std::size_t end, lowest_found& found,
                      lowest_found& threw) {
  if (begin >= found.get()) return;
  const Iterator first = start;
  in_loop<F, named_item<Iterator>> f = given;
  std::size_t i = begin;
  try {
    for (; i != end; ++i) {
      auto&& item = at(first, i);
      if (f(item)) continue;
      found.put(i);
      return;
    }
  } catch (...) {
    threw.put(i);
    throw;
  }
}

template <class Range, class F>
std::size_t leading(Range& items, F& f, const hints& with, const std::source_location& where) {
  const std::size_t count = size_of(items);
  const auto first = std::ranges::begin(items);
  lowest_found found(count);
  lowest_found threw(count);
  std::size_t stretch = 1024;
  for (std::size_t from = 0; from != count && found.get() == count; stretch *= 4) {
    if (stretch > count - from) stretch = count - from;
    auto leaf = [&, from](std::size_t begin, std::size_t end) {
      look_for_failing(first, f, from + begin, from + end, found, threw);
    };
    try {
      run<is_erased<F>>(stretch, leaf, with, where);
    } catch (...) {
      // Of items behind the first that fails nobody need have asked.
      if (threw.get() == count || found.get() > threw.get()) throw;
    }
    from += stretch;
  }
  return found.get();
}

// Items [begin, end) in a new vector.
template <class Range>
std::vector<std::ranges::range_value_t<Range>> copied_part(Range& items, std::size_t begin, std::size_t end,
                                                           const hints& with, const std::source_location& where) {
  using value = std::ranges::range_value_t<Range>;
  auto first = std::ranges::begin(items) + static_cast<std::ranges::range_difference_t<Range>>(begin);
  itself same;
  if constexpr (std::is_same_v<value, bool>)
    return map_flags(end - begin, first, same, of_a_move(with), where);
  else
    return map_objects<value>(end - begin, first, same, of_a_move(with), where);
}

}  // namespace berth::detail
