#pragma once
// What groups are kept in while they are made: tables, and parts, which are rows of groups ordered by partition.
#include <berth/detail/flat_table.hpp>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace berth::detail {

// A group on its way between two tables. A hash that is dear to compute travels along.
template <class Key, class Value, bool KeepsHash>
struct group_entry {
  Key key;
  [[no_unique_address]] Value value;
  std::size_t first;
  [[no_unique_address]] std::conditional_t<KeepsHash, std::uint64_t, no_value> hash;
};

// Entries by partition: those of partition p are entries[ends[p - 1]] to entries[ends[p]].
template <class Entry>
struct group_part {
  std::vector<Entry> entries;
  std::vector<std::uint32_t> ends;
  [[nodiscard]] std::size_t begin_of(std::size_t p) const { return p == 0 ? 0 : ends[p - 1]; }
};

// The caller's hash or equality as tables keep it: small plain ones as they are, others, which might be dear to copy or
// cannot be, as a reference to the one object given.
template <class F>
struct function_reference {
  const F* f;
  function_reference(const F& given) : f(&given) {}  // NOLINT(google-explicit-constructor): made where F is given
  template <class... Arguments>
  decltype(auto) operator()(const Arguments&... arguments) const {
    return (*f)(arguments...);
  }
};
template <class F>
using kept_function = std::conditional_t<std::is_trivially_copyable_v<F> && sizeof(F) <= 16, F, function_reference<F>>;

// How many partitions, as the bits of the hash that name one: so that the groups of each fit the cache, whatever the
// items are.
constexpr unsigned partition_bits_of(std::size_t items) {
  constexpr std::size_t partition_items = 8192;
  unsigned bits = 0;
  while (bits < 10 && (items >> bits) > partition_items) ++bits;
  return bits;
}

template <class Key, class Value, class Hash, class Equal>
class group_layout {
 public:
  using key = Key;
  using value = Value;
  using hash = Hash;
  using equal = Equal;
  using table = flat_table<Key, Value, kept_function<Hash>, kept_function<Equal>>;
  static constexpr bool keeps_hash = !(number_like<Key> && std::is_same_v<Hash, key_hash>);
  using entry = group_entry<Key, Value, keeps_hash>;
  using part = group_part<entry>;

  group_layout(std::size_t items, const Hash& hashed_by, const Equal& equal_by)
      : hash_(hashed_by), equal_(equal_by), bits_(partition_bits_of(items)) {}

  [[nodiscard]] table new_table() const { return table(hash_, equal_); }
  [[nodiscard]] unsigned partition_bits() const { return bits_; }
  [[nodiscard]] std::size_t partitions() const { return std::size_t{1} << bits_; }
  [[nodiscard]] std::size_t partition_of(std::uint64_t h) const { return bits_ == 0 ? 0 : h >> (64 - bits_); }
  // Items that are made a part at a time: enough for a partition's run in it to be longer than the wait for its first
  // line and page.
  [[nodiscard]] std::size_t part_items() const {
    constexpr std::size_t least = 16384;
    constexpr std::size_t run = 256;
    return partitions() * run < least ? least : partitions() * run;
  }

  [[nodiscard]] static auto kept_hash(std::uint64_t h) {
    if constexpr (keeps_hash)
      return h;
    else
      return no_value{};
  }
  [[nodiscard]] static std::uint64_t hash_of(const entry& e) {
    if constexpr (keeps_hash)
      return e.hash;
    else
      return mixed(key_hash{}(e.key));
  }

  // Orders entries by partition, and among those of one keeps their order. The entries are moved from.
  [[nodiscard]] part part_of(std::vector<entry>& entries) const {
    const std::size_t count = entries.size();
    std::vector<std::uint32_t> ends(partitions() + 1);
    std::vector<std::uint32_t> places(count);
    std::vector<std::uint16_t> where(count);
    for (std::size_t k = 0; k != count; ++k) {
      where[k] = static_cast<std::uint16_t>(partition_of(hash_of(entries[k])));
      ++ends[where[k] + std::size_t{1}];
    }
    for (std::size_t p = 0; p != partitions(); ++p) ends[p + 1] += ends[p];
    for (std::size_t k = 0; k != count; ++k) places[ends[where[k]]++] = static_cast<std::uint32_t>(k);
    part made;
    made.entries.reserve(count);
    for (const std::uint32_t k : places) made.entries.push_back(std::move(entries[k]));
    ends.pop_back();
    made.ends = std::move(ends);
    return made;
  }

  // The table's groups; it is fit to be cleared or destroyed after that.
  [[nodiscard]] part part_of(table&& groups) const {
    std::vector<entry> all;
    all.reserve(groups.size());
    for (std::size_t g = 0; g != groups.size(); ++g) {
      const std::uint64_t h = keeps_hash ? groups.hash(groups.key(g)) : 0;
      all.push_back({std::move(groups.key(g)), std::move(groups.value(g)), groups.first(g), kept_hash(h)});
    }
    return part_of(all);
  }

 private:
  const Hash& hash_;
  const Equal& equal_;
  unsigned bits_;
};

}  // namespace berth::detail
