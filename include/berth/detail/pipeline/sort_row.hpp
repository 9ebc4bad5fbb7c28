#pragma once
// A stable sort of gathered items, by what a function makes of them.
#include <berth/detail/fold_leaf.hpp>
#include <berth/detail/pipeline/flow.hpp>
#include <berth/detail/side_by_side.hpp>
#include <berth/detail/sort.hpp>
#include <vector>

namespace berth::detail {

// A comparator for what is kept of items: the user's, by way of what by(item) gives.
template <class Keeper, class By>
struct key_of_kept {
  By* by;
  // What is made for looking is gone after the call, and so not referred to.
  decltype(auto) operator()(const typename Keeper::kept& k) const {
    if constexpr (std::is_reference_v<decltype(Keeper::look(k))>)
      return (*by)(Keeper::look(k));
    else
      return std::remove_cvref_t<decltype((*by)(Keeper::look(k)))>((*by)(Keeper::look(k)));
  }
};

template <class Less, class Key, class Kept>
void sort_by_pointer(std::vector<Kept>& row, Less& less, Key& key, const pipeline_call& call) {
  std::vector<Kept*> order;
  order.reserve(row.size());
  for (Kept& item : row) order.push_back(&item);
  auto key_there = [&key](const Kept* there) -> decltype(auto) { return key(*there); };
  sort_range<true>(order.begin(), order.size(), less, key_there, call.with, call.where);
  std::vector<Kept> sorted;
  sorted.reserve(row.size());
  for (Kept* there : order) sorted.push_back(std::move(*there));
  row.swap(sorted);
}

// A number and the little that is kept of its item: what is compared lies where the sort looks.
template <class Key, class Kept>
struct keyed_item {
  Key key;
  Kept item;
};
struct its_key {
  template <class Keyed>
  auto& operator()(Keyed& k) const {
    return k.key;
  }
};

template <class Number, class Less, class Key, class Kept>
void sort_by_number(std::vector<Kept>& row, Less& less, Key& key, const pipeline_call& call) {
  using keyed = keyed_item<Number, Kept>;
  auto with_key = [&key](const Kept& k) { return keyed{key(k), k}; };
  std::vector<keyed> order = map_objects<keyed>(row.size(), row.begin(), with_key, call.with, call.where);
  its_key number;
  const before<Less, its_key, keyed&> in_order(less, number);
  sort_items<is_erased<Less>>(order.begin(), order.size(), in_order, call.with, call.where);
  for (std::size_t i = 0; i != row.size(); ++i) row[i] = order[i].item;
}

template <class T>
inline constexpr bool is_plain_number = is_number<T> && !std::is_same_v<T, bool>;
template <class T>
inline constexpr bool is_kept_lightly = std::is_trivially_copyable_v<T> && sizeof(T) <= 8;

template <class Keeper, class Less, class By>
void sort_row(std::vector<typename Keeper::kept>& row, Less& less, By& by, const pipeline_call& call) {
  using kept = typename Keeper::kept;
  key_of_kept<Keeper, By> key{&by};
  std::identity same;
  using number = std::decay_t<decltype(key(row[0]))>;
  if constexpr (!is_own_value<kept>)
    sort_by_pointer(row, less, key, call);
  else if constexpr (std::is_same_v<By, itself> && std::is_same_v<Keeper, kept_by_value<kept>>)
    sort_range<true>(row.begin(), row.size(), less, same, call.with, call.where);
  else if constexpr (is_plain_number<number> && is_kept_lightly<kept>)
    sort_by_number<number>(row, less, key, call);
  else
    sort_range<true>(row.begin(), row.size(), less, key, call.with, call.where);
}

// Numbers in an order of their own: equal ones are the same, so that values do for elements.
template <class Flow, class Less, class By>
inline constexpr bool are_sorted_numbers =
    std::is_same_v<By, itself> && is_plain_number<result_value<typename Flow::item>> &&
    is_natural<Less, result_value<typename Flow::item>>;

}  // namespace berth::detail
