#pragma once
// Groups as an accumulator: keys with a value each, and the number of each one's first item, by which they are ordered
// in the end.
//
// Groups whose keys are numbers are found by an index of keys alone, so that it and their values, side by side in the
// order in which they came, lie in as little cache as can be. Where there are very many groups, or their keys crowd,
// all move to the flat table, which holds any number of any keys; a table is always wholly the one or the other.
#include <algorithm>
#include <berth/detail/flat_table.hpp>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace berth::detail {

// From keys to numbers 0, 1, ...: open addressing by one multiplication.
template <class Key>
class near_index {
 public:
  struct slot {
    Key key{};
    std::uint32_t number_and_one = 0;  // 0: free
    [[nodiscard]] bool is_free() const { return number_and_one == 0; }
  };
  static constexpr std::size_t most_keys = std::size_t{1} << 19;

  // The number of a key, and one; 0 where it has none.
  [[nodiscard]] std::size_t number_and_one(const Key& key) const {
    for (std::size_t i = start_of(key);; i = (i + 1) & mask_) {
      const slot& s = first_[i];
      if (s.is_free() || s.key == key) return s.number_and_one;
    }
  }

  // The slot of a key, a free one where it is to go, or null: no room near its place.
  [[nodiscard]] slot* find(const Key& key) {
    const std::size_t start = start_of(key);
    for (std::size_t i = 0; i != most_probes; ++i) {
      slot& s = slots_[(start + i) & mask_];
      if (s.key == key || s.is_free()) return &s;
    }
    return nullptr;
  }

  // Whether one more of `keys` would leave half of the slots free.
  [[nodiscard]] bool has_room(std::size_t keys) const { return 2 * keys < slots_.size(); }

  // False: there are too many keys, or they crowd where there is room for many more.
  [[nodiscard]] bool widen(std::size_t keys) {
    std::size_t size = slots_.empty() ? least : slots_.size() * (slots_.size() < small ? 4 : 2);
    for (; size <= 2 * most_keys && size <= 64 * (keys + 1); size *= 2) {
      near_index wider(size);
      if (!wider.take(*this)) continue;
      *this = std::move(wider);
      return true;
    }
    return false;
  }

  near_index() = default;
  near_index(near_index&& other) noexcept { *this = std::move(other); }
  near_index& operator=(near_index&& other) noexcept {
    slots_ = std::move(other.slots_);
    first_ = std::exchange(other.first_, &nothing_there);
    mask_ = std::exchange(other.mask_, 0);
    shift_ = std::exchange(other.shift_, 0);
    return *this;
  }
  ~near_index() = default;

 private:
  static constexpr std::size_t least = 32;
  static constexpr std::size_t small = 4096;
  static constexpr std::size_t most_probes = 32;

  explicit near_index(std::size_t size) : slots_(size), first_(slots_.data()), mask_(size - 1) {
    for (shift_ = 64; size > 1; size /= 2) --shift_;
  }
  [[nodiscard]] std::size_t start_of(const Key& key) const {
    return static_cast<std::size_t>((key_hash()(key) * 0x9e3779b97f4a7c15u) >> shift_) & mask_;
  }
  bool take(const near_index& from) {
    for (const slot& old : from.slots_) {
      if (old.is_free()) continue;
      slot* const s = find(old.key);
      if (!s) return false;
      *s = old;
    }
    return true;
  }

  // What an index without memory looks at: one slot, shared by all and forever free.
  static inline const slot nothing_there{};

  std::vector<slot> slots_;
  const slot* first_ = &nothing_there;
  std::size_t mask_ = 0;
  unsigned shift_ = 0;
};

// The numbers, and one, of keys that are small numbers, by the keys themselves: a fraction of the index's memory, and
// no multiplication. It has a place for every key below its size or none that is known.
template <class Key>
class small_keys {
 public:
  [[nodiscard]] static std::uint64_t rank_of(const Key& key) { return key_hash()(key); }
  [[nodiscard]] bool covers(std::uint64_t rank) const { return rank < places_; }
  [[nodiscard]] std::size_t number_and_one(std::uint64_t rank) const { return numbers_[rank]; }

  // Of the number-th key; births: of all keys, by number. Grows where a good part of it will be in use.
  template <class Births>
  void add(const Key& key, std::size_t number, const Births& births) {
    const std::uint64_t rank = rank_of(key);
    if (!covers(rank)) {
      if (number < few || rank >= most || rank >= least + 16 * number) return;
      std::size_t size = numbers_.empty() ? least : numbers_.size();
      while (size <= rank) size *= 2;
      numbers_.assign(size, 0);
      places_ = size;
      for (std::size_t g = 0; g != number; ++g)
        if (covers(rank_of(births[g].key))) numbers_[rank_of(births[g].key)] = static_cast<std::uint32_t>(g + 1);
    }
    numbers_[rank] = static_cast<std::uint32_t>(number + 1);
  }

  small_keys() = default;
  small_keys(small_keys&& other) noexcept { *this = std::move(other); }
  small_keys& operator=(small_keys&& other) noexcept {
    numbers_ = std::move(other.numbers_);
    places_ = std::exchange(other.places_, 0);
    return *this;
  }
  ~small_keys() = default;

 private:
  static constexpr std::size_t few = 8;  // are not worth memory
  static constexpr std::size_t least = 64;
  static constexpr std::size_t most = std::size_t{1} << 16;
  std::vector<std::uint32_t> numbers_;
  std::size_t places_ = 0;
};

