#pragma once
// Collectors that hand what they are given on to others.
#include <berth/detail/collectors/simple.hpp>
#include <berth/detail/pipeline/group_table.hpp>

namespace berth::detail {

template <class Item, class C>
using accumulator_of = decltype(make_accumulator<Item>(std::declval<const C&>()));

// Makes the accumulators of a collector. A function that is not inlined is given this, not the collector: what it was
// given could change, for all the compiler knows.
template <class Item, class C>
struct accumulator_maker {
  in_collecting_loop<C> c;
  auto operator()() const { return make_accumulator<Item>(c); }
};

template <class F, class C>
struct mapping_collector {
  F f;
  C down;
  template <class Item>
  using given = given_to_mapping<Item, F, C>;
  template <class Item>
  using passed = std::invoke_result_t<const F&, Item>;
  template <class Item>
  static constexpr bool exact = is_exact_collector<C, passed<Item>>;
  template <class Item>
  static constexpr bool commutative = says_commutative<C, passed<Item>>();
  template <class Item>
    requires collector_of<C, passed<Item>>
  [[nodiscard]] auto make() const {
    return make_accumulator<passed<Item>>(down);
  }
  template <class A, class X>
  void add(A& to, X&& x) const {
    down.add(to, f(static_cast<X&&>(x)));
  }
  template <class A>
  void merge(A& left, A&& right) const {
    down.merge(left, std::move(right));
  }
  template <class A>
  [[nodiscard]] auto finish(A&& all) const {
    return down.finish(std::move(all));
  }
};

template <class P, class C>
struct filtering_collector {
  P p;
  C down;
  template <class Item>
  using given = given_to_filtering<Item, P, C>;
  template <class Item>
  static constexpr bool exact = is_exact_collector<C, Item>;
  template <class Item>
  static constexpr bool commutative = says_commutative<C, Item>();
  template <class Item>
    requires(collector_of<C, Item> && std::predicate<const P&, std::remove_reference_t<Item>&>)
  [[nodiscard]] auto make() const {
    return make_accumulator<Item>(down);
  }
  template <class A, class X>
  void add(A& to, X&& x) const {
    if (p(x)) down.add(to, static_cast<X&&>(x));
  }
  template <class A>
  void merge(A& left, A&& right) const {
    down.merge(left, std::move(right));
  }
  template <class A>
  [[nodiscard]] auto finish(A&& all) const {
    return down.finish(std::move(all));
  }
};

// The first of the two looks, the second may take.
template <class C, class D, class Combine>
struct teeing_collector {
  C first;
  D second;
  Combine combine;
  template <class Item>
  using given = given_to_teeing<Item, C, D, Combine>;
  template <class Item>
  using looked_at = const std::remove_reference_t<Item>&;
  template <class Item>
  static constexpr bool exact = is_exact_collector<C, looked_at<Item>> && is_exact_collector<D, Item>;
  template <class Item>
  static constexpr bool commutative = says_commutative<C, looked_at<Item>>() && says_commutative<D, Item>();
  template <class Item>
    requires(collector_of<C, looked_at<Item>> && collector_of<D, Item>)
  [[nodiscard]] auto make() const {
    return std::pair(make_accumulator<looked_at<Item>>(first), make_accumulator<Item>(second));
  }
  template <class A, class X>
  void add(A& to, X&& x) const {
    first.add(to.first, std::as_const(x));
    second.add(to.second, static_cast<X&&>(x));
  }
  template <class A>
  void merge(A& left, A&& right) const {
    first.merge(left.first, std::move(right.first));
    second.merge(left.second, std::move(right.second));
  }
  template <class A>
  [[nodiscard]] auto finish(A&& all) const {
    return combine(first.finish(std::move(all.first)), second.finish(std::move(all.second)));
  }
};

template <class F, class C>
struct group_collector {
  F key;
  C down;
  template <class Item>
  using given = given_to_group_by<Item, F, C>;
  static constexpr bool few_blocks = true;
  template <class Item>
  using key_of = given_by<F, std::remove_reference_t<Item>&>;
  template <class Item>
  static constexpr bool exact = is_exact_collector<C, Item>;
  template <class Item>
    requires(collector_of<C, Item> && is_hashable<key_of<Item>>())
  [[nodiscard]] auto make() const {
    return groups<Item, group_table<key_of<Item>, accumulator_of<Item, C>>>{};
  }
  // Of items that come in order the groups do, too: no number is needed.
  template <class Item, class Table>
  struct groups {
    Table table;
  };
  template <class Item, class Table, class X>
  void add(groups<Item, Table>& to, X&& x) const {
    using key_type = decltype(Table::group::key);
    auto& group = to.table.at(as_value<key_type>(key(x)), 0, accumulator_maker<Item, C>{down});
    down.add(group, static_cast<X&&>(x));
  }
  template <class Item, class Table>
  void merge(groups<Item, Table>& left, groups<Item, Table>&& right) const {
    left.table.merge(std::move(right.table), [&](auto& l, auto&& r) { down.merge(l, std::move(r)); });
  }
  template <class Item, class Table>
  [[nodiscard]] auto finish(groups<Item, Table>&& all) const {
    return finished<Item>(all.table);
  }
  template <class Item, class Table>
  [[nodiscard]] auto finished(Table& table) const {
    std::vector<std::pair<decltype(Table::group::key), std::decay_t<collected<C, Item>>>> out;
    out.reserve(table.size());
    for (auto& g : table.in_order()) out.emplace_back(std::move(g.key), down.finish(std::move(g.value)));
    return out;
  }
};

// The first item of each key, in order, as the pipeline's Keeper keeps it.
template <class Keeper, class F>
struct distinct_collector {
  F by;
  using kept = typename Keeper::kept;
  static constexpr bool exact = true;
  struct present {};
  template <class Key>
  static constexpr bool by_itself = std::is_same_v<F, itself> && std::is_same_v<Key, kept>;
  template <class Key>
  struct firsts {
    group_table<Key, std::conditional_t<by_itself<Key>, present, std::optional<kept>>> table;
  };
  template <class Item>
  [[nodiscard]] auto make() const {
    return firsts<given_by<F, std::remove_reference_t<Item>&>>{};
  }
  template <class Key, class X>
  void add(firsts<Key>& to, X&& x) const {
    if constexpr (by_itself<Key>) {
      (void)to.table.at(static_cast<X&&>(x), 0, [] { return present{}; });
    } else {
      auto& first = to.table.at(as_value<Key>(by(x)), 0, [] { return std::optional<kept>(); });
      if (!first) first.emplace(Keeper::keep(static_cast<X&&>(x)));
    }
  }
  template <class Key>
  void merge(firsts<Key>& left, firsts<Key>&& right) const {
    left.table.merge(std::move(right.table), [](auto&, auto&&) {});
  }
  template <class Key>
  [[nodiscard]] std::vector<kept> finish(firsts<Key>&& all) const {
    std::vector<kept> out;
    out.reserve(all.table.size());
    for (auto& g : all.table.in_order()) {
      if constexpr (by_itself<Key>)
        out.push_back(std::move(g.key));
      else
        out.push_back(std::move(*g.value));
    }
    return out;
  }
};

}  // namespace berth::detail
