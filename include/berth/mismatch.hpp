#pragma once
#include <berth/detail/first_hit.hpp>
#include <concepts>
#include <cstddef>
#include <optional>
#include <source_location>
#include <type_traits>

namespace berth::detail {

template <class A, class B, class F>
inline constexpr bool is_predicate_on_both =
    requires(F& f, std::ranges::range_reference_t<A> a, std::ranges::range_reference_t<B> b) {
      { f(static_cast<decltype(a)>(a), static_cast<decltype(b)>(b)) } -> std::convertible_to<bool>;
    };

}  // namespace berth::detail

namespace berth {

// The first index at which two ranges differ: same(a[i], b[i]) is not true, or one has ended and the other has not.
// None where they are equal.
//
//   if (const auto at = berth::mismatch(ours, theirs)) report(*at);
//
// Without `same`: by ==. In everything else as berth::find.
template <indexable A, indexable B, detail::no_hints_object Same>
[[nodiscard]] std::optional<std::size_t> mismatch(A&& a, B&& b, Same&& same, const hints& with = no_hints,
                                                  std::source_location where = std::source_location::current()) {
  constexpr bool callable = detail::is_predicate_on_both<A, B, Same>;
  static_assert(
      callable,
      "berth::mismatch: the predicate must take an element of each range and give a truth value; without one, "
      "elements must compare by ==");
  if constexpr (callable) {
    const std::size_t size_a = detail::size_of(a);
    const std::size_t size_b = detail::size_of(b);
    const std::size_t both = size_a < size_b ? size_a : size_b;
    const std::size_t at = detail::first_unequal(both, std::ranges::begin(a), std::ranges::begin(b), same, with, where);
    return at == both && size_a == size_b ? std::nullopt : std::optional(at);
  }
}

template <indexable A, indexable B>
[[nodiscard]] std::optional<std::size_t> mismatch(A&& a, B&& b, const hints& with = no_hints,
                                                  std::source_location where = std::source_location::current()) {
  return berth::mismatch(a, b, detail::equal_items{}, with, where);
}

}  // namespace berth
