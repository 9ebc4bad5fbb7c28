#pragma once
// Groups whose keys are whole numbers that lie close together, in a row with a place for every number of a window:
// nothing is hashed, compared or probed, and a group takes less of the cache than in any table. For one thread at a
// time.
#include <berth/detail/first_occurrence.hpp>
#include <berth/detail/near_table.hpp>
#include <berth/detail/raw_array.hpp>
#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace berth::detail {

template <class Key>
inline constexpr bool is_counted_through = (std::is_integral_v<Key> || std::is_enum_v<Key>) && sizeof(Key) <= 8;

// A value, and whether there is one: a fold may name a value that no group has.
template <class Value, class Fold>
struct dense_slot {
  [[no_unique_address]] Value value;
  bool taken;
  void vacate() { taken = false; }
  void put(const Value& v) {
    value = v;
    taken = true;
  }
  [[nodiscard]] bool is_taken() const { return taken; }
};
template <class Value, class Fold>
  requires requires { Fold::nothing; }
struct dense_slot<Value, Fold> {
  Value value;
  void vacate() { value = Fold::nothing; }
  void put(const Value& v) { value = v; }
  [[nodiscard]] bool is_taken() const { return value != Fold::nothing; }
};

template <class Key, class Value, class Fold>
class dense_table {
 public:
  using slot = dense_slot<Value, Fold>;

  // The window for groups that are a sample of `items` items, or none if that would be a waste of memory. Some that lie
  // far from the others are left outside.
  template <class Near>
  [[nodiscard]] static dense_table over(Near& sample, std::size_t items) {
    bounds all(ranked(sample[0].key));
    for (std::size_t g = 1; g != sample.size(); ++g) all.take_in(ranked(sample[g].key));
    dense_table made = all.window_around(sample.size(), items);
    if (made.places() == 0) made = close_together(sample).window_around(sample.size(), items);
    return made;
  }

  // These groups and those `outside` in a wider window, which is left with room on the sides to which it has grown; or
  // none, as above.
  template <class Flat>
  [[nodiscard]] dense_table widened(Flat& outside, std::size_t items) {
    bounds of(low_);
    of.take_in(low_ + places_ - 1);
    const bounds before = of;
    for (std::size_t g = 0; g != outside.size(); ++g) of.take_in(ranked(outside.key(g)));
    const std::uint64_t more = of.span();
    dense_table wider =
        of.window(of.low == before.low ? 0 : more, of.high == before.high ? 0 : more, size() + outside.size(), items);
    if (wider.places() != 0) wider.take(*this, outside);
    return wider;
  }

  dense_table() = default;

  // At size() and beyond: outside.
  [[nodiscard]] std::uint64_t place_of(const Key& key) const { return ranked(key) - low_; }
  [[nodiscard]] std::uint64_t places() const { return places_; }
  [[nodiscard]] slot& at(std::uint64_t place) { return slots_[place]; }
  void add(std::uint64_t place, const Value& value, std::size_t first) {
    births_[size_++] = {place, first};
    slots_[place].put(value);
  }

