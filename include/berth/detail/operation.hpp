#pragma once
// The operations that berth knows by name, and so knows to be associative on arithmetic types.
#include <berth/extremum.hpp>
#include <cstddef>
#include <type_traits>

// std::plus and its kin alone: <functional> costs as much again as everything else here.
#if __has_include(<bits/stl_function.h>)
#include <bits/stl_function.h>
#else
#include <functional>
#endif

namespace berth::detail {

enum class operation { unknown, sum, product, least, greatest, all_bits, any_bits, odd_bits };

template <class Op, class T>
inline constexpr operation recognised = operation::unknown;
template <class T>
inline constexpr operation recognised<std::plus<>, T> = operation::sum;
template <class T>
inline constexpr operation recognised<std::plus<T>, T> = operation::sum;
template <class T>
inline constexpr operation recognised<std::multiplies<>, T> = operation::product;
template <class T>
inline constexpr operation recognised<std::multiplies<T>, T> = operation::product;
template <class T>
inline constexpr operation recognised<std::bit_and<>, T> = operation::all_bits;
template <class T>
inline constexpr operation recognised<std::bit_and<T>, T> = operation::all_bits;
template <class T>
inline constexpr operation recognised<std::bit_or<>, T> = operation::any_bits;
template <class T>
inline constexpr operation recognised<std::bit_or<T>, T> = operation::any_bits;
template <class T>
inline constexpr operation recognised<std::bit_xor<>, T> = operation::odd_bits;
template <class T>
inline constexpr operation recognised<std::bit_xor<T>, T> = operation::odd_bits;
template <class T>
inline constexpr operation recognised<minimum, T> = operation::least;
template <class T>
inline constexpr operation recognised<maximum, T> = operation::greatest;

// T: what is reduced. std::plus<int> on doubles converts on the way, and is none of ours.
template <class Op, class T>
inline constexpr operation operation_of = recognised<std::remove_cv_t<Op>, T>;

template <class T>
inline constexpr bool is_integer = std::is_integral_v<T> && !std::is_same_v<T, bool>;

// Exact: every order of the items gives the same bits, so that none has to be kept.
template <class Op, class T>
inline constexpr bool is_exact = is_integer<T> && sizeof(T) <= 8 && operation_of<Op, T> != operation::unknown;

// Floating-point by a known operation: the order matters to the bits, and is ours to define.
template <class Op, class T>
inline constexpr bool is_known_float =
    std::is_floating_point_v<T> && operation_of<Op, T> >= operation::sum && operation_of<Op, T> <= operation::greatest;

// Strings by +: joining is associative to the last byte, so that a call in one piece may append as a loop would.
template <class Op, class T>
inline constexpr bool is_joined_text = operation_of<Op, T> == operation::sum && requires(T& text) {
  typename T::traits_type;
  text.append(text);
};

// Where integers are added and multiplied: unsigned and not narrower than an int, for a partial sum may leave T's range
// where the sum does not.
template <class T>
using wrapping = std::make_unsigned_t<std::conditional_t<(sizeof(T) < sizeof(int)), int, T>>;

template <operation Op, class T>
constexpr T apply(T a, T b) {
  if constexpr (Op == operation::least)
    return minimum{}(a, b);
  else if constexpr (Op == operation::greatest)
    return maximum{}(a, b);
  else if constexpr (Op == operation::all_bits)
    return static_cast<T>(a & b);
  else if constexpr (Op == operation::any_bits)
    return static_cast<T>(a | b);
  else if constexpr (Op == operation::odd_bits)
    return static_cast<T>(a ^ b);
  else if constexpr (std::is_floating_point_v<T>)
    return Op == operation::sum ? a + b : a * b;
  else if constexpr (Op == operation::sum)
    return static_cast<T>(static_cast<wrapping<T>>(a) + static_cast<wrapping<T>>(b));
  else
    return static_cast<T>(static_cast<wrapping<T>>(a) * static_cast<wrapping<T>>(b));
}

// A start of 0 for doubles adds up integers: the oldest mistake with std::accumulate.
template <class Item, class T>
inline constexpr bool loses_digits =
    std::is_arithmetic_v<Item> && std::is_arithmetic_v<T> &&
    ((std::is_floating_point_v<Item> && !std::is_floating_point_v<T>) ||
     (std::is_floating_point_v<Item> == std::is_floating_point_v<T> && sizeof(Item) > sizeof(T)));

}  // namespace berth::detail
