#pragma once
// Collectors of numbers and of extremes.
#include <berth/collector.hpp>
#include <berth/detail/collectors/given.hpp>
#include <berth/detail/fold_leaf.hpp>
#include <berth/detail/in_loop.hpp>
#include <berth/detail/operation.hpp>
#include <berth/detail/order.hpp>
#include <berth/detail/pipeline/kept.hpp>
#include <berth/detail/widened.hpp>
#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace berth::detail {

// The function of a collector, as its const functions call it.
template <class F>
struct held_function {
  using type = F;
};
template <class F>
  requires std::is_member_pointer_v<F>
struct held_function<F> {
  using type = through_member<F>;
};
template <class F>
using held = typename held_function<std::decay_t<F>>::type;

template <class F, class Item>
using given_by = result_value<std::decay_t<std::invoke_result_t<const F&, Item>>>;

// The type of the variable by which a loop uses a collector or a function of one: a copy of what is small and trivial,
// which nobody else can change while the loop runs.
template <class C>
using in_collecting_loop =
    std::conditional_t<std::is_trivially_copyable_v<C> && std::is_copy_constructible_v<C> && sizeof(C) <= 64, const C,
                       const C&>;

// Whether a collector's accumulators may meet their items in any order.
template <class C, class Item>
consteval bool says_commutative() {
  if constexpr (requires { std::bool_constant<C::commutative>(); })
    return C::commutative;
  else if constexpr (requires { std::bool_constant<C::template commutative<Item>>(); })
    return C::template commutative<Item>;
  else
    return false;
}

struct counting_collector {
  static constexpr bool exact = true;
  static constexpr bool commutative = true;
  [[nodiscard]] std::size_t make() const { return 0; }
  template <class X>
  void add(std::size_t& n, X&&) const {
    ++n;
  }
  void merge(std::size_t& left, std::size_t&& right) const { left += right; }
  [[nodiscard]] std::size_t finish(std::size_t&& n) const { return n; }
};

template <class F>
struct summing_collector {
  F of;
  template <class Item>
  using given = given_to_summing<Item, F>;
  template <class Item>
  static constexpr bool exact = std::is_integral_v<given_by<F, Item>>;
  template <class Item>
  static constexpr bool commutative = exact<Item>;
  template <class Item>
    requires std::is_invocable_v<const F&, Item>
  [[nodiscard]] auto make() const {
    return typename wide<given_by<F, Item>>::type{};
  }
  template <class T, class X>
  void add(T& sum, X&& x) const {
    sum = static_cast<T>(std::move(sum) + static_cast<T>(of(static_cast<X&&>(x))));
  }
  template <class T>
  void merge(T& left, T&& right) const {
    left = static_cast<T>(std::move(left) + std::move(right));
  }
  template <class T>
  [[nodiscard]] T finish(T&& sum) const {
    return std::move(sum);
  }
};

template <class T>
struct counted_sum {
  T sum{};
  std::size_t count = 0;
};

template <class F>
struct averaging_collector {
  F of;
  template <class Item>
  using given = given_to_averaging<Item, F>;
  template <class Item>
  static constexpr bool exact = std::is_integral_v<given_by<F, Item>>;
  template <class Item>
  static constexpr bool commutative = exact<Item>;
  template <class Item>
    requires std::is_arithmetic_v<given_by<F, Item>>
  [[nodiscard]] auto make() const {
    return counted_sum<typename wide<given_by<F, Item>>::type>{};
  }
  template <class T, class X>
  void add(counted_sum<T>& to, X&& x) const {
    to.sum = static_cast<T>(to.sum + static_cast<T>(of(static_cast<X&&>(x))));
    ++to.count;
  }
  template <class T>
  void merge(counted_sum<T>& left, counted_sum<T>&& right) const {
    left.sum = static_cast<T>(left.sum + right.sum);
    left.count += right.count;
  }
  template <class T>
  [[nodiscard]] double finish(counted_sum<T>&& all) const {
    return all.count == 0 ? nan_of<double>() : static_cast<double>(all.sum) / static_cast<double>(all.count);
  }
};

