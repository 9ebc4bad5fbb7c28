#pragma once
// Groups whose keys are whole numbers that lie close together, in a row with a place for every number of a window:
// nothing is hashed, compared or probed, and a group takes less of the cache than in any table. For one thread at a
// time.
#include <berth/detail/near_table.hpp>
#include <berth/detail/raw_array.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
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
  struct birth {
    std::size_t at;
    std::size_t first;
  };

  // The window for groups that are a sample of `items` items, or none if that would be a waste of memory. A row is
  // cheap where it is small, where a good part of it will be used, or where its places are few beside the items.
  template <class Near>
  [[nodiscard]] static dense_table over(Near& sample, std::size_t items) {
    constexpr std::size_t always = 4096;
    constexpr std::size_t places_a_group = 64;
    constexpr std::size_t many_groups = 256;
    constexpr std::uint64_t most = (std::size_t{16} << 20) / sizeof(slot);
    std::uint64_t low = ranked(sample[0].key);
    std::uint64_t high = low;
    for (std::size_t g = 1; g != sample.size(); ++g) {
      const std::uint64_t key = ranked(sample[g].key);
      low = key < low ? key : low;
      high = key > high ? key : high;
    }
    const std::uint64_t span = high - low;
    if (span >= most) return dense_table();
    const std::uint64_t margin = span / 64 + 256;  // for keys that the sample has missed
    const std::uint64_t size = span + 2 * margin + 512;
    const bool pays =
        size <= always || size <= places_a_group * sample.size() || (sample.size() >= many_groups && size <= items / 2);
    if (!pays || size > most) return dense_table();
    return dense_table(low - margin, size);
  }

  dense_table() = default;

  // At size() and beyond: outside.
  [[nodiscard]] std::uint64_t place_of(const Key& key) const { return ranked(key) - low_; }
  [[nodiscard]] std::uint64_t places() const { return places_; }
  [[nodiscard]] slot& at(std::uint64_t place) { return slots_[place]; }
  void add(std::uint64_t place, const Value& value, std::size_t first) {
    births_.push_back({place, first});
    slots_[place].put(value);
  }

  // Groups in the order in which they were added.
  [[nodiscard]] std::size_t size() const { return births_.size(); }
  [[nodiscard]] Key key(std::size_t g) const { return unranked(low_ + births_[g].at); }
  [[nodiscard]] Value& value(std::size_t g) { return slots_[births_[g].at].value; }
  [[nodiscard]] std::size_t first(std::size_t g) const { return births_[g].first; }

  // Keeps the window.
  void clear() {
    for (const birth& b : births_) slots_[b.at].vacate();
    births_.clear();
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

  dense_table(std::uint64_t low, std::uint64_t places) : low_(low), places_(places), slots_(places) {
    for (std::uint64_t i = 0; i != places; ++i) (::new (static_cast<void*>(&slots_[i])) slot())->vacate();
  }

  std::uint64_t low_ = 0;
  std::uint64_t places_ = 0;
  raw_array<slot> slots_;
  std::vector<birth> births_;
};

}  // namespace berth::detail
