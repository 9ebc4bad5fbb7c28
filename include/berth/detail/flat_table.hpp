#pragma once
// A flat hash table of groups: what every group verb fills. Private to berth; for one thread at a time.
//
//   flat_table<std::string, state> groups;
//   state& s = groups.find_or_make(key_of(item), index_of(item), [&] { return state(); });
//   for (std::size_t g = 0; g != groups.size(); ++g) use(groups.key(g), groups.first(g), groups.value(g));
//
// What: open addressing over a power of two of slots that hold key and value, probed in groups of 16 by a byte a slot
//   (empty, or eight bits of the hash) that decides nearly every probe; and a row of the groups in the order in
//   which they were made. Group g of 0..size()-1 is the g-th that was made: where items come in order, that is the
//   order of first occurrence, and first(g) is the index given with its first item.
// Keys: given as anything that Hash and Equal take beside a Key and from which a Key is made when it is new: a lookup
//   by `const std::string&`, or by a std::string_view into a table of strings, copies only new keys. What Hash gives is
//   mixed again: identity hashes, strides and equal low bits do no harm. Keys whose hashes agree in full are compared
//   one by one, as in any table.
// References to values and keys hold until the next find_or_make, reserve, clear or move; group numbers until clear.
// Throws: what Hash, Equal, making a key or make() throw, and std::bad_alloc; the table is then as it was before.
//   (Where moving a key or value throws, or hashing a key for the second time does, a table that fails to grow may only
//   be cleared or destroyed.)
// Complexity: find_or_make expected O(1). At most 13/16 full and, from 8192 groups on, at least 13/32; 16 bytes a group
//   and 5 a slot beside keys and values. An empty table allocates nothing. clear() keeps the memory, and costs a byte
//   a slot.
#include <berth/detail/key_hash.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace berth::detail {

// Tags that are looked at together: comparing them one by one mispredicts a branch at every fourth lookup.
#if defined(__SSE2__)

class tag_group {
 public:
  static constexpr std::size_t width = 16;
  static constexpr unsigned char empty = 0;
  explicit tag_group(const unsigned char* tags) { __builtin_memcpy(&tags_, tags, width); }
  // One bit a tag.
  [[nodiscard]] unsigned equal_to(unsigned char tag) const {
    const auto all = static_cast<char>(tag);
    const bytes wanted{all, all, all, all, all, all, all, all, all, all, all, all, all, all, all, all};
    return static_cast<unsigned>(__builtin_ia32_pmovmskb128(reinterpret_cast<bytes>(tags_ == wanted)));
  }
  [[nodiscard]] static std::size_t place(unsigned found) { return static_cast<std::size_t>(__builtin_ctz(found)); }

 private:
  using bytes [[gnu::vector_size(16)]] = char;
  bytes tags_;
};

#else

class tag_group {
 public:
  static constexpr std::size_t width = 8;
  static constexpr unsigned char empty = 0;
  explicit tag_group(const unsigned char* tags) {
    for (std::size_t i = 0; i != width; ++i) tags_ |= std::uint64_t{tags[i]} << (8 * i);
  }
  // The top bit of each byte that is equal.
  [[nodiscard]] std::uint64_t equal_to(unsigned char tag) const {
    const std::uint64_t x = tags_ ^ (ones * tag);
    return ~(((x & ~tops) + ~tops) | x | ~tops);
  }
  [[nodiscard]] static std::size_t place(std::uint64_t found) {
    return static_cast<std::size_t>(__builtin_ctzll(found)) / 8;
  }

 private:
  static constexpr std::uint64_t ones = 0x0101010101010101u;
  static constexpr std::uint64_t tops = 0x8080808080808080u;
  std::uint64_t tags_ = 0;
};

