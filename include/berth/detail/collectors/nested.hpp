#pragma once
// Collectors that hand what they are given on to others.
#include <berth/detail/collectors/simple.hpp>
#include <berth/detail/pipeline/group_table.hpp>

namespace berth::detail {

template <class Item, class C>
using accumulator_of = decltype(make_accumulator<Item>(std::declval<const C&>()));

template <class F, class C>
struct mapping_collector {
  F f;
  C down;
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
  static constexpr bool few_blocks = true;
  template <class Item>
  using key_of = given_by<F, std::remove_reference_t<Item>&>;
  template <class Item>
  static constexpr bool exact = is_exact_collector<C, Item>;
  template <class Item>
    requires(collector_of<C, Item> && is_hashable<key_of<Item>>())
  [[nodiscard]] auto make() const {
    using item = Item;
    return groups<item, group_table<key_of<item>, accumulator_of<item, C>>>{};
  }
  template <class Item, class Table>
  struct groups {
    Table table;
    std::size_t items = 0;
  };
  template <class Item, class Table, class X>
  void add(groups<Item, Table>& to, X&& x) const {
    auto& group = to.table.at(key(x), to.items++, [this] { return make_accumulator<Item>(down); });
    down.add(group, static_cast<X&&>(x));
  }
  template <class Item, class Table>
  void merge(groups<Item, Table>& left, groups<Item, Table>&& right) const {
    left.table.merge(std::move(right.table), left.items, [&](auto& l, auto&& r) { down.merge(l, std::move(r)); });
    left.items += right.items;
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

// The first item of each key, in order.
template <class F>
struct distinct_collector {
  F by;
  static constexpr bool exact = true;
  static constexpr bool by_itself = std::is_same_v<F, itself>;
  template <class Item>
  using key_of = given_by<F, std::remove_reference_t<Item>&>;
  struct present {};
  template <class Item>
  using kept = std::conditional_t<by_itself, present, std::optional<std::remove_cvref_t<Item>>>;
  template <class Key, class Kept>
  using value_kept = typename std::conditional_t<by_itself, std::type_identity<std::optional<Key>>,
                                                 std::type_identity<Kept>>::type::value_type;
  template <class Key, class Kept>
  struct firsts {
    group_table<Key, Kept> table;
    std::size_t items = 0;
  };
  template <class Item>
    requires(is_hashable<key_of<Item>>())
  [[nodiscard]] auto make() const {
    return firsts<key_of<Item>, kept<Item>>{};
  }
  template <class Key, class Kept, class X>
  void add(firsts<Key, Kept>& to, X&& x) const {
    if constexpr (by_itself) {
      (void)to.table.at(static_cast<X&&>(x), to.items++, [] { return present{}; });
    } else {
      auto& first = to.table.at(by(x), to.items++, [] { return Kept{}; });
      if (!first) first.emplace(static_cast<X&&>(x));
    }
  }
  template <class Key, class Kept>
  void merge(firsts<Key, Kept>& left, firsts<Key, Kept>&& right) const {
    left.table.merge(std::move(right.table), left.items, [](auto&, auto&&) {});
    left.items += right.items;
  }
  template <class Key, class Kept>
  [[nodiscard]] auto finish(firsts<Key, Kept>&& all) const {
    std::vector<value_kept<Key, Kept>> out;
    out.reserve(all.table.size());
    for (auto& g : all.table.in_order()) {
      if constexpr (by_itself)
        out.push_back(std::move(g.key));
      else
        out.push_back(std::move(*g.value));
    }
    return out;
  }
};

}  // namespace berth::detail
