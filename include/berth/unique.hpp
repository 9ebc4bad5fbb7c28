#pragma once
#include <berth/detail/filtering.hpp>
#include <berth/detail/in_place.hpp>
#include <berth/detail/operation.hpp>
#include <berth/hints.hpp>
#include <concepts>
#include <cstddef>
#include <source_location>
#include <type_traits>

namespace berth::detail {

// In place: an item stays that differs from the one before it, which is as good as the last one kept where `equal` is
// an equivalence. Within a block that one is still where it was: nothing is moved up.
template <class Iterator, class Equal>
struct differing_in_place {
  Equal& given;
  struct in_a_loop {
    in_loop<Equal, std::iter_reference_t<Iterator>, std::iter_reference_t<Iterator>> equal;
    bool keeps(const Iterator& base, std::size_t from, std::size_t next, std::size_t i) {
      return next == from || !equal(at(base, next - 1), at(base, i));
    }
    bool differs(std::iter_value_t<Iterator>& before, std::iter_value_t<Iterator>& item) {
      return !equal(before, item);
    }
    bool joins(const Iterator& base, std::size_t last, std::size_t i) { return !equal(at(base, last), at(base, i)); }
  };
  [[nodiscard]] in_a_loop loop() const { return {given}; }
};

// Into a new vector: an item is chosen that differs from the one before it.
template <class Iterator, class Equal>
struct differing {
  Equal& given;
  struct in_a_loop {
    in_loop<Equal, named_item<Iterator>, named_item<Iterator>> equal;
    bool differs(const Iterator& first, named_item<Iterator> item, std::size_t i) {
      if (i == 0) return true;
      auto&& before = at(first, i - 1);
      return !equal(before, item);
    }
    template <class T>
    void write(const Iterator& first, std::size_t i, T*& next) {
      auto&& item = at(first, i);
      const bool chosen = differs(first, item, i);
      *next = item;
      move_on(next, chosen);
    }
    template <class Put>
    void emit(const Iterator& first, std::size_t i, Put&& put) {
      auto&& item = at(first, i);
      if (differs(first, item, i)) put(static_cast<std::iter_reference_t<Iterator>>(item));
    }
  };
  [[nodiscard]] in_a_loop loop() const { return {given}; }
};

template <class Equal, class Range>
concept compares =
    std::predicate<Equal&, named_item<std::ranges::iterator_t<Range>>, named_item<std::ranges::iterator_t<Range>>>;

// Ranges whose items are moved out as they are read: there is no item before to compare with.
template <class Range>
inline constexpr bool is_moved_out = std::is_rvalue_reference_v<std::ranges::range_reference_t<Range>> &&
                                     !std::is_const_v<std::remove_reference_t<std::ranges::range_reference_t<Range>>>;

}  // namespace berth::detail

namespace berth {

// Of neighbours that are equal keeps the first, and removes the others from the container, in place. Returns how many.
//
//   berth::unique(sorted_names);
//
// Shapes: `items` is a random-access container that elements can be erased from: vector, deque, string. `equal` is an
//   equivalence: reflexive, symmetric, transitive; it is asked about items that were neighbours, or became so by the
//   removal of equal ones. Items that are equal without being neighbours stay.
// Order, waits, cancellation, throws, thread-safety: as berth::remove_if, with `equal` for the predicate; what it threw
//   comes from the first block of items where it failed.
// Complexity: items.size() - 1 calls of equal; else as berth::remove_if.
template <indexable Range, class Equal = std::equal_to<>>
  requires(!std::same_as<std::remove_cvref_t<Equal>, hints>)
std::size_t unique(Range& items, Equal&& equal = {}, const hints& with = no_hints,
                   std::source_location where = std::source_location::current()) {
  using reference = std::ranges::range_reference_t<Range>;
  constexpr bool shrinks = detail::shrinks<Range>;
  constexpr bool comparable = std::predicate<Equal&, reference, reference>;
  constexpr bool packed = detail::is_packed<Range>;
  static_assert(shrinks,
                "berth::unique: the container must let its elements be erased; berth::unique_copy makes a new one");
  static_assert(comparable, "berth::unique: the comparison must take two of the container's elements and give a bool");
  static_assert(
      !packed,
      "berth::unique: a std::vector<bool> packs bools into shared words, which threads must not write to; use "
      "std::vector<char>");
  if constexpr (shrinks && comparable && !packed) {
    using rule = detail::differing_in_place<std::ranges::iterator_t<Range>, std::remove_reference_t<Equal>>;
    return detail::close_gaps<detail::is_erased<Equal>>(items, rule{equal}, with, where);
  }
}
template <indexable Range>
std::size_t unique(Range& items, const hints& with, std::source_location where = std::source_location::current()) {
  return berth::unique(items, std::equal_to<>{}, with, where);
}

// The same into a new vector: the items that differ from the one before them, in order.
// Shapes: any random-access range of known size, read only; the vector may have room for up to four times what it
//   holds. Everything else: as berth::filter.
template <indexable Range, class Equal = std::equal_to<>>
  requires(!std::same_as<std::remove_cvref_t<Equal>, hints>)
[[nodiscard]] auto unique_copy(Range&& items, Equal&& equal = {}, const hints& with = no_hints,
                               std::source_location where = std::source_location::current()) {
  using value = std::ranges::range_value_t<Range>;
  constexpr bool comparable = detail::compares<Equal, Range>;
  static_assert(comparable, "berth::unique_copy: the comparison must take two of the range's elements and give a bool");
  constexpr bool copyable =
      std::constructible_from<value, std::ranges::range_reference_t<Range>> && !detail::is_moved_out<Range>;
  static_assert(copyable, "berth::unique_copy: the range's elements must be copyable into a new vector");
  if constexpr (comparable && copyable) {
    const auto first = std::ranges::begin(items);
    using chooser = detail::differing<std::remove_const_t<decltype(first)>, std::remove_reference_t<Equal>>;
    return detail::chosen<detail::is_erased<Equal>, value>(detail::size_of(items), first, chooser{equal}, with, where);
  }
}
template <indexable Range>
[[nodiscard]] auto unique_copy(Range&& items, const hints& with,
                               std::source_location where = std::source_location::current()) {
  return berth::unique_copy(items, std::equal_to<>{}, with, where);
}

}  // namespace berth
