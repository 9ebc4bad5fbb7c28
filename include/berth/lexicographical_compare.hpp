#pragma once
#include <berth/detail/first_hit.hpp>
#include <berth/mismatch.hpp>
#include <cstddef>
#include <source_location>
#include <type_traits>

namespace berth::detail {

// Whether one of two items comes before the other.
template <class Less>
struct is_ordered {
  Less& less;
  template <class A, class B>
  bool operator()(A&& a, B&& b) const {
    return static_cast<bool>(less(a, b)) || static_cast<bool>(less(b, a));
  }
};

template <class A, class B, class Less>
inline std::size_t first_ordered(std::size_t count, const A& a, const B& b, Less& less, const hints& with,
                                 const std::source_location& where) {
  if constexpr (are_compared_side_by_side<A, B> && std::is_integral_v<std::iter_value_t<A>> &&
                std::is_same_v<std::remove_cv_t<Less>, less_items>) {
    equal_items same;
    return first_unequal(count, a, b, same, with, where);
  } else {
    using decides = const is_ordered<Less>;
    decides either{less};
    return first_hit<is_erased<Less>>(count, pair_scan<true, A, B, decides>{a, b, either}, with, where);
  }
}

}  // namespace berth::detail

namespace berth {

// Whether a comes before b in the order of a dictionary: the first pair of which one item is less than the other
// decides; where there is none, the shorter range comes first.
//
// Without `less`: by <. `less` is called for both (a[i], b[i]) and (b[i], a[i]), so that it must take either order. In
// everything else as berth::find.
template <indexable A, indexable B, detail::no_hints_object Less>
[[nodiscard]] bool lexicographical_compare(A&& a, B&& b, Less&& less, const hints& with = no_hints,
                                           std::source_location where = std::source_location::current()) {
  constexpr bool callable = detail::is_predicate_on_both<A, B, Less> && detail::is_predicate_on_both<B, A, Less>;
  static_assert(
      callable,
      "berth::lexicographical_compare: the order must take an element of each range, either first, and give a "
      "truth value; without one, elements must compare by <");
  if constexpr (callable) {
    const std::size_t size_a = detail::size_of(a);
    const std::size_t size_b = detail::size_of(b);
    const std::size_t both = size_a < size_b ? size_a : size_b;
    const auto first_a = std::ranges::begin(a);
    const auto first_b = std::ranges::begin(b);
    const std::size_t at = detail::first_ordered(both, first_a, first_b, less, with, where);
    return at == both ? size_a < size_b : static_cast<bool>(less(detail::at(first_a, at), detail::at(first_b, at)));
  }
}

template <indexable A, indexable B>
[[nodiscard]] bool lexicographical_compare(A&& a, B&& b, const hints& with = no_hints,
                                           std::source_location where = std::source_location::current()) {
  return berth::lexicographical_compare(a, b, detail::less_items{}, with, where);
}

}  // namespace berth
