#pragma once
// A flat hash table of groups: what every group verb fills. Private to berth; for one thread at a time.
//
//   flat_table<std::string, state> groups;
//   state& s = groups.find_or_make(key_of(item), index_of(item), [&] { return state(); });
//   for (std::size_t g = 0; g != groups.size(); ++g) use(groups.key(g), groups.first(g), groups.value(g));
//
// What: open addressing with linear probing over a power of two of slots that hold key and value; beside them a byte a
//   slot (empty, or seven bits of the hash) that decides nearly every probe, and a row of the groups in the order in
//   which they were made. Group g of 0..size()-1 is the g-th that was made: where items come in order, that is the
//   order of first occurrence, and first(g) is the index given with its first item.
// Keys: given as anything that Hash and Equal take beside a Key and from which a Key is made when it is new: a lookup
//   by `const std::string&`, or by a std::string_view into a table of strings, copies only new keys. What Hash gives is
//   mixed again: identity hashes, strides and equal low bits do no harm. Keys whose hashes agree in full are compared
//   one by one, as in any table.
// References to values and keys hold until the next find_or_make, reserve, clear or move; group numbers until clear.
// Throws: what Hash, Equal, making a key or make() throw, and std::bad_alloc; the table is then as it was before. (A
// key
//   or value whose move constructor throws while the table grows leaves a table that may only be destroyed.)
// Complexity: find_or_make expected O(1); growth by four, at most 5/8 full: at most 6.4 slots a group plus 16 bytes;
//   reserve(n) takes 1.6 to 3.2 slots a group. An empty table allocates nothing. clear() keeps the memory, and costs
//   one byte a slot.
#include <berth/detail/key_hash.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace berth::detail {

// For groups of which nothing but the key is kept.
struct no_value {};

template <class Key, class Value, class Hash = key_hash, class Equal = key_equal>
class flat_table {
 public:
  struct slot {
    Key key;
    [[no_unique_address]] Value value;
  };

  explicit flat_table(const Hash& hash = Hash(), const Equal& equal = Equal()) : hash_(hash), equal_(equal) {}
  flat_table(flat_table&& other) noexcept
      : hash_(other.hash_),
        equal_(other.equal_),
        tags_(std::exchange(other.tags_, no_tags())),
        slots_(std::exchange(other.slots_, nullptr)),
        mask_(std::exchange(other.mask_, 0)),
        most_(std::exchange(other.most_, 0)),
        born_(std::move(other.born_)) {
    other.born_.clear();
  }
  flat_table& operator=(flat_table&& other) noexcept {
    if (this != &other) {
      std::destroy_at(this);
      std::construct_at(this, std::move(other));
    }
    return *this;
  }
  ~flat_table() {
    destroy_slots();
    release(slots_, tags_);
  }

  [[nodiscard]] std::size_t size() const { return born_.size(); }
  [[nodiscard]] bool empty() const { return born_.empty(); }
  [[nodiscard]] std::size_t capacity() const { return slots_ ? mask_ + 1 : 0; }

  // Group number g. Keys may be moved out of a table that is about to be cleared or destroyed.
  [[nodiscard]] Key& key(std::size_t g) { return slots_[born_[g].slot].key; }
  [[nodiscard]] const Key& key(std::size_t g) const { return slots_[born_[g].slot].key; }
  [[nodiscard]] Value& value(std::size_t g) { return slots_[born_[g].slot].value; }
  [[nodiscard]] const Value& value(std::size_t g) const { return slots_[born_[g].slot].value; }
  [[nodiscard]] std::size_t first(std::size_t g) const { return born_[g].first; }

  // The hash by which the table's memory is ordered. Computed once where a key is looked up in several tables.
  template <class K>
  [[nodiscard]] std::uint64_t hash(const K& key) const {
    return mixed(static_cast<std::uint64_t>(hash_(key)));
  }

  // The value of the key's group; where there is none, one is made with make(), whose first item is number `index`.
  template <class K, class Make>
  Value& find_or_make(K&& key, std::size_t index, Make&& make) {
    const std::uint64_t h = hash(key);
    return find_or_make(h, std::forward<K>(key), index, std::forward<Make>(make));
  }

  // The same for a hash that hash(key) has given.
  template <class K, class Make>
  [[gnu::always_inline]] Value& find_or_make(std::uint64_t h, K&& key, std::size_t index, Make&& make) {
    const unsigned char tag = tag_of(h);
    for (std::size_t at = h & mask_;; at = (at + 1) & mask_) {
      const unsigned char there = tags_[at];
      if (there == tag && equal_(slots_[at].key, key)) [[likely]]
        return slots_[at].value;
      if (there == 0) return add(h, at, std::forward<K>(key), index, make);
    }
  }

