#pragma once
// What the end of a pipeline may be: a collector, four functions by which items that many threads meet become one
// result, in the order of the items.
//
//   struct longest_run {                                   // the longest run of equal numbers
//     struct part { std::vector<run> runs; };
//     part make() const { return {}; }                     // an accumulator that has met nothing
//     void add(part& to, int item) const;                  // the next item
//     void merge(part& left, part&& right) const;          // what `right` has met comes right behind what `left` has
//     std::size_t finish(part&& all) const;                // the result
//   };
//   const std::size_t longest = berth::par(numbers) | longest_run{};
//
// Promises of a collector: merging accumulators gives, in whatever places the items were cut, what adding all to one
//   would have given; for floating-point perhaps not to the last bit. berth cuts at places that depend on the number of
//   items alone and merges as one binary tree, so that the result is the same whatever the threads and the quota. A
//   collector that keeps the promise to the last bit may say so, which saves work:
//     static constexpr bool exact = true;                  // or a template over the type of the item
//   make may be a template over the type of the item, where the accumulator depends on it: c.template make<Item>().
// Thread-safety: the functions are const and are called from several threads at once, each accumulator by one thread at
//   a time. Accumulators are movable. What a function throws comes out of the pipeline.
#include <concepts>
#include <type_traits>
#include <utility>

namespace berth::detail {

template <class Item, class C>
  requires requires(const C& c) { c.template make<Item>(); } || requires(const C& c) { c.make(); }
auto make_accumulator(const C& c) {
  if constexpr (requires { c.template make<Item>(); })
    return c.template make<Item>();
  else
    return c.make();
}

template <class C, class Item>
consteval bool says_exact() {
  if constexpr (requires { std::bool_constant<C::exact>(); })
    return C::exact;
  else if constexpr (requires { std::bool_constant<C::template exact<Item>>(); })
    return C::template exact<Item>;
  else
    return false;
}
template <class C, class Item>
inline constexpr bool is_exact_collector = says_exact<C, Item>();

}  // namespace berth::detail

namespace berth {

// C collects items that are handed over as Item: T& or const T& (an element that stays where it is), T&& or T (one that
// may be moved from).
template <class C, class Item>
concept collector_of = requires(const C& c) { detail::make_accumulator<Item>(c); } &&
                       requires(const C& c, decltype(detail::make_accumulator<Item>(c))& a, Item&& item) {
                         c.add(a, static_cast<Item&&>(item));
                         c.merge(a, std::move(a));
                         c.finish(std::move(a));
                       };

// What a collector gives for items that are handed over as Item.
template <class C, class Item>
using collected = decltype(std::declval<const C&>().finish(detail::make_accumulator<Item>(std::declval<const C&>())));

}  // namespace berth
