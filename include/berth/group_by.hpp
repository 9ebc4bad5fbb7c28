#pragma once
#include <berth/detail/fold_leaf.hpp>
#include <berth/detail/grouping.hpp>
#include <berth/detail/grouping/scatter.hpp>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <memory>
#include <source_location>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace berth {

// What group_by gives: keys in order of first occurrence, each with its values in the order of the input. All values
// lie in one row, group by group, so that a hundred thousand groups are three pieces of memory, not a hundred thousand.
//
//   for (const auto& [key, values] : groups) ...   // values: a std::span; auto& and auto do as well
//
// A group's key is a reference; of keys that are bool, a bool. Moving keeps what refers to groups, keys and values.
// A plain value: copying copies, reading from several threads is fine, never waits or throws but for memory.
template <class Key, class Value>
class groups {
 public:
  struct group {
    typename std::vector<Key>::const_reference key;
    std::span<const Value> values;
  };
  using iterator = const group*;

  groups() = default;
  // The values of group g are values[ends[g - 1]] to values[ends[g]].
  groups(std::vector<Key> keys, const std::size_t* ends, std::vector<Value> values)
      : keys_(std::move(keys)), values_(std::move(values)) {
    groups_.reserve(keys_.size());
    std::size_t begin = 0;
    for (std::size_t g = 0; g != keys_.size(); begin = ends[g++])
      groups_.push_back({std::as_const(keys_)[g], {values_.data() + begin, ends[g] - begin}});
  }
  groups(const groups& other)
    requires(std::copy_constructible<Key> && std::copy_constructible<Value>)
      : keys_(other.keys_), values_(other.values_) {
    groups_.reserve(keys_.size());
    for (std::size_t g = 0; g != keys_.size(); ++g)
      groups_.push_back({std::as_const(keys_)[g], {values_.data() + other.begin_of(g), other.of(g).size()}});
  }
  groups(groups&&) noexcept = default;
  groups& operator=(groups other) noexcept {
    keys_.swap(other.keys_);
    values_.swap(other.values_);
    groups_.swap(other.groups_);
    return *this;
  }
  ~groups() = default;

  [[nodiscard]] std::size_t size() const { return groups_.size(); }
  [[nodiscard]] bool empty() const { return groups_.empty(); }
  [[nodiscard]] const group& operator[](std::size_t g) const { return groups_[g]; }
  [[nodiscard]] std::span<const Value> of(std::size_t g) const { return groups_[g].values; }
  [[nodiscard]] std::span<Value> of(std::size_t g) { return {values_.data() + begin_of(g), groups_[g].values.size()}; }
  [[nodiscard]] const std::vector<Key>& keys() const { return keys_; }
  // Of all groups, one after another: to be changed, not to be made more or fewer.
  [[nodiscard]] const std::vector<Value>& values() const { return values_; }
  [[nodiscard]] std::vector<Value>& values() { return values_; }
  [[nodiscard]] iterator begin() const { return groups_.data(); }
  [[nodiscard]] iterator end() const { return groups_.data() + groups_.size(); }

 private:
  [[nodiscard]] std::size_t begin_of(std::size_t g) const {
    return static_cast<std::size_t>(groups_[g].values.data() - values_.data());
  }

  std::vector<Key> keys_;
  std::vector<Value> values_;
  std::vector<group> groups_;  // refer to the two
};

}  // namespace berth

