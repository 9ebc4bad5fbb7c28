#pragma once
#include <berth/detail/call.hpp>
#include <berth/detail/merge_path.hpp>
#include <berth/detail/order.hpp>
#include <berth/detail/two_rows.hpp>
#include <source_location>
#include <type_traits>

namespace berth::detail {

// With a branch an item: a few are merged before another way is set up.
template <class T, class Before>
[[gnu::noinline]] void merge_few(const T* a, const T* a_end, const T* b, const T* b_end, T* out, Before& before) {
  for (; a != a_end && b != b_end; ++out) {
    if (before(*b, *a)) {
      *out = *b;
      ++b;
    } else {
      *out = *a;
      ++a;
    }
  }
  copy_row(a, items_between(a, a_end), out);
  copy_row(b, items_between(b, b_end), out + items_between(a, a_end));
}

// Merges [i, i_end) and [j, j_end) to `out` from k on.
template <class First, class Second, class Out, class Before>
void merge_stretch(First first, std::size_t i, std::size_t i_end, Second second, std::size_t j, std::size_t j_end,
                   Out out, std::size_t k, Before& before, foresight& shared) {
  if constexpr (are_plain_rows<First, Second> && are_plain_rows<First, Out>) {
    constexpr std::size_t few = 32;
    using item = std::iter_value_t<First>;
    const item* const a = std::to_address(first);
    const item* const b = std::to_address(second);
    item* const to = std::to_address(out) + k;
    if (i_end - i + (j_end - j) <= few) return merge_few(a + i, a + i_end, b + j, b + j_end, to, before);
    row_combiner<row_operation::merged, item, Before> rows({a + i_end, b + j_end}, before, &shared);
    rows.combine({a + i, b + j}, to);
    return;
  }
  while (i != i_end && j != j_end) {
    if (before(at(second, j), at(first, i)))
      at(out, k++) = at(second, j++);
    else
      at(out, k++) = at(first, i++);
  }
  for (; i != i_end; ++i) at(out, k++) = at(first, i);
  for (; j != j_end; ++j) at(out, k++) = at(second, j);
}

template <bool Erased, class First, class Second, class Out, class Before>
void merge_items(First first, std::size_t count, Second second, std::size_t second_count, Out out, const Before& before,
                 const hints& with, const std::source_location& where) {
  foresight shared;
  auto leaf = [first, count, second, second_count, out, &before, &shared](std::size_t begin, std::size_t end) {
    Before call = before;
    if (end - begin == count + second_count)
      return merge_stretch(first, 0, count, second, 0, second_count, out, 0, call, shared);
    const std::size_t i = merge_path(first, count, second, second_count, begin, call);
    const std::size_t said = merge_path(first, count, second, second_count, end, call);
    const std::size_t i_end = end_of_stretch(i, end - begin, said);
    merge_stretch(first, i, i_end, second, begin - i, end - i_end, out, begin, call, shared);
  };
  run<Erased>(count + second_count, leaf, with, where);
}

template <class First, class Second, class Out, class Compare>
void checked_merge(First& first, Second& second, Out& out, Compare& compare, const hints& with,
                   const std::source_location& where) {
  using a = std::ranges::range_reference_t<First>;
  using b = std::ranges::range_reference_t<Second>;
  constexpr bool comparable = std::predicate<Compare&, a, b> && std::predicate<Compare&, b, a>;
  constexpr bool writable = std::is_assignable_v<std::ranges::range_reference_t<Out>, a> &&
                            std::is_assignable_v<std::ranges::range_reference_t<Out>, b>;
  static_assert(comparable,
                "berth::merge: the comparator must be callable with an element of each range, and say whether "
                "the first comes before the second");
  static_assert(writable, "berth::merge: the elements of both ranges must be assignable to the output's");
  if constexpr (comparable && writable) {
    const std::size_t count = size_of(first) + size_of(second);
    if (size_of(out) < count) throw_output_too_small("merge", count, size_of(out));
    std::identity same;
    merge_items<is_erased<Compare>>(std::ranges::begin(first), size_of(first), std::ranges::begin(second),
                                    size_of(second), std::ranges::begin(out),
                                    before<Compare, std::identity, a, b>(compare, same), with, where);
  }
}

}  // namespace berth::detail

namespace berth {

// Merges two ordered ranges into memory that the caller owns: all their items, in order.
//
// Shapes: any random-access ranges of known size; items are copied. `out` holds at least as many elements as both, else
//   std::invalid_argument names both sizes, and overlaps neither (which is not noticed).
// Order: stable: of equal items those of `first` come first, each range's in its order. NaN as berth::sort.
//   Of ranges that are not in order the result is unspecified: some of their items, some more than once.
// Waits: blocks the thread until all are done; a waiting thread runs pieces of this call and of calls made inside it,
//   nothing else.
// Cancellation: hints stop and until; the call then throws `cancelled` or `deadline_exceeded` with the number d of
//   items done, and out[0..d) holds them.
// Throws: what compare or an assignment threw for the lowest-numbered failing piece of the output.
//   std::invalid_argument.
// Thread-safety: compare is called from several threads at once.
// Complexity: n compares for n items in all, and 2 log n a piece; span O(n / p + log n). Allocates nothing in
//   proportion to the input.
// Source: pieces of the output cut along the merge path.
template <indexable First, indexable Second, indexable Out>
void merge(First&& first, Second&& second, Out&& out, const hints& with = no_hints,
           std::source_location where = std::source_location::current()) {
  std::less<> less;
  detail::checked_merge(first, second, out, less, with, where);
}
template <indexable First, indexable Second, indexable Out, detail::not_hints Compare>
void merge(First&& first, Second&& second, Out&& out, Compare&& compare, const hints& with = no_hints,
           std::source_location where = std::source_location::current()) {
  detail::checked_merge(first, second, out, compare, with, where);
}

}  // namespace berth
