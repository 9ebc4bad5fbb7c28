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
//   for (const auto& [key, values] : groups) ...   // values: a std::span
//
// A group's key is a reference; of keys that are bool, a bool.
// A plain value: copying copies, reading from several threads is fine, never waits or throws but for memory.
template <class Key, class Value>
class groups {
 public:
  struct group {
    typename std::vector<Key>::const_reference key;
    std::span<const Value> values;
  };
  class iterator;

  groups() = default;
  // The values of group g are values[ends[g - 1]] to values[ends[g]].
  groups(std::vector<Key> keys, std::vector<std::size_t> ends, std::vector<Value> values)
      : keys_(std::move(keys)), ends_(std::move(ends)), values_(std::move(values)) {}

  [[nodiscard]] std::size_t size() const { return keys_.size(); }
  [[nodiscard]] bool empty() const { return keys_.empty(); }
  [[nodiscard]] group operator[](std::size_t g) const { return {keys_[g], of(g)}; }
  [[nodiscard]] std::span<const Value> of(std::size_t g) const {
    const std::size_t begin = g == 0 ? 0 : ends_[g - 1];
    return {values_.data() + begin, ends_[g] - begin};
  }
  [[nodiscard]] std::span<Value> of(std::size_t g) {
    const std::size_t begin = g == 0 ? 0 : ends_[g - 1];
    return {values_.data() + begin, ends_[g] - begin};
  }
  [[nodiscard]] const std::vector<Key>& keys() const { return keys_; }
  // Of all groups, one after another.
  [[nodiscard]] const std::vector<Value>& values() const { return values_; }
  [[nodiscard]] std::vector<Value>& values() { return values_; }
  [[nodiscard]] iterator begin() const { return {*this, 0}; }
  [[nodiscard]] iterator end() const { return {*this, size()}; }

 private:
  std::vector<Key> keys_;
  std::vector<std::size_t> ends_;
  std::vector<Value> values_;
};

template <class Key, class Value>
class groups<Key, Value>::iterator {
 public:
  using value_type = group;
  using difference_type = std::ptrdiff_t;
  using iterator_concept = std::random_access_iterator_tag;
  using iterator_category = std::input_iterator_tag;  // operator* makes its result

  iterator() = default;
  iterator(const groups& of, std::size_t g) : of_(&of), g_(static_cast<difference_type>(g)) {}
  group operator*() const { return (*of_)[static_cast<std::size_t>(g_)]; }
  group operator[](difference_type n) const { return *(*this + n); }
  iterator& operator+=(difference_type n) {
    g_ += n;
    return *this;
  }
  iterator& operator-=(difference_type n) { return *this += -n; }
  iterator& operator++() { return *this += 1; }
  iterator& operator--() { return *this -= 1; }
  iterator operator++(int) { return std::exchange(*this, *this + 1); }
  iterator operator--(int) { return std::exchange(*this, *this - 1); }
  friend iterator operator+(iterator i, difference_type n) { return i += n; }
  friend iterator operator+(difference_type n, iterator i) { return i += n; }
  friend iterator operator-(iterator i, difference_type n) { return i -= n; }
  friend difference_type operator-(const iterator& a, const iterator& b) { return a.g_ - b.g_; }
  friend bool operator==(const iterator& a, const iterator& b) { return a.g_ == b.g_; }
  friend auto operator<=>(const iterator& a, const iterator& b) { return a.g_ <=> b.g_; }

 private:
  const groups* of_ = nullptr;
  difference_type g_ = 0;
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
  open_vector<Value> out(count);
  scattering<Value, Iterator, F> values(numbers, first, f, out.room(), with, where);
  if (numbers.one_block())
    values.few(ends);
  else
    values.blocks();
  return groups<Key, Value>(std::move(keys), std::move(ends), out.close(count));
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
// lowest-numbered
//   failing item; std::bad_alloc. Nothing is left behind.
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