namespace berth::detail {

template <class Key>
struct numbered {
  Key key;
  group_share items;
};

template <class Key, class Value, class Range, class Iterator, class KeyOf, class F, class Hash, class Equal>
groups<Key, Value> group_values(Range& items, const Iterator& first, KeyOf& key, F& f, const hints& with,
                                const Hash& hash, const Equal& equal, const std::source_location& where) {
  using group = numbered<Key>;
  const std::size_t count = size_of(items);
  if (count == 0) return {};
  item_numbers numbers(count);
  open_vector<Value> out(count);
  scattering<Value, Iterator, F> values(numbers, first, f, out.room(), with, where);
  if constexpr (fits_few_groups<Key, group_share>) {
    if (are_few_to_group<Key, numbering_fold>(count)) {
      numbering_fold fold{&numbers, numbers.of_items()};
      few_grouping<Key, Iterator, KeyOf, numbering_fold, Hash, Equal> few(count, first, key, fold, equal, with, where);
      few.gather();
      std::vector<Key> keys;
      keys.reserve(few.size());
      std::size_t ends[few_items];
      std::size_t end = 0;
      for (std::size_t g = 0; g != few.size(); ++g) {
        ends[g] = end;
        few.hand_out(g, [&](Key&& k, group_share share, std::size_t) {
          keys.push_back(std::move(k));
          end += share.length;
        });
      }
      values.few(&ends[0]);
      return groups<Key, Value>(std::move(keys), &ends[0], out.close(count));
    }
  }
  std::vector<group> found = grouped<Key, group>(items, key, numbering_fold{&numbers, numbers.of_items()}, hash, equal,
                                                 with, where, [](group* to, Key&& k, group_share share, std::size_t) {
                                                   ::new (static_cast<void*>(to)) group{std::move(k), share};
                                                 });
  std::vector<Key> keys;
  std::vector<std::size_t> ends;
  keys.reserve(found.size());
  ends.reserve(found.size());
  std::size_t end = 0;
  for (group& g : found) {
    keys.push_back(std::move(g.key));
    if (numbers.one_block())
      ends.push_back(end);
    else
      numbers.place(g.items, end);
    end += g.items.length;
    if (!numbers.one_block()) ends.push_back(end);
  }
  if (numbers.one_block())
    values.few(ends.data());
  else
    values.blocks();
  return groups<Key, Value>(std::move(keys), ends.data(), out.close(count));
}

}  // namespace berth::detail

namespace berth {

// The items of each key, or f(item) of each: keys in order of first occurrence, a key's values in the order of `items`.
//
//   auto by_day = berth::group_by(orders, [](const order& o) { return o.day; });
//   for (const auto& [day, orders] : by_day) report(day, orders);
//   auto prices = berth::group_by(orders, day_of, [](const order& o) { return o.price; });
//
// Shapes: as berth::count_by; values are copies of the items, or what f returns, decayed, and may then be move-only.
// Order: keys of first occurrence; values of the input. The same whatever the budget and the path.
// Waits: blocks the thread until all are done; a waiting thread runs pieces of this call and of calls made inside it,
//   nothing else. Inside the functions, nested calls are allowed.
// Cancellation: hints stop and until; the call then throws `cancelled` or `deadline_exceeded`; nothing is kept. The
//   number of items done is that of the step that was stopped; items there may be blocks.
// Throws: what key, hash or equal threw for the lowest-numbered failing piece, else what f threw for the
//   lowest-numbered failing item; std::bad_alloc. Nothing is left behind.
// Thread-safety: all functions are called from several threads at once.
// Complexity: n calls of key and of f; 4 bytes an item beside the result, and the groups of each block of 1024 to
//   131072 items. The values of one group, too, are made by as many threads as there are.
template <class Key = void, indexable Range, class KeyOf, class F, class Hash = key_hash, class Equal = key_equal>
  requires(!std::same_as<std::remove_cvref_t<F>, hints>)
[[nodiscard]] auto group_by(Range&& items, KeyOf&& key, F&& f, const hints& with = no_hints, const Hash& hash = Hash(),
                            const Equal& equal = Equal(),
                            std::source_location where = std::source_location::current()) {
  using reference = std::ranges::range_reference_t<Range>;
  constexpr bool keyed = std::invocable<KeyOf&, reference>;
  constexpr bool valued = std::invocable<F&, reference>;
  static_assert(keyed, "berth::group_by: the key function must be callable with the range's element type");
  static_assert(valued, "berth::group_by: the value function must be callable with the range's element type");
  if constexpr (keyed && valued) {
    using key_type = detail::group_key<Key, Range, KeyOf>;
    using value =
        std::conditional_t<std::same_as<std::remove_cvref_t<F>, detail::itself>, std::ranges::range_value_t<Range>,
                           std::decay_t<std::invoke_result_t<F&, reference>>>;
    constexpr bool found = detail::grouped_by<key_type, Hash, Equal>;
    constexpr bool kept = !std::same_as<value, bool>;
    static_assert(found, "berth::group_by: the key must have a std::hash and an ==, or be given functions for them");
    static_assert(kept, "berth::group_by: a vector of bool has no places for values; give them as char or as an enum");
    if constexpr (found && kept) {
      const auto first = std::ranges::begin(items);
      return detail::group_values<key_type, value>(items, first, key, f, with, hash, equal, where);
    }
  }
}

template <class Key = void, indexable Range, class KeyOf>
[[nodiscard]] auto group_by(Range&& items, KeyOf&& key, const hints& with = no_hints,
                            std::source_location where = std::source_location::current()) {
  return group_by<Key>(items, key, detail::itself{}, with, key_hash{}, key_equal{}, where);
}

}  // namespace berth
