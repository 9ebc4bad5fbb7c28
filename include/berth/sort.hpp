#pragma once
#include <berth/detail/sort.hpp>

namespace berth::detail {

// What the sorts want of a range, and say where it is not so.
template <class Range>
inline constexpr bool is_row_of_objects =
    std::is_lvalue_reference_v<std::ranges::range_reference_t<Range>> &&
    !std::is_const_v<std::remove_reference_t<std::ranges::range_reference_t<Range>>> &&
    std::movable<std::ranges::range_value_t<Range>>;

template <bool Stable, class Range, class Compare, class Projection>
void checked_sort(Range& items, Compare& compare, Projection& project, const hints& with,
                  const std::source_location& where) {
  using reference = std::ranges::range_reference_t<Range>;
  constexpr bool objects = is_row_of_objects<Range>;
  static_assert(objects,
                "berth::sort: the elements must be objects that can be moved about in place (not const, not a "
                "std::vector<bool>'s)");
  if constexpr (objects) {
    constexpr bool projects = std::invocable<Projection&, reference>;
    static_assert(projects, "berth::sort: the projection must be callable with the range's element type");
    if constexpr (projects) {
      constexpr bool comparable = orders<Compare, Projection, reference>;
      static_assert(comparable,
                    "berth::sort: the comparator must be callable with two elements, as projected, and say "
                    "whether the first comes before the second");
      if constexpr (comparable)
        sort_range<Stable>(std::ranges::begin(items), size_of(items), compare, project, with, where);
    }
  }
}

}  // namespace berth::detail

namespace berth {

// Puts `items` in order, in place: by `compare` (whether a comes before b), applied to what `projection` makes of them.
//
//   berth::sort(times);
//   berth::sort(orders, std::greater<>{}, &order::total);
//
// In a pipeline: berth::sorted.
// Shapes: `items` is any random-access range of known size over objects that can be moved (a copy is never made of what
//   is not trivially copyable).
// Order: items that compare equal keep their order, as with stable_sort, but for rows of float and double side by side
//   in memory, by std::less or std::greater: there -0.0 is less than +0.0. So the result depends on the items and
//   `compare` alone. By std::less or std::greater, NaN come after all other floating-point numbers, whichever way.
//   `compare` must otherwise be a strict weak order; where it is none, the result is some permutation.
// Waits: blocks the thread until all is done; a waiting thread runs pieces of this call and of calls made inside it,
//   nothing else. Inside compare and projection, nested calls are allowed.
// Cancellation: hints stop and until, looked at between parts (of a few thousand items; of numbers, of some parts for
//   each CPU); the call then throws `cancelled` or `deadline_exceeded`, which counts parts. Every item is there still,
//   in some order.
// Throws: what compare or projection threw in the first failing part, or std::bad_alloc; every item is there still, in
//   some order. Where moving an item may throw, that may be what is thrown, items may be lost then (moved from), and
//   nothing is shared out.
// Thread-safety: compare and projection are called from several threads at once.
// Complexity: O(n log n) compares; span that of sorting a part, of which there are 8 to 1024, cut by a sample: items
//   made to deceive it are one part. O(n) where the items are in order, or in falling order, already. Memory: for n
//   items again, and 2 bytes an item; text by its own order is sorted by keys of 16 bytes, made once; of numbers side
//   by side none, or for n again from half a million on, where it can be had. What is large is kept for a while
//   (berth/memory.hpp). By a number of what is larger than 16 bytes, projection is called two or three times for each
//   item; otherwise for each compare.
// Source: sample sort with a stable scatter; natural merge sort within parts. Numbers: Highway's vectorised quicksort
//   and, from half a million on, a radix sort whose first digit is drawn from a sample.
template <indexable Range>
void sort(Range&& items, const hints& with = no_hints, std::source_location where = std::source_location::current()) {
  std::less<> less;
  std::identity same;
  detail::checked_sort<false>(items, less, same, with, where);
}
template <indexable Range, detail::not_hints Compare = std::less<>>
void sort(Range&& items, Compare&& compare, const hints& with = no_hints,
          std::source_location where = std::source_location::current()) {
  std::identity same;
  detail::checked_sort<false>(items, compare, same, with, where);
}
template <indexable Range, detail::not_hints Compare = std::less<>, detail::not_hints Projection>
void sort(Range&& items, Compare&& compare, Projection&& projection, const hints& with = no_hints,
          std::source_location where = std::source_location::current()) {
  detail::checked_sort<false>(items, compare, projection, with, where);
}

// As sort; items that compare equal keep their order, -0.0 and +0.0 among them.
template <indexable Range>
void stable_sort(Range&& items, const hints& with = no_hints,
                 std::source_location where = std::source_location::current()) {
  std::less<> less;
  std::identity same;
  detail::checked_sort<true>(items, less, same, with, where);
}
template <indexable Range, detail::not_hints Compare = std::less<>>
void stable_sort(Range&& items, Compare&& compare, const hints& with = no_hints,
                 std::source_location where = std::source_location::current()) {
  std::identity same;
  detail::checked_sort<true>(items, compare, same, with, where);
}
template <indexable Range, detail::not_hints Compare = std::less<>, detail::not_hints Projection>
void stable_sort(Range&& items, Compare&& compare, Projection&& projection, const hints& with = no_hints,
                 std::source_location where = std::source_location::current()) {
  detail::checked_sort<true>(items, compare, projection, with, where);
}

// As stable_sort by key(item), which is called once for each item and whose results are kept until the end: for keys
// that cost something to make.
// Throws: what `key` or `compare` threw, in the first failing part; nothing has moved then, nor where the call is
//   stopped. Thread-safety: both are called from several threads at once.
// Complexity: that of sort, and n calls of `key`. Memory: a key and 8 bytes for each item, and twice that for a while;
//   then for n items again.
template <indexable Range, class Key, detail::not_hints Compare>
void sort_by(Range&& items, Key&& key, Compare&& compare, const hints& with = no_hints,
             std::source_location where = std::source_location::current()) {
  using reference = std::ranges::range_reference_t<Range>;
  constexpr bool objects = detail::is_row_of_objects<Range>;
  static_assert(objects,
                "berth::sort_by: the elements must be objects that can be moved about in place (not const, not "
                "a std::vector<bool>'s)");
  constexpr bool invocable = std::invocable<Key&, reference>;
  static_assert(invocable, "berth::sort_by: the key function must be callable with the range's element type");
  if constexpr (objects && invocable) {
    using made = std::decay_t<std::invoke_result_t<Key&, reference>>;
    constexpr bool comparable = std::predicate<Compare&, made&, made&>;
    static_assert(comparable, "berth::sort_by: the keys must be comparable");
    if constexpr (comparable) {
      std::identity same;
      detail::in_loop<std::remove_reference_t<Key>, reference> make_key = key;
      using by = detail::before<std::remove_reference_t<Compare>, std::identity, made&>;
      detail::sort_by_keys<detail::is_erased<Key> || detail::is_erased<Compare>, made>(
          std::ranges::begin(items), detail::size_of(items), make_key, detail::compare_keys<by>{by(compare, same)},
          with, where);
    }
  }
}
template <indexable Range, class Key>
void sort_by(Range&& items, Key&& key, const hints& with = no_hints,
             std::source_location where = std::source_location::current()) {
  sort_by(items, key, std::less<>{}, with, where);
}

}  // namespace berth
