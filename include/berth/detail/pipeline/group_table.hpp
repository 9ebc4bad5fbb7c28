#pragma once
// Groups as an accumulator: keys with a value each, and the number of each one's first item, by which they are ordered
// in the end.
//
// A few groups whose keys are numbers lie in a table of their own, with as little between key and value as there can
// be: such a lookup takes a third of the time. Where they become too many, or crowd, all move to the flat table, which
// holds any number of any keys; a table is always wholly the one or the other.
#include <algorithm>
#include <berth/detail/flat_table.hpp>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace berth::detail {

// A value and the number of its group's first item.
template <class A>
struct placed {
  static constexpr std::size_t nowhere = ~std::size_t{0};
  A value{};
  std::size_t first = nowhere;
};

// Open addressing by one multiplication. Holds few_groups at most; tells when it cannot take another key.
template <class Key, class Value>
class near_table {
 public:
  struct slot {
    Key key{};
    placed<Value> group;
  };

  [[nodiscard]] std::size_t size() const { return order_.size(); }
  [[nodiscard]] slot& operator[](std::size_t g) { return slots_[order_[g]]; }

  // The slot of a key, a free one where it is to go, or null: no room.
  [[nodiscard]] slot* find(const Key& key) {
    const std::size_t start = start_of(key);
    for (std::size_t i = 0; i != most_probes; ++i) {
      slot& s = slots_[(start + i) & mask_];
      if (s.key == key || s.group.first == placed<Value>::nowhere) return &s;
    }
    return nullptr;
  }

  // Whether one more group would leave half of the slots free.
  [[nodiscard]] bool has_room() const { return 2 * order_.size() < slots_.size(); }
  void note(const slot* s) { order_.push_back(static_cast<std::uint32_t>(s - slots_.data())); }

  // False: it is as large as it gets.
  [[nodiscard]] bool widen() {
    std::size_t size = slots_.empty() ? least : 4 * slots_.size();
    for (; size <= most; size *= 4) {
      near_table wider(size);
      if (!wider.take(*this)) continue;
      *this = std::move(wider);
      return true;
    }
    return false;
  }
  [[nodiscard]] bool empty() const { return slots_.empty(); }
  void release() { *this = near_table(); }

  near_table() = default;

 private:
  static constexpr std::size_t least = 16;
  static constexpr std::size_t most = 4096;
  static constexpr std::size_t most_probes = 32;

  explicit near_table(std::size_t size) : slots_(size), mask_(size - 1) {
    for (; size > 1; size /= 2) --shift_;
  }
  [[nodiscard]] std::size_t start_of(const Key& key) const {
    return static_cast<std::size_t>((key_hash()(key) * 0x9e3779b97f4a7c15u) >> shift_);
  }
  bool take(near_table& from) {
    order_.reserve(slots_.size() / 2);
    for (const std::uint32_t i : from.order_) {
      slot* const s = find(from.slots_[i].key);
      if (!s) return false;
      *s = from.slots_[i];
      note(s);
    }
    return true;
  }

  std::vector<slot> slots_;
  std::vector<std::uint32_t> order_;
  std::size_t mask_ = 0;
  unsigned shift_ = 64;
};

template <class Key, class Value>
class group_table {
  static constexpr bool may_be_near = number_like<Key> && !std::is_same_v<Key, bool> &&
                                      std::is_trivially_destructible_v<Value> && std::is_copy_assignable_v<Value> &&
                                      std::default_initializable<Value> && sizeof(Value) <= 32;
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
        if (s && s->group.first != placed<Value>::nowhere) [[likely]] {
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

  template <class Make>
  [[gnu::noinline]] Value& add_near(const Key& key, std::size_t number, Make& make) {
    while (near_.has_room() || near_.widen()) {
      if (auto* const s = near_.find(key)) {
        *s = {key, {make(), number}};
        near_.note(s);
        return s->group.value;
      }
      if (!near_.widen()) break;
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
    if (number < g.first) g.first = number;
    return g.value;
  }

  [[no_unique_address]] near near_;
  far_table far_;
  bool is_far_ = !may_be_near;
};

template <class Key>
consteval bool is_hashable() {
  if constexpr (number_like<Key> || text_like<Key>)
    return true;
  else if constexpr (tuple_like<Key>)
    return []<std::size_t... I>(std::index_sequence<I...>) {
      return (is_hashable<std::remove_cvref_t<std::tuple_element_t<I, Key>>>() && ...);
    }(std::make_index_sequence<std::tuple_size<Key>::value>{});
  else
    return requires(const Key& key) { std::size_t(std::hash<Key>{}(key)); };
}

}  // namespace berth::detail
