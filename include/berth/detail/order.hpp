#pragma once
// How two items compare: by a comparator on what a projection makes of them.
#include <berth/detail/in_loop.hpp>
#include <berth/hints.hpp>
#include <concepts>
#include <type_traits>

// std::less and its kin alone, and std::identity alone: <functional> costs as much again as everything else here.
#if __has_include(<bits/stl_function.h>) && __has_include(<bits/ranges_cmp.h>)
#include <bits/ranges_cmp.h>
#include <bits/stl_function.h>
#else
#include <functional>
#endif

namespace berth::detail {

// Numbers by size, NaN after all others whichever way: < and > on floating-point are no orders as soon as there is one.
// Without a branch, which a sort would mispredict at every other compare.
struct number_less {
  template <class A, class B>
  constexpr bool operator()(A a, B b) const {
    if constexpr (std::is_floating_point_v<A> || std::is_floating_point_v<B>)
      return ((a < b) | ((b != b) & (a == a))) != 0;
    return a < b;
  }
};
struct number_greater {
  template <class A, class B>
  constexpr bool operator()(A a, B b) const {
    if constexpr (std::is_floating_point_v<A> || std::is_floating_point_v<B>)
      return ((a > b) | ((b != b) & (a == a))) != 0;
    return a > b;
  }
};

template <class A, class... Others>
inline constexpr bool is_among = (std::same_as<std::remove_cvref_t<A>, Others> || ...);

template <class Compare, class T>
inline constexpr bool is_less = is_among<Compare, std::less<>, std::less<T>, std::ranges::less>;
template <class Compare, class T>
inline constexpr bool is_greater = is_among<Compare, std::greater<>, std::greater<T>, std::ranges::greater>;
// The order of the type itself, up or down.
template <class Compare, class T>
inline constexpr bool is_natural = is_less<Compare, T> || is_greater<Compare, T>;

template <class Projection, class Reference>
using key_of = std::invoke_result_t<Projection&, Reference>;
template <class Projection, class Reference>
using plain_key = std::remove_cvref_t<key_of<Projection, Reference>>;

// What is called to compare two keys: the comparator given, or for floating-point its order with a place for NaN.
template <class Compare, class Key, class Other>
struct comparator_for {
  using type = Compare;
};
template <class Compare, class Key, class Other>
  requires((std::floating_point<Key> || std::floating_point<Other>) && std::is_arithmetic_v<Key> &&
           std::is_arithmetic_v<Other> && is_natural<Compare, Key> && is_natural<Compare, Other>)
struct comparator_for<Compare, Key, Other> {
  using type = std::conditional_t<is_less<Compare, Key>, const number_less, const number_greater>;
};

// before(a, b): whether a comes before b. Made from references, it calls what it was given where it is, but for small
// callables, of which it may keep copies (in_loop.hpp). Other: the elements of a second range, which are compared with
// those of the first.
template <class Compare, class Projection, class Reference, class Other = Reference>
class before {
  using key = key_of<Projection, Reference>;
  using comparator = typename comparator_for<Compare, std::remove_cvref_t<key>, plain_key<Projection, Other>>::type;
  static constexpr bool replaced = !std::same_as<comparator, Compare>;

 public:
  before(Compare& c, Projection& p) : compare_(pick(c)), project_(p) {}

  template <class A, class B>
  [[nodiscard]] bool operator()(A&& a, B&& b) {
    return static_cast<bool>(compare_(project_(static_cast<A&&>(a)), project_(static_cast<B&&>(b))));
  }

 private:
  static decltype(auto) pick(Compare& c) {
    if constexpr (replaced)
      return std::remove_const_t<comparator>{};
    else
      return (c);
  }

  [[no_unique_address]] in_loop<comparator, key, key> compare_;
  [[no_unique_address]] in_loop<Projection, Reference> project_;
};

template <class T>
concept not_hints = !std::same_as<std::remove_cvref_t<T>, hints>;

// A comparator and a projection that go together on a range's elements.
template <class Compare, class Projection, class Reference>
concept orders = std::invocable<Projection&, Reference> &&
                 std::predicate<Compare&, key_of<Projection, Reference>, key_of<Projection, Reference>>;

}  // namespace berth::detail