#endif

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
    release();
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
    const std::size_t at = slot_of(h, key);
    if (at != none) [[likely]]
      return slots_[at].value;
    return add(h, std::forward<K>(key), index, make);
  }

  static constexpr std::size_t none = ~std::size_t{0};

  // For who knows his hashes some lookups ahead: prefetch(h) for each of a dozen and then guess(h) for each have the
  // memory fetched that at_guess() reads. A guess holds until a group is made. Null: look it up.
  void prefetch(std::uint64_t h) const { __builtin_prefetch(tags_ + start_of(h)); }
  [[nodiscard]] std::size_t guess(std::uint64_t h) const {
    const std::size_t at = start_of(h);
    const auto found = tag_group(tags_ + at).equal_to(tag_of(h));
    if (found == 0) return none;
    const std::size_t likely = at + tag_group::place(found);
    __builtin_prefetch(slots_ + likely);
    return likely;
  }
  [[nodiscard]] Value* at_guess(std::size_t guessed, const Key& key) {
    return guessed != none && equal_(slots_[guessed].key, key) ? &slots_[guessed].value : nullptr;
  }
  // Whether the table is so large that this is worth while.
  [[nodiscard]] bool is_far() const { return slots_ && capacity() > near_bytes / bytes_a_slot; }

  // Null where there is no such group.
  template <class K>
  [[nodiscard]] Value* find(std::uint64_t h, const K& key) {
    const std::size_t at = slot_of(h, key);
    return at == none ? nullptr : &slots_[at].value;
  }
  template <class K>
  [[nodiscard]] Value* find(const K& key) {
    return find(hash(key), key);
  }

  // The group's number, or none.
  template <class K>
  [[nodiscard]] std::size_t number_of(std::uint64_t h, const K& key) const {
    const std::size_t at = slot_of(h, key);
    return at == none ? none : numbers()[at];
  }

  // The number of the key's group, made where there is none as by find_or_make.
  template <class K, class Make>
  std::size_t number_or_make(std::uint64_t h, K&& key, std::size_t index, Make&& make) {
    const std::size_t at = slot_of(h, key);
    if (at != none) return numbers()[at];
    add(h, std::forward<K>(key), index, make);
    return size() - 1;
  }

  // An earlier first item of a group than was known.
  void set_first(std::size_t g, std::size_t index) { born_[g].first = index; }

  // An equal key in place of group g's, which may look different to others.
  static constexpr bool renames = std::is_nothrow_move_constructible_v<Key>;
  void rename(std::size_t g, Key&& equal) noexcept
    requires renames
  {
    Key& old = key(g);
    std::destroy_at(std::addressof(old));
    ::new (static_cast<void*>(std::addressof(old))) Key(std::move(equal));
  }

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

  static constexpr std::align_val_t alignment{alignof(slot) < tag_group::width ? tag_group::width : alignof(slot)};
  static constexpr std::size_t least_capacity = 32;
  static constexpr std::size_t near_bytes = std::size_t{1} << 17;
  static constexpr std::uint64_t most_capacity = std::uint64_t{1} << 32;
  // A small table grows fast; a large one is kept dense, for what it costs is cache.
  static constexpr std::size_t small_table = 8192;
  static constexpr std::size_t most_of(std::size_t capacity) { return capacity / 16 * 13; }
  static constexpr unsigned char tag_of(std::uint64_t h) {
    const auto bits = static_cast<unsigned char>(h >> 40);
    return static_cast<unsigned char>(bits + (bits == tag_group::empty));
  }
  // A table without memory looks at one group of tags, shared by all and forever empty.
  alignas(tag_group::width) static inline unsigned char nothing_there[tag_group::width]{};
  static unsigned char* no_tags() { return nothing_there; }

  [[nodiscard]] std::size_t start_of(std::uint64_t h) const { return h & mask_ & ~(tag_group::width - 1); }

  template <class K>
  [[nodiscard]] std::size_t slot_of(std::uint64_t h, const K& key) const {
    const unsigned char tag = tag_of(h);
    for (std::size_t at = start_of(h);; at = (at + tag_group::width) & mask_) {
      const tag_group tags(tags_ + at);
      for (auto found = tags.equal_to(tag); found != 0; found &= found - 1) {
        const std::size_t s = at + tag_group::place(found);
        if (equal_(slots_[s].key, key)) [[likely]]
          return s;
      }
      if (tags.equal_to(tag_group::empty) != 0) [[likely]]
        return none;
    }
  }

  // Only new keys come here.
  template <class K, class Make>
  [[gnu::noinline]] Value& add(std::uint64_t h, K&& key, std::size_t index, Make& make) {
    if (born_.size() == most_) grow((born_.size() < small_table ? 4 : 2) * born_.size());
    if (born_.size() == born_.capacity()) born_.reserve(2 * born_.size() + least_capacity);
    const std::size_t at = free_slot(h);
    slot* const made = ::new (static_cast<void*>(slots_ + at)) slot{Key(std::forward<K>(key)), make()};
    enter(h, at, index);
    return made->value;
  }

  [[nodiscard]] std::size_t free_slot(std::uint64_t h) const {
    for (std::size_t at = start_of(h);; at = (at + tag_group::width) & mask_)
      if (const auto free = tag_group(tags_ + at).equal_to(tag_group::empty); free != 0)
        return at + tag_group::place(free);
  }

  void enter(std::uint64_t h, std::size_t at, std::size_t first) {
    tags_[at] = tag_of(h);
    numbers()[at] = static_cast<std::uint32_t>(born_.size());
    born_.push_back({at, first});
  }

  // Behind the slots in one piece of memory: a group's number for each, then a tag for each.
  static constexpr std::size_t bytes_a_slot = sizeof(slot) + sizeof(std::uint32_t) + 1;
  [[nodiscard]] std::uint32_t* numbers() const {
    return reinterpret_cast<std::uint32_t*>(tags_ - capacity() * sizeof(std::uint32_t));
  }

  void grow(std::size_t groups) {
    std::size_t wanted = least_capacity;
    while (most_of(wanted) < groups) wanted *= 2;
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
    enter(h, at, first);
  }

  void allocate(std::size_t capacity) {
    if (capacity > static_cast<std::size_t>(PTRDIFF_MAX) / bytes_a_slot || capacity > most_capacity)
      throw std::bad_array_new_length();
    void* const room = ::operator new(capacity * bytes_a_slot, alignment);
    slots_ = static_cast<slot*>(room);
    tags_ = static_cast<unsigned char*>(room) + capacity * (bytes_a_slot - 1);
    __builtin_memset(tags_, tag_group::empty, capacity);
    mask_ = capacity - 1;
    most_ = most_of(capacity);
  }

  void release() {
    if (slots_) ::operator delete(static_cast<void*>(slots_), alignment);
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
