#pragma once
#include <berth/detail/indexed.hpp>
#include <berth/detail/zipped.hpp>
#include <utility>

namespace berth {

// Several ranges as one range of their first elements, their second ones, and so on.
//
//   berth::for_each(berth::zip(prices, amounts), [](auto&& both) { auto& [price, amount] = both; price *= amount; });
//   auto totals = berth::map(berth::zip(prices, amounts), [](auto&& both) { auto [p, a] = both; return p * a; });
//
// Shapes: two ranges or more, each random-access and of known size. The result is such a range itself, as long as the
//   shortest of them; every verb takes it that does not rearrange its items (berth::sort and its kin, reverse,
//   remove_if want real references). Its elements are berth::zipped, tuples of references; the value type is a
//   std::tuple of the values, which is what verbs that give items back give.
// Lifetime: ranges given by name are looked at and must outlive the result; temporary ones are moved into it.
// Waits: never. Throws: nothing of its own. Thread-safety: as that of the ranges.
// Complexity: none; an element costs an element of each range.
template <indexable First, indexable Second, indexable... More>
[[nodiscard]] constexpr auto zip(First&& first, Second&& second, More&&... more) {
  return detail::looking(detail::zipping{}, std::forward<First>(first), std::forward<Second>(second),
                         std::forward<More>(more)...);
}

}  // namespace berth
