#pragma once
// In what type numbers are added up: 64 bits for integers, double for float, so that a sum does not end where its items
// do. Everything else adds up in its own type.
#include <berth/detail/fold_leaf.hpp>
#include <cstdint>
#include <span>
#include <type_traits>

namespace berth::detail {

template <class T>
struct wide {
  using type = T;
};
template <class T>
  requires(std::is_integral_v<T> && sizeof(T) <= 8)
struct wide<T> {
  using type = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
};
template <>
struct wide<float> {
  using type = double;
};

// What f makes of an item, as a value: a proxy (std::vector<bool>'s) is what it stands for.
template <class Range, class F>
struct value_made {
  using type = std::remove_cvref_t<std::invoke_result_t<F&, std::ranges::range_reference_t<Range>>>;
};
template <class Range>
struct value_made<Range, itself> {
  using type = std::ranges::range_value_t<Range>;
};
template <class Range, class F>
using value_of = typename value_made<Range, std::remove_cvref_t<F>>::type;

// What those add up to.
template <class Range, class F>
using widened = typename wide<value_of<Range, F>>::type;

}  // namespace berth::detail
