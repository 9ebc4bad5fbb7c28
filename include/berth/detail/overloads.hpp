#pragma once
// What tells the overloads of a verb apart that takes optional callables before its hints.
#include <berth/hints.hpp>
#include <type_traits>

namespace berth::detail {

template <class F>
concept no_hints_object = !std::is_same_v<std::remove_cvref_t<F>, hints>;

// a == b, where nobody gave another predicate.
struct equal_items {
  template <class A, class B>
    requires requires(const A& a, const B& b) { static_cast<bool>(a == b); }
  bool operator()(const A& a, const B& b) const {
    return static_cast<bool>(a == b);
  }
};

// a < b, where nobody gave another order.
struct less_items {
  template <class A, class B>
    requires requires(const A& a, const B& b) { static_cast<bool>(a < b); }
  bool operator()(const A& a, const B& b) const {
    return static_cast<bool>(a < b);
  }
};

}  // namespace berth::detail
