#pragma once
// How an item is kept between two passes of a pipeline, and what becomes of it in a result.
//
// A keeper says:
//   kept                what is stored
//   given               as what it is handed on
//   lasting             the items are lvalues that live as long as the pipeline: a pointer keeps them
//   keep(x), give(k)    into the store and out of it, once each
//   look(k)             what a function that only looks is given
#include <cstddef>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

namespace berth {

template <class... References>
class zipped;

}  // namespace berth

namespace berth::detail {

// A result holds values: what an item refers to may be gone when the pipeline is.
template <class T>
struct held_in_result {
  using type = T;
};
template <class T>
using result_value = typename held_in_result<std::remove_cvref_t<T>>::type;
template <class A, class B>
struct held_in_result<std::pair<A, B>> {
  using type = std::pair<result_value<A>, result_value<B>>;
};
template <class... Elements>
struct held_in_result<std::tuple<Elements...>> {
  using type = std::tuple<result_value<Elements>...>;
};
template <class... References>
struct held_in_result<zipped<References...>> {
  using type = std::tuple<result_value<References>...>;
};

// A T that refers to nothing: assigning to it changes nothing else.
template <class T>
inline constexpr bool is_own_value = std::is_same_v<T, result_value<T>>;

// x as a V, itself where it is one already.
template <class V, class X>
decltype(auto) as_value(X&& x) {
  if constexpr (std::is_same_v<std::remove_cvref_t<X>, V>)
    return static_cast<X&&>(x);
  else
    return V(static_cast<X&&>(x));
}

template <class T>
struct kept_by_value {
  using kept = T;
  using given = T&&;
  static constexpr bool lasting = false;
  template <class X>
  static decltype(auto) keep(X&& x) {
    return static_cast<X&&>(x);
  }
  static given give(kept& k) { return static_cast<given>(k); }
  // Only what is kept in a row is looked at, never a temporary.
  static const kept& look(const kept& k) { return k; }  // NOLINT(bugprone-return-const-ref-from-parameter)
};

template <class Reference>
struct kept_by_pointer {
  using kept = std::add_pointer_t<Reference>;
  using given = Reference;
  static constexpr bool lasting = true;
  static kept keep(given x) { return __builtin_addressof(x); }
  static given give(kept k) { return *k; }
  static std::add_lvalue_reference_t<const std::remove_reference_t<Reference>> look(kept k) { return *k; }
};

// Not in the words that a std::vector<bool> shares between items.
struct kept_flag {
  struct kept {
    bool is;
  };
  using given = bool;
  static constexpr bool lasting = false;
  static kept keep(bool x) { return {x}; }
  static given give(kept k) { return k.is; }
  static given look(kept k) { return k.is; }
};

// What stands in a pair that is handed on: an lvalue as it is, all else as a value.
template <class Item>
using in_pair = std::conditional_t<std::is_lvalue_reference_v<Item>, Item, std::remove_cvref_t<Item>>;

// Each half in its own way.
template <class A, class B>
struct kept_in_pair {
  using kept = std::pair<typename A::kept, typename B::kept>;
  using given = std::pair<in_pair<typename A::given>, in_pair<typename B::given>>;
  static constexpr bool lasting = false;
  template <class X>
  static kept keep(X&& x) {
    return {A::keep(static_cast<X&&>(x).first), B::keep(static_cast<X&&>(x).second)};
  }
  static given give(kept& k) { return given(A::give(k.first), B::give(k.second)); }
  static auto look(const kept& k) {
    return std::pair<decltype(A::look(k.first)), decltype(B::look(k.second))>(A::look(k.first), B::look(k.second));
  }
};

template <class Item, bool Lasting>
struct keeper_of {
  using type = kept_by_value<std::remove_cvref_t<Item>>;
};
template <class Item>
struct keeper_of<Item, true> {
  using type = kept_by_pointer<Item>;
};
template <class Item>
  requires std::is_same_v<std::remove_cvref_t<Item>, bool>
struct keeper_of<Item, false> {
  using type = kept_flag;
};
template <class Item, bool Lasting = false>
using keeper_for = typename keeper_of<Item, Lasting>::type;

}  // namespace berth::detail
