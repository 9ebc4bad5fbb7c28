#pragma once
#include <berth/detail/filtering.hpp>
#include <berth/hints.hpp>
#include <concepts>
#include <cstddef>
#include <source_location>

namespace berth {

// The items of which the predicate holds, in order, in a new vector.
//
//   std::vector<order> open = berth::filter(orders, [](const order& o) { return !o.closed; });
//
// Shapes: `items` is any random-access range of known size, read only; its values are copied (moved where the range
//   makes them as they are read). The vector may have room for up to four times what it holds.
// Order: as of `items`.
// Waits: blocks the thread until all are done; a waiting thread runs pieces of this call and of calls made inside it,
//   nothing else. Inside the predicate, nested calls are allowed.
// Cancellation: hints stop and until; the call then throws `cancelled` or `deadline_exceeded`. What had been chosen is
//   lost.
// Throws: what the predicate threw for the lowest-numbered failing item; later pieces are not started.
//   std::bad_alloc.
// Thread-safety: the predicate is called from several threads at once, through a reference to the one object given
//   (small trivially copyable ones that are callable as const may be copied for a loop).
// Complexity: items.size() calls of the predicate, exactly one an item; the expected span is that over
//   berth::budget().cpus. Trivially copyable values of at most 64 bytes are chosen without a branch and written twice
//   where the call is shared out, once into scratch memory of at most 4 MiB; others are copied once and moved once.
template <indexable Range, class F>
[[nodiscard]] auto filter(Range&& items, F&& predicate, const hints& with = no_hints,
                          std::source_location where = std::source_location::current()) {
  constexpr bool is_predicate = detail::chooses_among<F, Range>;
  static_assert(is_predicate, "berth::filter: the predicate must take the range's elements and give a bool");
  constexpr bool copyable =
      std::constructible_from<std::ranges::range_value_t<Range>, std::ranges::range_reference_t<Range>>;
  static_assert(copyable, "berth::filter: the range's elements must be copyable into a new vector");
  if constexpr (is_predicate && copyable) {
    const auto first = std::ranges::begin(items);
    using iterator = std::remove_const_t<decltype(first)>;
    return detail::chosen<detail::is_erased<F>, std::ranges::range_value_t<Range>>(
        detail::size_of(items), first, detail::passing<iterator, std::remove_reference_t<F>>{predicate}, with, where);
  }
}

// Writes the items of which the predicate holds to `out`, in order, into memory that the caller owns. Returns how many.
//
//   const std::size_t count = berth::filter_into(samples, kept, is_valid);
//
// Shapes: `items` as above; `out` is any random-access range of known size whose elements can be assigned from the
//   items. out[0..count) is assigned, the rest left alone; only what is chosen needs room. It must not overlap `items`
//   (berth::remove_if works in place).
// Throws, beside what filter throws: std::invalid_argument where `out` is too small, naming its size and the number
//   chosen, after the predicate has been called for all items and `out` has been filled. Where the predicate threw, or
//   the call was stopped, the elements of `out` are unspecified.
// Everything else: as filter. Allocates at most 4 MiB for trivially copyable values, and nothing where the call is not
//   shared out; others are kept in vectors of their pieces meanwhile.
template <indexable In, indexable Out, class F>
std::size_t filter_into(In&& items, Out&& out, F&& predicate, const hints& with = no_hints,
                        std::source_location where = std::source_location::current()) {
  using value = std::ranges::range_value_t<In>;
  constexpr bool is_predicate = detail::chooses_among<F, In>;
  constexpr bool writable = detail::takes_values<Out, value, std::ranges::range_reference_t<In>>;
  constexpr bool packed = detail::is_packed<Out>;
  static_assert(is_predicate, "berth::filter_into: the predicate must take the range's elements and give a bool");
  static_assert(writable, "berth::filter_into: the range's elements must be assignable to the output's elements");
  static_assert(!packed,
                "berth::filter_into: the output packs bools into shared words, which threads must not write to; use "
                "berth::filter, or a vector of char");
  if constexpr (is_predicate && writable && !packed) {
    const auto first = std::ranges::begin(items);
    using iterator = std::remove_const_t<decltype(first)>;
    return detail::chosen_into<detail::is_erased<F>, value>(
        "filter_into", detail::size_of(items), first, detail::passing<iterator, std::remove_reference_t<F>>{predicate},
        std::ranges::begin(out), detail::size_of(out), with, where);
  }
}

}  // namespace berth