  // Groups in the order in which they were added.
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] Key key(std::size_t g) const { return unranked(low_ + births_[g].at); }
  [[nodiscard]] slot& slot_of(std::size_t g) { return slots_[births_[g].at]; }
  [[nodiscard]] Value& value(std::size_t g) { return slots_[births_[g].at].value; }
  [[nodiscard]] std::size_t first(std::size_t g) const { return births_[g].first; }

  // The slot that the key has, taken or not; null where it is outside.
  [[nodiscard]] slot* find(const Key& key) {
    const std::uint64_t place = place_of(key);
    return place < places_ ? &slots_[place] : nullptr;
  }

  // Keeps the window.
  void clear() {
    for (std::size_t g = 0; g != size_; ++g) slot_of(g).vacate();
    size_ = 0;
  }

  // Adds the groups to a table that has none of them.
  template <class Flat>
  void move_to(Flat& groups) {
    if (size_ != 0) groups.reserve(groups.size() + size_);
    for (std::size_t g = 0; g != size_; ++g)
      groups.find_or_make(key(g), first(g), [this, g] { return std::move(value(g)); });
    clear();
  }

 private:
  static constexpr bool is_signed() {
    if constexpr (std::is_enum_v<Key>)
      return std::is_signed_v<std::underlying_type_t<Key>>;
    else
      return std::is_signed_v<Key>;
  }
  // In the order of the keys.
  static constexpr std::uint64_t lowest = is_signed() ? std::uint64_t{1} << 63 : 0;
  static std::uint64_t ranked(Key key) { return static_cast<std::uint64_t>(key) + lowest; }
  static Key unranked(std::uint64_t rank) { return static_cast<Key>(rank - lowest); }

  // Every place is a group's at most once.
  struct birth {
    std::size_t at;
    std::size_t first;
  };

  struct bounds {
    std::uint64_t low, high;
    explicit bounds(std::uint64_t rank) : low(rank), high(rank) {}
    void take_in(std::uint64_t rank) {
      low = rank < low ? rank : low;
      high = rank > high ? rank : high;
    }
    [[nodiscard]] std::uint64_t span() const { return high - low; }
    [[nodiscard]] dense_table window_around(std::size_t groups, std::size_t items) const {
      const std::uint64_t margin = span() / 64 + 256;  // for keys that the sample has missed
      return window(margin, margin + 512, groups, items);
    }

    // A row is cheap where it is small, where a good part of it will be used, or where its places are few beside the
    // items.
    [[nodiscard]] dense_table window(std::uint64_t below, std::uint64_t above, std::size_t groups,
                                     std::size_t items) const {
      constexpr std::size_t always = 4096;
      constexpr std::size_t places_a_group = 64;
      constexpr std::size_t many_groups = 256;
      constexpr std::uint64_t most = (std::size_t{16} << 20) / sizeof(slot);
      if (span() >= most) return dense_table();
      below = below < low ? below : low;
      above = above < ~high ? above : ~high;
      const std::uint64_t size = span() + 1 + below + above;
      const bool pays =
          size <= always || size <= places_a_group * groups || (groups >= many_groups && size <= items / 2);
      return pays && size <= most ? dense_table(low - below, size) : dense_table();
    }
  };

  // The closest 15 of 16.
  template <class Near>
  static bounds close_together(Near& sample) {
    const std::size_t count = sample.size();
    const std::size_t kept = count - count / 16;
    std::vector<occurrence> ranks(count);
    std::vector<occurrence> spare(count);
    for (std::size_t g = 0; g != count; ++g) ranks[g] = {ranked(sample[g].key), g};
    sort_by_first(ranks.data(), spare.data(), count, ~std::uint64_t{0});
    std::size_t best = 0;
    for (std::size_t i = 1; i + kept <= count; ++i)
      if (ranks[i + kept - 1].first - ranks[i].first < ranks[best + kept - 1].first - ranks[best].first) best = i;
    bounds of(ranks[best].first);
    of.take_in(ranks[best + kept - 1].first);
    return of;
  }

  dense_table(std::uint64_t low, std::uint64_t places) : low_(low), places_(places), slots_(places), births_(places) {
    for (std::uint64_t i = 0; i != places; ++i) (::new (static_cast<void*>(&slots_[i])) slot())->vacate();
  }

  // Both have their groups in the order of first items, and none of the same.
  template <class Flat>
  void take(dense_table& from, Flat& outside) {
    std::size_t g = 0;
    for (std::size_t o = 0; o != outside.size(); ++o) {
      for (; g != from.size() && from.first(g) < outside.first(o); ++g)
        take_one(from.key(g), from.value(g), from.first(g));
      take_one(outside.key(o), outside.value(o), outside.first(o));
    }
    for (; g != from.size(); ++g) take_one(from.key(g), from.value(g), from.first(g));
  }
  void take_one(const Key& key, const Value& value, std::size_t first) { add(place_of(key), value, first); }

  std::uint64_t low_ = 0;
  std::uint64_t places_ = 0;
  std::size_t size_ = 0;
  raw_array<slot> slots_;
  raw_array<birth> births_;
};

}  // namespace berth::detail
