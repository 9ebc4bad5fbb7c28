#pragma once
// What tells the overloads of a verb apart that takes optional callables before its hints.
#include <berth/hints.hpp>
#include <type_traits>

namespace berth::detail {

template <class F>
concept no_hints_object = !std::is_same_v<std::remove_cvref_t<F>, hints>;

// Items of two types compare as C++ compares them, without a warning, as in the standard library.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wfloat-equal"

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

// The predicate of a search for a value, where no better way is known.
template <class Value>
struct equals {
  const Value& sought;
  template <class X>
  bool operator()(X&& x) const {
    return static_cast<bool>(x == sought);
  }
};

#pragma GCC diagnostic pop

}  // namespace berth::detail
