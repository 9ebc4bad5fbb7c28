#pragma once
// What all group verbs share: items -> groups in order of first occurrence, each with what its items were folded to.
//
// Three steps, each a call of its own where there is enough to do:
//   gather   pieces of the items are folded into tables. A table that has grown out of the cache is left as it is: what
//            it does not know goes, unfolded, into parts, which are ordered by partition (the top bits of the hash).
//   merge    for every partition, the parts' entries of it are folded into a table that fits the cache.
//   order    groups are put into the order of their first items, and made into results in place.
// What a group is folded to must not depend on the pieces. Where parts of a group may meet in any order (counts,
// integers), pieces are what the runtime makes of the call. Elsewhere they are blocks whose size depends on the number
// of items alone, and parts meet in the order of the blocks.
#include <berth/detail/building.hpp>
#include <berth/detail/call.hpp>
#include <berth/detail/first_occurrence.hpp>
#include <berth/detail/flat_table.hpp>
#include <berth/detail/in_loop.hpp>
#include <berth/detail/lazily.hpp>
#include <berth/detail/leased.hpp>
#include <berth/detail/open_vector.hpp>
#include <berth/detail/range.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <source_location>
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

// How many partitions, as the bits of the hash that name one: so that the groups of each fit the cache, whatever the
// items are.
constexpr unsigned partition_bits_of(std::size_t items) {
  constexpr std::size_t partition_items = 8192;
  unsigned bits = 0;
  while (bits < 10 && (items >> bits) > partition_items) ++bits;
  return bits;
}

// The items of a block where parts must meet in order: the largest power of two that leaves 64 blocks, within limits.
constexpr std::size_t group_block_of(std::size_t items) {
  std::size_t size = 1024;
  while (size < 131072 && items / (2 * size) >= 64) size *= 2;
  return size;
}

// A duration that berth::cost takes, without <chrono>.
template <class Rep, class Period>
struct plain_duration {
  Rep ticks;
  [[nodiscard]] Rep count() const { return ticks; }
};
struct picosecond {
  static constexpr std::uint64_t num = 1;
  static constexpr std::uint64_t den = 1'000'000'000'000;
};

// The hints for a call each of whose items stands for so many. least_ps: what one is known to cost at least.
inline hints for_blocks(const hints& with, std::size_t items, std::uint64_t least_ps) {
  hints block = with;
  const std::uint64_t told = with.item_cost.picoseconds();
  const std::uint64_t each = told > least_ps ? told : least_ps;
  block.item_cost = plain_duration<double, picosecond>{static_cast<double>(each) * static_cast<double>(items)};
  block.grain = with.grain / items;
  return block;
}

// Fold says what becomes of a group's items:
//   value, item          what a group holds; what is made of an item (it may be no_value)
//   any_order            whether parts of a group may meet in any order
//   item make(i)         for item number i; once an item
//   value start(item&&)  the group's first item (of this part)
//   add(value&, item&&)  a later one
//   meet(value& into, into_first, value&& from, from_first)  two parts of a group, and where each begins
template <class Key, class Iterator, class KeyOf, class Fold, class Hash, class Equal>
class grouping {
 public:
  using value = typename Fold::value;
  using item = typename Fold::item;
  using table = flat_table<Key, value, Hash, Equal>;
  static constexpr bool keeps_hash = !(number_like<Key> && std::is_same_v<Hash, key_hash>);
  using entry = group_entry<Key, value, keeps_hash>;
  using part = group_part<entry>;
  static constexpr bool erased = is_erased<KeyOf> || Fold::erased;

  grouping(std::size_t count, Iterator first, KeyOf& key_of, Fold& fold, const Hash& hash, const Equal& equal,
           const hints& with, const std::source_location& where)
      : count_(count),
        first_(first),
        key_of_(key_of),
        fold_(fold),
        whole_(hash, equal),
        hash_(hash),
        equal_(equal),
        with_(with),
        where_(where),
        partition_bits_(partition_bits_of(count)) {}

