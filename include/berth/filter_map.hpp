#pragma once
#include <berth/detail/filtering.hpp>
#include <berth/hints.hpp>
#include <concepts>
#include <cstddef>
#include <source_location>
#include <type_traits>

namespace berth::detail {

// What a function gives that may give nothing: a std::optional, or a pointer.
template <class Maybe>
concept may_be_nothing = requires(Maybe m) {
  static_cast<bool>(m);
  *std::forward<Maybe>(m);
};

template <class Maybe>
using held_by = std::decay_t<decltype(*std::declval<Maybe>())>;

template <class Iterator, class F>
struct mapping {
  F& given;
  struct in_a_loop {
    in_loop<F, std::iter_reference_t<Iterator>> f;
    template <class T>
    void write(const Iterator& first, std::size_t i, T*& next) {
      auto&& maybe = f(at(first, i));
      const bool chosen = static_cast<bool>(maybe);
      if (chosen) *next = *maybe;
      move_on(next, chosen);
    }
    template <class Put>
    void emit(const Iterator& first, std::size_t i, Put&& put) {
      auto&& maybe = f(at(first, i));
      if (maybe) put(*std::forward<decltype(maybe)>(maybe));
    }
  };
  [[nodiscard]] in_a_loop loop() const { return {given}; }
};

}  // namespace berth::detail

namespace berth {

// What f gives for the items for which it gives something, in order, in a new vector: filter and map in one.
//
//   std::vector<int> numbers = berth::filter_map(words, [](const std::string& w) { return parsed(w); });
//
// Shapes: `items` is any random-access range of known size. f gives a std::optional, or anything else that converts to
//   bool and has operator*, such as a pointer; what that refers to is moved, or copied where it is not f's own
//   (decayed). The vector may have room for up to four times what it holds.
// Order: as of `items`.
// Waits, cancellation, throws, thread-safety: as berth::filter, with f for the predicate.
// Complexity: items.size() calls of f; else as berth::filter.
template <indexable Range, class F>
[[nodiscard]] auto filter_map(Range&& items, F&& f, const hints& with = no_hints,
                              std::source_location where = std::source_location::current()) {
  using reference = std::ranges::range_reference_t<Range>;
  constexpr bool invocable = std::invocable<F&, reference>;
  static_assert(invocable, "berth::filter_map: the function must be callable with the range's element type");
  if constexpr (invocable) {
    using maybe = std::invoke_result_t<F&, reference>;
    constexpr bool optional = detail::may_be_nothing<maybe>;
    static_assert(optional, "berth::filter_map: the function must give a std::optional, or a pointer");
    if constexpr (optional) {
      const auto first = std::ranges::begin(items);
      using iterator = std::remove_const_t<decltype(first)>;
      return detail::chosen<detail::is_erased<F>, detail::held_by<maybe>>(
          detail::size_of(items), first, detail::mapping<iterator, std::remove_reference_t<F>>{f}, with, where);
    }
  }
}

}  // namespace berth