// Before(a, b): a is the better of two. Of equals the first stays.
template <class F, class Before>
struct extreme_collector {
  F by;
  Before before;
  template <class Item>
  using given = given_to_an_extreme<Item, F>;
  template <class Item>
  static constexpr bool exact = !std::is_floating_point_v<given_by<F, Item>>;
  template <class Item>
    requires std::is_invocable_v<const F&, const std::remove_cvref_t<Item>&>
  [[nodiscard]] auto make() const {
    return std::optional<result_value<Item>>{};
  }
  template <class T, class X>
  void add(std::optional<T>& best, X&& x) const {
    if (!best)
      best.emplace(static_cast<X&&>(x));
    else if (before(by(std::as_const(x)), by(std::as_const(*best))))
      *best = T(static_cast<X&&>(x));
  }
  template <class T>
  void merge(std::optional<T>& left, std::optional<T>&& right) const {
    if (right) add(left, std::move(*right));
  }
  template <class T>
  [[nodiscard]] std::optional<T> finish(std::optional<T>&& best) const {
    return std::move(best);
  }
};

// Extremes as berth::min and berth::max have them: a NaN is the one and the other, wherever it stands.
template <class T>
constexpr bool is_nan(const T& x) {
  if constexpr (std::is_floating_point_v<T>) return x != x;
  return false;
}
struct is_less_or_nan {
  template <class A, class B>
  constexpr bool operator()(const A& a, const B& b) const {
    return a < b || (is_nan(a) && !is_nan(b));
  }
};
struct is_more_or_nan {
  template <class A, class B>
  constexpr bool operator()(const A& a, const B& b) const {
    return b < a || (is_nan(a) && !is_nan(b));
  }
};

// The order of a top_k: falling, NaN last.
struct is_above {
  template <class A, class B>
  constexpr bool operator()(const A& a, const B& b) const {
    if constexpr (std::is_arithmetic_v<A> && std::is_arithmetic_v<B>)
      return number_greater{}(a, b);
    else
      return b < a;
  }
};

// A row that is always in order: where there is little room and much comes, most items are refused by one comparison.
template <class F>
struct top_collector {
  std::size_t most;
  F by;
  template <class Item>
  using given = given_to_an_extreme<Item, F>;
  template <class Item>
  static constexpr bool exact = !std::is_floating_point_v<given_by<F, Item>>;
  template <class Item>
    requires std::is_invocable_v<const F&, const std::remove_cvref_t<Item>&>
  [[nodiscard]] auto make() const {
    return std::vector<result_value<Item>>{};
  }
  template <class T, class X>
  void add(std::vector<T>& top, X&& x) const {
    if (top.size() >= most) {
      if (most == 0 || !is_above{}(by(std::as_const(x)), by(std::as_const(top.back())))) return;
      top.pop_back();
    }
    std::size_t from = 0;
    for (std::size_t left = top.size(); left != 0;) {
      const std::size_t half = left / 2;
      if (is_above{}(by(std::as_const(x)), by(std::as_const(top[from + half])))) {
        left = half;
      } else {
        from += half + 1;
        left -= half + 1;
      }
    }
    top.insert(top.begin() + static_cast<std::ptrdiff_t>(from), static_cast<X&&>(x));
  }
  template <class T>
  void merge(std::vector<T>& left, std::vector<T>&& right) const {
    for (T& x : right) add(left, std::move(x));
  }
  template <class T>
  [[nodiscard]] std::vector<T> finish(std::vector<T>&& top) const {
    return std::move(top);
  }
};

template <class T>
struct reduced {
  std::optional<T> value;
};

template <class T, class Op>
struct reducing_collector {
  T init;
  Op op;
  template <class Item>
  using given = given_to_reduce<Item, T, Op>;
  template <class Item>
  static constexpr bool exact = is_exact<Op, T>;
  template <class Item>
    requires std::constructible_from<T, Item>
  [[nodiscard]] reduced<T> make() const {
    static_assert(!loses_digits<std::remove_cvref_t<Item>, T>,
                  "berth::reduce: the initial value's type cannot hold the items; give it their type, such as 0.0 for "
                  "doubles");
    return {};
  }
  template <class X>
  void add(reduced<T>& to, X&& x) const {
    if (!to.value)
      to.value.emplace(static_cast<X&&>(x));
    else if constexpr (std::is_same_v<std::remove_cvref_t<X>, T>)
      *to.value = op(std::move(*to.value), static_cast<X&&>(x));
    else
      *to.value = op(std::move(*to.value), static_cast<T>(static_cast<X&&>(x)));
  }
  void merge(reduced<T>& left, reduced<T>&& right) const {
    if (!left.value)
      left.value = std::move(right.value);
    else if (right.value)
      *left.value = op(std::move(*left.value), std::move(*right.value));
  }
  [[nodiscard]] T finish(reduced<T>&& all) const {
    if (!all.value) return init;
    return op(T(init), std::move(*all.value));
  }
};

}  // namespace berth::detail