  // All items are in groups after this. May throw whatever the user's functions throw.
  void gather() {
    if constexpr (Fold::any_order)
      gather_freely();
    else
      gather_in_blocks();
    merge();
    order();
  }

  [[nodiscard]] std::size_t size() const { return in_order_ ? whole_.size() : order_.size(); }

  // Groups in order, once each: make(place, key&&, value&&, first) makes result number g at `place`.
  template <class Out, class Make>
  [[nodiscard]] std::vector<Out> results(Make make) {
    const std::size_t groups = size();
    open_vector<Out> out(groups);
    built_pieces<Out> built;
    auto leaf = [&, room = out.room()](std::size_t begin, std::size_t end) {
      built.build(room, begin, end, end - begin == groups, [&](Out* to, std::size_t g) { hand_out(make, to, g); });
    };
    const hints each = for_blocks(with_, 1, 5'000);
    run<Fold::erased>(groups, leaf, each, where_);
    built.keep();
    return out.close(groups);
  }

 private:
  // A table of this size and more is left alone: new keys go into parts.
  static constexpr std::size_t table_bytes = std::size_t{1} << 22;
  static constexpr std::size_t most_groups = table_bytes / sizeof(typename table::slot);
  static constexpr std::uint64_t item_ps = 2'000;

  struct gathered {
    table groups;
    std::vector<part> parts;
    std::vector<entry> loose;  // of the part in the making
    bool pays = true;          // looking into the full table: of so many,
    std::size_t looked = 0;
    std::size_t missed = 0;  // ... so many were not there
  };

  gathered nothing_yet() const { return {.groups = table(hash_, equal_), .parts = {}, .loose = {}}; }

  [[nodiscard]] static auto kept_hash(std::uint64_t h) {
    if constexpr (keeps_hash)
      return h;
    else
      return no_value{};
  }
  [[nodiscard]] std::uint64_t hash_of(const entry& e) const {
    if constexpr (keeps_hash)
      return e.hash;
    else
      return whole_.hash(e.key);
  }
  [[nodiscard]] std::size_t partitions() const { return std::size_t{1} << partition_bits_; }
  // Items that are made a part at a time: enough for a partition's run in it to be longer than the wait for its first
  // line and page.
  [[nodiscard]] std::size_t part_items() const {
    constexpr std::size_t least = 16384;
    constexpr std::size_t run = 256;
    return partitions() * run < least ? least : partitions() * run;
  }
  [[nodiscard]] std::size_t partition_of(std::uint64_t h) const {
    return partition_bits_ == 0 ? 0 : static_cast<std::size_t>(h >> (64 - partition_bits_));
  }

  // --- gather

  void gather_freely() {
    auto leaf = [this](std::size_t begin, std::size_t end) {
      if (end - begin == count_) {
        gathered alone = nothing_yet();
        put(alone, begin, end);
        keep(alone);
        return;
      }
      auto& mine = leases_.take(begin, [this] { return nothing_yet(); });
      put(mine.held, begin, end);
      leases_.give_back(mine, end);
    };
    run<erased>(count_, leaf, with_, where_);
    leases_.for_each([this](gathered& g) { keep(g); });
  }

  void keep(gathered& from) {
    if (!from.loose.empty()) close_part(from);
    for (part& p : from.parts) parts_.push_back(std::move(p));
    from.parts.clear();
    if (whole_.empty())
      whole_ = std::move(from.groups);
    else if (!from.groups.empty())
      tables_.push_back(std::move(from.groups));
  }

  void put(gathered& to, std::size_t begin, std::size_t end) {
    begin = fill(to.groups, begin, end);
    while (begin != end) {
      const std::size_t room = part_items() - to.loose.size();
      const std::size_t until = end - begin > room ? begin + room : end;
      spill(to, begin, until);
      begin = until;
      if (to.loose.size() == part_items()) close_part(to);
    }
  }

  // Until the table is full. Where it ended.
  std::size_t fill(table& groups, std::size_t begin, std::size_t end, std::size_t most = most_groups) {
    const Iterator first = first_;
    in_loop<KeyOf, std::iter_reference_t<Iterator>> key = key_of_;
    Fold fold = fold_;
    for (; begin != end && groups.size() < most; ++begin) put_one(groups, key(at(first, begin)), fold, begin);
    return begin;
  }

  template <class K>
  [[gnu::always_inline]] static void put_one(table& groups, K&& key, Fold& fold, std::size_t i) {
    const std::uint64_t h = groups.hash(key);
    if (value* const known = groups.find(h, key)) [[likely]]
      fold.add(*known, fold.make(i));
    else
      groups.find_or_make(h, std::forward<K>(key), i, [&] { return fold.start(fold.make(i)); });
  }

  // A full table takes what it knows, for as long as that is a good part; the rest is kept for a part. Pieces may be
  // short: a part is closed when it is long enough, whatever the pieces.
  void spill(gathered& to, std::size_t begin, std::size_t end) {
    const Iterator first = first_;
    in_loop<KeyOf, std::iter_reference_t<Iterator>> key = key_of_;
    Fold fold = fold_;
    const std::size_t before = to.loose.size();
    if (before == 0) to.loose.reserve(part_items());
    for (std::size_t i = begin; i != end; ++i) loosen(to, key(at(first, i)), fold, i);
    judge(to, end - begin, to.loose.size() - before);
  }

  static void judge(gathered& of, std::size_t looked, std::size_t missed) {
    constexpr std::size_t enough = 4096;
    of.looked += looked;
    of.missed += missed;
    if (of.looked < enough) return;
    of.pays = of.pays && of.missed <= of.looked / 4 * 3;
    of.looked = of.missed = 0;
  }

  void close_part(gathered& of) {
    of.parts.push_back(part_of(of.loose.size(), [&of](std::size_t k) -> entry& { return of.loose[k]; }));
    of.loose.clear();
  }

  template <class K>
  void loosen(gathered& to, K&& key, Fold& fold, std::size_t i) {
    const std::uint64_t h = to.groups.hash(key);
    value* const known = to.pays ? to.groups.find(h, key) : nullptr;
    if (known)
      fold.add(*known, fold.make(i));
    else
      to.loose.push_back({Key(std::forward<K>(key)), fold.start(fold.make(i)), i, kept_hash(h)});
  }

  // Orders entries by partition, and among those of one keeps their order. entry_at(k) is called once or twice a k, and
  // moved from at last.
  template <class EntryAt>
  part part_of(std::size_t count, EntryAt entry_at) const {
    std::vector<std::uint32_t> ends(partitions() + 1);
    std::vector<std::uint32_t> places(count);
    std::vector<std::uint16_t> where(count);
    for (std::size_t k = 0; k != count; ++k) {
      where[k] = static_cast<std::uint16_t>(partition_of(hash_of(entry_at(k))));
      ++ends[where[k] + std::size_t{1}];
    }
    for (std::size_t p = 0; p != partitions(); ++p) ends[p + 1] += ends[p];
    for (std::size_t k = 0; k != count; ++k) places[ends[where[k]]++] = static_cast<std::uint32_t>(k);
    part made;
    made.entries.reserve(count);
    for (const std::uint32_t k : places) made.entries.push_back(std::move(entry_at(k)));
    ends.pop_back();
    made.ends = std::move(ends);
    return made;
  }

  part part_of(table&& groups) const {
    std::vector<entry> all;
    all.reserve(groups.size());
    for (std::size_t g = 0; g != groups.size(); ++g) {
      const std::uint64_t h = keeps_hash ? groups.hash(groups.key(g)) : 0;
      all.push_back({std::move(groups.key(g)), std::move(groups.value(g)), groups.first(g), kept_hash(h)});
    }
    return part_of(all.size(), [&all](std::size_t k) -> entry& { return all[k]; });
  }

  // Where parts must meet in order: a part a block, and none where there is one block.
  void gather_in_blocks() {
    const std::size_t size = group_block_of(count_);
    if (count_ <= size) return gather_one_block();
    const std::size_t blocks = (count_ + size - 1) / size;
    parts_.resize(blocks);
    auto leaf = [this, size](std::size_t begin, std::size_t end) {
      auto& mine = leases_.take(0, [this] { return nothing_yet(); });
      table& groups = mine.held.groups;
      for (std::size_t b = begin; b != end; ++b) {
        groups.clear();
        fill(groups, b * size, b * size + size < count_ ? b * size + size : count_, ~std::size_t{0});
        parts_[b] = part_of(std::move(groups));
      }
      leases_.give_back(mine, 0);
    };
    run<erased>(blocks, leaf, for_blocks(with_, size, item_ps), where_);
  }

  struct loose_item {
    Key key;
    [[no_unique_address]] item made;
  };

  // By the caller, as a loop would; where the call is shared out all the same, keys and items are made by all, and put
  // in at last.
  void gather_one_block() {
    room_on_demand<loose_item> room(count_);
    built_pieces<loose_item> built;
    auto leaf = [&, this](std::size_t begin, std::size_t end) {
      if (end - begin == count_) return void(fill(whole_, begin, end, ~std::size_t{0}));
      in_loop<KeyOf, std::iter_reference_t<Iterator>> key = key_of_;
      built.build(room.room(), begin, end, false, [&, this](loose_item* to, std::size_t i) {
        ::new (static_cast<void*>(to)) loose_item{Key(key(at(first_, i))), fold_.make(i)};
      });
    };
    run<erased>(count_, leaf, with_, where_);
    if (loose_item* const items = room.made())
      for (std::size_t i = 0; i != count_; ++i) put_made(items[i], i);
  }

  void put_made(loose_item& from, std::size_t i) {
    const std::uint64_t h = whole_.hash(from.key);
    if (value* const known = whole_.find(h, from.key))
      fold_.add(*known, std::move(from.made));
    else
      whole_.find_or_make(h, std::move(from.key), i, [&] { return fold_.start(std::move(from.made)); });
  }

  // --- merge

  void merge() {
    constexpr std::size_t few = 32768;
    constexpr std::size_t few_tables = 4;
    if (parts_.empty() && tables_.size() < few_tables) {
      for (table& t : tables_) absorb(t);
      in_order_ = tables_.empty();
      tables_.clear();
    } else if (entries() <= few) {
      for (table& t : tables_) absorb(t);
      for (part& p : parts_) absorb(whole_, p, 0, p.entries.size());
      in_order_ = false;
    } else {
      merge_partitions();
    }
  }

  [[nodiscard]] std::size_t entries() const {
    std::size_t all = whole_.size();
    for (const table& t : tables_) all += t.size();
    for (const part& p : parts_) all += p.entries.size();
    return all;
  }

  // Two large tables are alike in the order of their memory; so is walking one and looking up in the other.
  void absorb(table& from) {
    for (std::size_t g = 0; g != from.size(); ++g)
      meet(whole_, from.hash(from.key(g)), from.key(g), from.value(g), from.first(g));
  }

  void absorb(table& into, part& from, std::size_t begin, std::size_t end) {
    for (; begin != end; ++begin) {
      entry& e = from.entries[begin];
      meet(into, hash_of(e), e.key, e.value, e.first);
    }
  }

  void meet(table& into, std::uint64_t h, Key& key, value& from, std::size_t first) {
    const std::size_t known = into.size();
    const std::size_t g = into.number_or_make(h, std::move(key), first, [&]() -> value { return std::move(from); });
    if (g == known) return;
    fold_.meet(into.value(g), into.first(g), std::move(from), first);
    if (first < into.first(g)) into.set_first(g, first);
  }

  void merge_partitions() {
    if (!whole_.empty()) tables_.push_back(std::move(whole_));
    whole_ = table(hash_, equal_);
    split_tables();
    merged_.resize(partitions());
    const std::size_t each = entries() / partitions() + 1;
    auto leaf = [this, each](std::size_t begin, std::size_t end) {
      table groups(hash_, equal_);
      groups.reserve(each);
      for (std::size_t p = begin; p != end; ++p) merge_partition(groups, p);
    };
    run<Fold::erased>(partitions(), leaf, for_blocks(with_, each, item_ps), where_);
    parts_ = std::vector<part>();
    in_order_ = false;
  }

  void split_tables() {
    const std::size_t before = parts_.size();
    parts_.resize(before + tables_.size());
    auto leaf = [this, before](std::size_t begin, std::size_t end) {
      for (std::size_t t = begin; t != end; ++t) parts_[before + t] = part_of(std::move(tables_[t]));
    };
    run<Fold::erased>(tables_.size(), leaf, for_blocks(with_, most_groups, item_ps), where_);
    tables_.clear();
  }

  void merge_partition(table& groups, std::size_t p) {
    groups.clear();
    for (std::size_t i = 0; i != parts_.size(); ++i) {
      fetch_ahead(i, p);
      absorb(groups, parts_[i], parts_[i].begin_of(p), parts_[i].ends[p]);
    }
    std::vector<entry>& out = merged_[p];
    out.reserve(groups.size());
    for (std::size_t g = 0; g != groups.size(); ++g)
      out.push_back({std::move(groups.key(g)), std::move(groups.value(g)), groups.first(g), kept_hash(0)});
  }

  // A partition's entries lie in short runs far from each other: without this, most of the time is spent waiting for
  // the first line of each.
  void fetch_ahead(std::size_t i, std::size_t p) const {
    constexpr std::size_t line = 64;
    if (i + 4 < parts_.size()) __builtin_prefetch(parts_[i + 4].ends.data() + p);
    if (i + 1 >= parts_.size()) return;
    const part& next = parts_[i + 1];
    const auto* from = reinterpret_cast<const char*>(next.entries.data() + next.begin_of(p));
    const auto* const to = reinterpret_cast<const char*>(next.entries.data() + next.ends[p]);
    for (std::size_t lines = 8; lines != 0 && from < to; --lines, from += line) __builtin_prefetch(from);
  }

  // --- order

  // Where group g of partition p is: one number.
  [[nodiscard]] std::uint64_t place_of(std::size_t p, std::size_t g) const {
    return (std::uint64_t{g} << partition_bits_) | p;
  }

  void order() {
    if (in_order_) return;
    std::size_t groups = whole_.size();
    for (const auto& m : merged_) groups += m.size();
    if (groups > count_ / 16)
      order_many(groups);
    else
      order_few(groups);
  }

  template <class Use>
  void for_each_first(std::size_t p, Use use) const {
    if (merged_.empty())
      for (std::size_t g = 0; g != whole_.size(); ++g) use(whole_.first(g), std::uint64_t{g});
    else
      for (std::size_t g = 0; g != merged_[p].size(); ++g) use(merged_[p][g].first, place_of(p, g));
  }
  [[nodiscard]] std::size_t merged_parts() const { return merged_.empty() ? 1 : merged_.size(); }

  void order_few(std::size_t groups) {
    std::vector<occurrence> all;
    all.reserve(groups);
    for (std::size_t p = 0; p != merged_parts(); ++p)
      for_each_first(p, [&all](std::size_t first, std::uint64_t place) { all.push_back({first, place}); });
    std::vector<occurrence> spare(groups);
    sort_by_first(all.data(), spare.data(), groups, count_);
    order_.reserve(groups);
    for (const occurrence& o : all) order_.push_back(o.group);
  }

  // A place for every item, those that are the first of a group filled in; then close the ranks.
  void order_many(std::size_t groups) {
    constexpr std::uint64_t nobody = ~std::uint64_t{0};
    constexpr std::size_t block = 32768;
    std::vector<std::uint64_t> of_item(count_, nobody);
    auto enter = [&, this](std::size_t begin, std::size_t end) {
      for (std::size_t p = begin; p != end; ++p)
        for_each_first(p, [&of_item](std::size_t first, std::uint64_t place) { of_item[first] = place; });
    };
    run<false>(merged_parts(), enter, for_blocks(with_, groups / merged_parts() + 1, item_ps), where_);
    const std::size_t blocks = (count_ + block - 1) / block;
    std::vector<std::size_t> before(blocks + 1);
    auto end_of = [this](std::size_t b) { return (b + 1) * block < count_ ? (b + 1) * block : count_; };
    auto tally = [&](std::size_t begin, std::size_t end) {
      for (std::size_t b = begin; b != end; ++b)
        for (std::size_t i = b * block; i != end_of(b); ++i) before[b + 1] += of_item[i] != nobody;
    };
    run<false>(blocks, tally, for_blocks(with_, block, 500), where_);
    for (std::size_t b = 0; b != blocks; ++b) before[b + 1] += before[b];
    order_.resize(groups);
    auto close_ranks = [&, this](std::size_t begin, std::size_t end) {
      for (std::size_t b = begin; b != end; ++b) {
        std::size_t to = before[b];
        for (std::size_t i = b * block; i != end_of(b); ++i)
          if (of_item[i] != nobody) order_[to++] = of_item[i];
      }
    };
    run<false>(blocks, close_ranks, for_blocks(with_, block, 1'000), where_);
  }

  template <class Make, class Out>
  void hand_out(Make& make, Out* to, std::size_t g) {
    const std::uint64_t place = in_order_ ? std::uint64_t{g} : order_[g];
    if (merged_.empty()) {
      make(to, std::move(whole_.key(place)), std::move(whole_.value(place)), whole_.first(place));
    } else {
      entry& e = merged_[place & (partitions() - 1)][place >> partition_bits_];
      make(to, std::move(e.key), std::move(e.value), e.first);
    }
  }

  std::size_t count_;
  Iterator first_;
  KeyOf& key_of_;
  Fold& fold_;
  table whole_;
  const Hash& hash_;
  const Equal& equal_;
  const hints& with_;
  const std::source_location& where_;
  unsigned partition_bits_;
  leases<gathered> leases_;
  std::vector<table> tables_;
  std::vector<part> parts_;
  std::vector<std::vector<entry>> merged_;
  std::vector<std::uint64_t> order_;
  bool in_order_ = true;
};

// The key's type: what is named, else what the key function returns, decayed.
template <class Key, class Range, class KeyOf>
using group_key =
    std::conditional_t<std::is_void_v<Key>,
                       std::decay_t<std::invoke_result_t<KeyOf&, std::ranges::range_reference_t<Range>>>, Key>;

template <class Key, class Hash>
concept hashed_by = std::is_invocable_r_v<std::uint64_t, const Hash&, const Key&>;
template <class Key, class Equal>
concept compared_by = std::is_invocable_r_v<bool, const Equal&, const Key&, const Key&>;

// The results of make(place, key&&, value&&, first) for the groups of `items`, in order of first occurrence.
template <class Key, class Out, class Range, class KeyOf, class Fold, class Hash, class Equal, class Make>
std::vector<Out> grouped(Range& items, KeyOf& key, Fold fold, const Hash& hash, const Equal& equal, const hints& with,
                         const std::source_location& where, Make make) {
  grouping<Key, std::ranges::iterator_t<Range>, KeyOf, Fold, Hash, Equal> groups(
      size_of(items), std::ranges::begin(items), key, fold, hash, equal, with, where);
  groups.gather();
  return groups.template results<Out>(make);
}

}  // namespace berth::detail
