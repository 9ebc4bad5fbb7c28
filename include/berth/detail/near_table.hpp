#pragma once
// A table for a few groups whose keys are numbers, with as little between key and value as there can be: a lookup takes
// a third of the flat table's time. For one thread at a time.
#include <berth/detail/key_hash.hpp>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace berth::detail {

// Where it may be used: keys that are equal are the same in every bit, and groups can be moved about at will.
template <class Key, class Value>
inline constexpr bool fits_near_table =
    number_like<Key> && !std::is_same_v<Key, bool> && std::is_trivially_destructible_v<Value> &&
    std::is_copy_assignable_v<Value> && std::default_initializable<Value> && sizeof(Value) <= 32;

// A value and the number of its group's first item.
template <class A>
struct placed {
  static constexpr std::size_t nowhere = ~std::size_t{0};
  A value{};
  std::size_t first = nowhere;
};

// Open addressing by one multiplication. Holds 2048 groups at most, and tells when it cannot take another key. Groups
// are numbered in the order in which they were noted. Below Most slots a table has Spread slots a group: with many,
// nearly every group is found where it is looked for first, and the branch that asks is foreseen.
template <class Key, class Value, std::size_t Spread, std::size_t Most>
class near_table {
 public:
  struct slot {
    Key key{};
    placed<Value> group;
    [[nodiscard]] bool is_taken() const { return group.first != placed<Value>::nowhere; }
  };

  [[nodiscard]] std::size_t size() const { return order_.size(); }
  [[nodiscard]] slot& operator[](std::size_t g) { return slots_[order_[g]]; }

  // To be called before find: an empty table has no memory.
  void open() {
    if (empty()) (void)widen();
  }

  // The slot of a key, a free one where it is to go, or null: no room.
  [[nodiscard]] slot* find(const Key& key) {
    const std::size_t start = start_of(key);
    for (std::size_t i = 0; i != most_probes; ++i) {
      slot& s = slots_[(start + i) & mask_];
      if (s.key == key || !s.is_taken()) return &s;
    }
    return nullptr;
  }

  // The free slot for a key that is not there; it is taken by being written and noted. Null: no room, for good.
  [[nodiscard]] slot* place_for(const Key& key) {
    while (has_room() || widen()) {
      if (slot* const s = find(key)) return s;
      if (!widen()) break;
    }
    return nullptr;
  }
  void note(const slot* s) { order_.push_back(static_cast<std::uint32_t>(s - slots_.data())); }

  [[nodiscard]] bool empty() const { return slots_.empty(); }
  void release() { *this = near_table(); }
  // Keeps the memory.
  void clear() {
    for (const std::uint32_t i : order_) slots_[i] = slot();
    order_.clear();
  }

  near_table() = default;

 private:
  static constexpr std::size_t least = 16;
  static constexpr std::size_t most_groups = Most / 2 < 2048 ? Most / 2 : 2048;
  static constexpr std::size_t most_of(std::size_t slots) {
    return slots == Most ? most_groups : (slots + Spread - 1) / Spread;
  }
  static constexpr std::size_t most_probes = 32;

  explicit near_table(std::size_t size) : slots_(size), mask_(size - 1) {
    for (; size > 1; size /= 2) --shift_;
  }

  [[nodiscard]] bool has_room() const { return order_.size() < most_of(slots_.size()); }

  // False: it is as large as it gets.
  [[nodiscard]] bool widen() {
    std::size_t size = slots_.empty() ? least : 4 * slots_.size();
    for (; size <= Most; size *= 4) {
      near_table wider(size);
      if (!wider.take(*this)) continue;
      *this = std::move(wider);
      return true;
    }
    return false;
  }
  [[nodiscard]] std::size_t start_of(const Key& key) const {
    return static_cast<std::size_t>((key_hash()(key) * 0x9e3779b97f4a7c15u) >> shift_);
  }
  bool take(near_table& from) {
    order_.reserve(most_of(slots_.size()));
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

}  // namespace berth::detail
