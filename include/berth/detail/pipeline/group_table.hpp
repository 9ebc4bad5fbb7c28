#pragma once
// Groups as an accumulator: keys with a value each, and the number of each one's first item, by which they are ordered
// in the end.
//
// A few groups whose keys are numbers lie in a near table; where it has no more room, all move to the flat table, which
// holds any number of any keys. A table is always wholly the one or the other.
#include <algorithm>
#include <berth/detail/flat_table.hpp>
#include <berth/detail/near_table.hpp>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace berth::detail {

template <class Key, class Value>
class group_table {
  static constexpr bool may_be_near = fits_near_table<Key, Value>;
  using far_table = flat_table<Key, placed<Value>>;

 public:
  struct group {
    Key key;
    Value value;
    std::size_t first;
  };

  // The value of the key's group, which item `number` is in; make() gives that of a new one.
  template <class K, class Make>
  [[nodiscard, gnu::always_inline]] Value& at(K&& key, std::size_t number, Make make) {
    if constexpr (may_be_near) {
      if (!near_.empty()) {
        auto* const s = near_.find(key);
        if (s && s->is_taken()) [[likely]] {
          if (number < s->group.first) s->group.first = number;
          return s->group.value;
        }
      }
      if (!is_far_) return add_near(key, number, make);
    }
    return at_far(static_cast<K&&>(key), number, make);
  }

  // Takes the groups of `right`, whose items' numbers count from `offset`; meet(value, value&&) where a key is here.
  template <class Meet>
  void merge(group_table&& right, std::size_t offset, Meet meet) {
    if (is_empty()) {
      *this = std::move(right);
      shift_numbers(offset);
      return;
    }
    right.for_each([&](Key& key, placed<Value>& from) {
      if (is_far_) return meet_far(key, from, from.first + offset, meet);
      bool is_new = false;
      Value& here = at(std::move(key), from.first + offset, [&]() -> Value {
        is_new = true;
        return std::move(from.value);
      });
      if (!is_new) meet(here, std::move(from.value));
    });
  }

  // All groups, by their first items. A value need not be assignable: places are sorted where groups are not in order.
  [[nodiscard]] std::vector<group> in_order() {
    std::vector<placement> order;
    order.reserve(size());
    bool ordered = true;
    for_each([&](Key&, const placed<Value>& g) {
      ordered = ordered && (order.empty() || order.back().first < g.first);
      order.push_back({g.first, order.size()});
    });
    if (!ordered) std::sort(order.begin(), order.end());
    std::vector<group> all;
    all.reserve(order.size());
    for (const placement& next : order)
      look_at(next.place,
              [&](Key& key, placed<Value>& g) { all.push_back({std::move(key), std::move(g.value), g.first}); });
    return all;
  }

  [[nodiscard]] std::size_t size() const { return is_far_ || !may_be_near ? far_.size() : near_size(); }
  [[nodiscard]] bool is_empty() const { return size() == 0; }

 private:
  struct nothing_near {};
  using near = std::conditional_t<may_be_near, near_table<Key, Value>, nothing_near>;

  [[nodiscard]] std::size_t near_size() const {
    if constexpr (may_be_near)
      return near_.size();
    else
      return 0;
  }

  struct placement {
    std::size_t first;
    std::size_t place;
    bool operator<(const placement& other) const { return first < other.first; }
  };

  // Groups are in the near table or in the far one, never in both.
  template <class Each>
  void look_at(std::size_t place, Each each) {
    if constexpr (may_be_near)
      if (!is_far_) return each(near_[place].key, near_[place].group);
    each(far_.key(place), far_.value(place));
  }
  template <class Each>
  void for_each(Each each) {
    for (std::size_t g = 0, count = size(); g != count; ++g) look_at(g, each);
  }

  void shift_numbers(std::size_t offset) {
    if (offset != 0) for_each([offset](Key&, placed<Value>& g) { g.first += offset; });
  }

  // Of keys that are equal, that of the earlier item stays, as in a table that has met all items in turn.
  template <class Meet>
  void meet_far(Key& key, placed<Value>& from, std::size_t first, Meet& meet) {
    const std::size_t known = far_.size();
    const std::size_t g = far_.number_or_make(far_.hash(key), std::move(key), 0,
                                              [&] { return placed<Value>{std::move(from.value), first}; });
    if (g == known) return;
    placed<Value>& here = far_.value(g);
    meet(here.value, std::move(from.value));
    if (here.first <= first) return;
    here.first = first;
    if constexpr (far_table::renames) far_.rename(g, std::move(key));
  }

  template <class Make>
  [[gnu::noinline]] Value& add_near(const Key& key, std::size_t number, Make& make) {
    if (auto* const s = near_.place_for(key)) {
      *s = {key, {make(), number}};
      near_.note(s);
      return s->group.value;
    }
    for (std::size_t g = 0; g != near_.size(); ++g)
      (void)far_.find_or_make(near_[g].key, 0, [&] { return near_[g].group; });
    is_far_ = true;
    near_.release();
    return at_far(key, number, make);
  }

  template <class K, class Make>
  Value& at_far(K&& key, std::size_t number, Make& make) {
    placed<Value>& g = far_.find_or_make(static_cast<K&&>(key), 0, [&] { return placed<Value>{make(), number}; });
    if (number < g.first) {
      g.first = number;
      if constexpr (far_table::renames) far_.rename(far_.number_of(far_.hash(key), key), Key(static_cast<K&&>(key)));
    }
    return g.value;
  }

  [[no_unique_address]] near near_;
  far_table far_;
  bool is_far_ = !may_be_near;
};

}  // namespace berth::detail
