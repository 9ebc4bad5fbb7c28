#pragma once
#include <berth/detail/collectors/simple.hpp>
#include <berth/detail/moments.hpp>
#include <berth/statistics.hpp>
#include <cstddef>
#include <optional>
#include <type_traits>

namespace berth::detail {

// What berth::statistics keeps of a block; the next number comes in as Welford has it.
template <class T>
void add_to_moments(moments<T>& all, T x) {
  const auto value = static_cast<double>(x);
  using sum = typename wide<T>::type;
  if (all.count == 0) {
    all = {.count = 1, .sum = static_cast<sum>(x), .min = x, .max = x, .mean = value, .squares = 0};
    return;
  }
  all.sum = apply<operation::sum>(all.sum, static_cast<sum>(x));
  all.min = minimum{}(all.min, x);
  all.max = maximum{}(all.max, x);
  const double off = value - all.mean;
  all.mean += off / static_cast<double>(++all.count);
  all.squares += off * (value - all.mean);
}

template <class F>
struct statistics_collector {
  F of;
  template <class Item>
  using given = given_to_averaging<Item, F>;
  template <class Item>
    requires std::is_arithmetic_v<given_by<F, Item>>
  [[nodiscard]] auto make() const {
    return moments<given_by<F, Item>>{};
  }
  template <class T, class X>
  void add(moments<T>& to, X&& x) const {
    add_to_moments(to, static_cast<T>(of(static_cast<X&&>(x))));
  }
  template <class T>
  void merge(moments<T>& left, moments<T>&& right) const {
    if (left.count == 0)
      left = right;
    else if (right.count != 0)
      left = pooled<T>{}(left, right);
  }
  template <class T>
  [[nodiscard]] std::optional<summary<T>> finish(moments<T>&& all) const {
    return summary_of(all);
  }
};

}  // namespace berth::detail