template <class Key, class Value>
class group_table {
 public:
  struct group {
    Key key;
    Value value;
    std::size_t first;
  };

  // The value of the key's group, which item `number` is in, none earlier than those before; make() gives that of a new
  // one. Holds until the next call.
  template <class K, class Make>
  [[nodiscard, gnu::always_inline]] Value& at(K&& key, std::size_t number, Make make) {
    if constexpr (may_be_near)
      if (const std::size_t known = near_.number_and_one(key); known != 0) [[likely]]
        return values_[known - 1].value;
    const std::size_t g = number_of(static_cast<K&&>(key), number);
    if (g == size()) add_value(make);
    return values_[g].value;
  }

  // Takes the groups of `right`; meet(value, value&&) where a key is here.
  template <class Meet>
  void merge(group_table&& right, Meet meet) {
    if (is_empty()) {
      *this = std::move(right);
      return;
    }
    for (std::size_t g = 0; g != right.size(); ++g) {
      const std::size_t first = right.first_of(g);
      const std::size_t here = number_of(std::move(right.key_of(g)), first);
      if (here == size()) {
        values_.push_back(std::move(right.values_[g]));
      } else {
        if (first < first_of(here)) {
          set_first(here, first);
          take_name(here, right.key_of(g));
        }
        meet(values_[here].value, std::move(right.values_[g].value));
      }
    }
  }

  // All groups, by their first items, else as they came. A value need not be assignable: places are sorted where groups
  // are not in order.
  [[nodiscard]] std::vector<group> in_order() {
    std::vector<placement> order;
    order.reserve(size());
    bool ordered = true;
    for (std::size_t g = 0; g != size(); ++g) {
      ordered = ordered && (order.empty() || order.back().first <= first_of(g));
      order.push_back({first_of(g), g});
    }
    if (!ordered) std::sort(order.begin(), order.end());
    std::vector<group> all;
    all.reserve(order.size());
    for (const placement& next : order)
      all.push_back({std::move(key_of(next.place)), std::move(values_[next.place].value), next.first});
    return all;
  }

  [[nodiscard]] std::size_t size() const { return values_.size(); }
  [[nodiscard]] bool is_empty() const { return values_.empty(); }

 private:
  static constexpr bool may_be_near = number_like<Key> && !std::is_same_v<Key, bool>;
  struct birth {
    Key key;
    std::size_t first;
  };
  struct near_keys {
    near_index<Key> index;
    small_keys<Key> small;
    std::vector<birth> births;  // by number

    [[nodiscard]] std::size_t number_and_one(const Key& key) const {
      const std::uint64_t rank = small_keys<Key>::rank_of(key);
      return small.covers(rank) ? small.number_and_one(rank) : index.number_and_one(key);
    }
  };
  struct nothing_near {};
  struct held {
    Value value;
  };
  struct placement {
    std::size_t first;
    std::size_t place;
    bool operator<(const placement& other) const {
      return first != other.first ? first < other.first : place < other.place;
    }
  };

  static constexpr std::size_t few = 16;

  // size() for a key that is new: its value is to be added next.
  template <class K>
  [[nodiscard]] std::size_t number_of(K&& key, std::size_t number) {
    if constexpr (may_be_near) {
      if (const std::size_t known = near_.number_and_one(key); known != 0) return known - 1;
      if (!is_far_) return add_near(key, number);
    }
    return far_.number_or_make(far_.hash(key), static_cast<K&&>(key), number, [] { return no_value(); });
  }
  template <class Make>
  [[gnu::noinline]] void add_value(Make& make) {
    if (values_.empty()) values_.reserve(few);
    values_.push_back({make()});
  }

  [[gnu::noinline]] std::size_t add_near(const Key& key, std::size_t number) {
    const std::size_t keys = size();
    while (near_.index.has_room(keys) || near_.index.widen(keys)) {
      if (auto* const s = near_.index.find(key)) {
        if (keys == 0) near_.births.reserve(few);
        near_.births.push_back({key, number});
        *s = {key, static_cast<std::uint32_t>(keys + 1)};
        near_.small.add(key, keys, near_.births);
        return keys;
      }
      if (!near_.index.widen(keys)) break;
    }
    const near_keys left = std::exchange(near_, near_keys());
    is_far_ = true;
    for (const birth& b : left.births) (void)number_of(b.key, b.first);
    return number_of(key, number);
  }
  [[nodiscard]] Key& key_of(std::size_t g) {
    if constexpr (may_be_near)
      if (!is_far_) return near_.births[g].key;
    return far_.key(g);
  }
  [[nodiscard]] std::size_t first_of(std::size_t g) const {
    if constexpr (may_be_near)
      if (!is_far_) return near_.births[g].first;
    return far_.first(g);
  }
  // Of keys that are equal that of the earlier item is given: they need not be alike, unless they are numbers.
  void take_name(std::size_t g, Key& earlier) {
    if constexpr (!number_like<Key> && flat_table<Key, no_value>::renames) far_.rename(g, std::move(earlier));
  }
  void set_first(std::size_t g, std::size_t first) {
    if constexpr (may_be_near)
      if (!is_far_) {
        near_.births[g].first = first;
        return;
      }
    far_.set_first(g, first);
  }

  // By number.
  std::vector<held> values_;
  // Keys are in the one or in the other.
  [[no_unique_address]] std::conditional_t<may_be_near, near_keys, nothing_near> near_;
  flat_table<Key, no_value> far_;
  bool is_far_ = !may_be_near;
};

}  // namespace berth::detail