  // Has the memory for that hash fetched, for who knows his hashes some lookups ahead.
  void prefetch(std::uint64_t h) const {
    __builtin_prefetch(tags_ + (h & mask_));
    __builtin_prefetch(slots_ + (h & mask_));
  }

  // Null where there is no such group.
  template <class K>
  [[nodiscard]] Value* find(std::uint64_t h, const K& key) {
    const unsigned char tag = tag_of(h);
    for (std::size_t at = h & mask_;; at = (at + 1) & mask_) {
      const unsigned char there = tags_[at];
      if (there == tag && equal_(slots_[at].key, key)) return &slots_[at].value;
      if (there == 0) return nullptr;
    }
  }
  template <class K>
  [[nodiscard]] Value* find(const K& key) {
    return find(hash(key), key);
  }

  // An earlier first item of a group than was known.
  void set_first(std::size_t g, std::size_t index) { born_[g].first = index; }

  // Room for so many groups, exactly once.
  void reserve(std::size_t groups) {
    if (groups > most_) grow(groups);
    born_.reserve(groups);
  }

  void clear() {
    destroy_slots();
    born_.clear();
    if (slots_) __builtin_memset(tags_, 0, capacity());
  }

 private:
  struct birth {
    std::size_t slot;
    std::size_t first;
  };

  static constexpr std::size_t least_capacity = 16;
  static constexpr unsigned char tag_of(std::uint64_t h) { return static_cast<unsigned char>(h >> 40) | 0x80u; }
  // A table without memory has one slot, shared by all and forever empty.
  static inline unsigned char nothing_there = 0;
  static unsigned char* no_tags() { return &nothing_there; }

  // Only new keys come here.
  template <class K, class Make>
  [[gnu::noinline]] Value& add(std::uint64_t h, std::size_t at, K&& key, std::size_t index, Make& make) {
    if (born_.size() == most_) {
      grow(4 * born_.size() + 1);
      at = free_slot(h);
    }
    if (born_.size() == born_.capacity()) born_.reserve(2 * born_.size() + least_capacity);
    slot* const made = ::new (static_cast<void*>(slots_ + at)) slot{Key(std::forward<K>(key)), make()};
    tags_[at] = tag_of(h);
    born_.push_back({at, index});
    return made->value;
  }

  [[nodiscard]] std::size_t free_slot(std::uint64_t h) const {
    std::size_t at = h & mask_;
    while (tags_[at] != 0) at = (at + 1) & mask_;
    return at;
  }

  void grow(std::size_t groups) {
    std::size_t wanted = least_capacity;
    while (wanted / 8 * 5 < groups) wanted *= 2;
    flat_table larger(hash_, equal_);
    larger.allocate(wanted);
    larger.born_.reserve(born_.capacity());
    for (const birth& b : born_) larger.take(slots_[b.slot], b.first);
    std::swap(tags_, larger.tags_);
    std::swap(slots_, larger.slots_);
    std::swap(mask_, larger.mask_);
    std::swap(most_, larger.most_);
    born_.swap(larger.born_);
  }

  void take(slot& from, std::size_t first) {
    const std::uint64_t h = hash(from.key);
    const std::size_t at = free_slot(h);
    ::new (static_cast<void*>(slots_ + at)) slot(std::move(from));
    tags_[at] = tag_of(h);
    born_.push_back({at, first});
  }

  void allocate(std::size_t capacity) {
    if (capacity > static_cast<std::size_t>(PTRDIFF_MAX) / sizeof(slot)) throw std::bad_array_new_length();
    auto* const tags = new unsigned char[capacity]();
    try {
      slots_ = static_cast<slot*>(::operator new(capacity * sizeof(slot), std::align_val_t(alignof(slot))));
    } catch (...) {
      delete[] tags;
      throw;
    }
    tags_ = tags;
    mask_ = capacity - 1;
    most_ = capacity / 8 * 5;
  }

  static void release(slot* slots, unsigned char* tags) {
    if (!slots) return;
    ::operator delete(slots, std::align_val_t(alignof(slot)));
    delete[] tags;
  }

  void destroy_slots() {
    if constexpr (!std::is_trivially_destructible_v<slot>)
      for (const birth& b : born_) slots_[b.slot].~slot();
  }

  [[no_unique_address]] Hash hash_;
  [[no_unique_address]] Equal equal_;
  unsigned char* tags_ = no_tags();
  slot* slots_ = nullptr;
  std::size_t mask_ = 0;
  std::size_t most_ = 0;  // so many groups, then the table grows
  std::vector<birth> born_;
};

}  // namespace berth::detail
