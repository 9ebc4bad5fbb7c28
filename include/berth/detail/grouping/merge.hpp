#pragma once
// Tables and parts, each with some items of some groups, into all groups: in one table where they are few; else, for
// every partition, the parts' entries of it are folded in a table that fits the cache.
#include <berth/detail/block_hints.hpp>
#include <berth/detail/call.hpp>
#include <berth/detail/grouping/layout.hpp>
#include <cstddef>
#include <cstdint>
#include <source_location>
#include <utility>
#include <vector>

namespace berth::detail {

// Where a group is: of partition p the g-th, as one number.
using group_place = std::uint64_t;

// Parts are merged in the order in which they were added. Where a group's first item turns out to lie elsewhere than
// was known, its key becomes that item's, for keys that are equal need not be alike.
template <class Layout, class Fold>
class group_merger {
 public:
  using key_type = typename Layout::key;
  using value = typename Layout::value;
  using table = typename Layout::table;
  using part = typename Layout::part;
  using entry = typename Layout::entry;

  group_merger(const Layout& layout, Fold& fold) : layout_(layout), fold_(fold), whole_(layout.new_table()) {}

  void add(table&& groups) {
    if (whole_.empty())
      whole_ = std::move(groups);
    else if (!groups.empty())
      tables_.push_back(std::move(groups));
  }
  void add(part&& groups) { parts_.push_back(std::move(groups)); }

  // Returns whether groups are in the order of their first items.
  [[nodiscard]] bool merge(const hints& with, const std::source_location& where) {
    constexpr std::size_t few_tables = 4;
    const bool in_order = parts_.empty() && tables_.empty() && is_in_order(whole_);
    if ((parts_.empty() && tables_.size() < few_tables) || entries() <= few) {
      for (table& t : tables_) absorb(t);
      tables_.clear();
      for (part& p : parts_) absorb(whole_, p, 0, p.entries.size());
      parts_.clear();
    } else {
      merge_partitions(with, where);
    }
    return in_order;
  }

  // Whether merge() will leave one table, in little time.
  [[nodiscard]] bool are_few() const { return entries() <= few; }

  // --- after merge

  // Where it left one table.
  static constexpr std::size_t none = table::none;
  [[nodiscard]] std::size_t number_of(const key_type& key) const { return whole_.number_of(whole_.hash(key), key); }
  [[nodiscard]] const key_type& key(std::size_t g) const { return whole_.key(g); }
  [[nodiscard]] value& value_of(std::size_t g) { return whole_.value(g); }
  [[nodiscard]] std::size_t first(std::size_t g) const { return whole_.first(g); }

  [[nodiscard]] std::size_t size() const {
    std::size_t groups = whole_.size();
    for (const auto& m : merged_) groups += m.size();
    return groups;
  }
  // A merger that has one table has one partition.
  [[nodiscard]] std::size_t partitions() const { return merged_.empty() ? 1 : merged_.size(); }

  // use(first item, place) for the groups of a partition.
  template <class Use>
  void for_each_first(std::size_t p, Use use) const {
    if (merged_.empty())
      for (std::size_t g = 0; g != whole_.size(); ++g) use(whole_.first(g), group_place{g});
    else
      for (std::size_t g = 0; g != merged_[p].size(); ++g)
        use(merged_[p][g].first, (group_place{g} << layout_.partition_bits()) | p);
  }

  // use(key&&, value&&, first item) for one group, once.
  template <class Use>
  void hand_out(group_place place, Use use) {
    if (merged_.empty()) {
      use(std::move(whole_.key(place)), std::move(whole_.value(place)), whole_.first(place));
    } else {
      entry& e = merged_[place & (layout_.partitions() - 1)][place >> layout_.partition_bits()];
      use(std::move(e.key), std::move(e.value), e.first);
    }
  }

 private:
  static constexpr std::size_t few = 32768;
  static constexpr std::uint64_t entry_ps = 2'000;

  // A table need not be: groups outside a dense table's window were in it before the others.
  [[nodiscard]] static bool is_in_order(const table& groups) {
    for (std::size_t g = 1; g < groups.size(); ++g)
      if (groups.first(g) < groups.first(g - 1)) return false;
    return true;
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
      meet(into, Layout::hash_of(e), e.key, e.value, e.first);
    }
  }

  void meet(table& into, std::uint64_t h, key_type& key, value& from, std::size_t first) {
    const std::size_t known = into.size();
    const std::size_t g = into.number_or_make(h, std::move(key), first, [&]() -> value { return std::move(from); });
    if (g == known) return;
    fold_.meet(into.value(g), into.first(g), std::move(from), first);
    if (first >= into.first(g)) return;
    into.set_first(g, first);
    if constexpr (table::renames) into.rename(g, std::move(key));
  }

  void merge_partitions(const hints& with, const std::source_location& where) {
    if (!whole_.empty()) tables_.push_back(std::move(whole_));
    whole_ = layout_.new_table();
    split_tables(with, where);
    merged_.resize(layout_.partitions());
    const std::size_t each = entries() / layout_.partitions() + 1;
    auto leaf = [this, each](std::size_t begin, std::size_t end) {
      table groups = layout_.new_table();
      groups.reserve(each);
      for (std::size_t p = begin; p != end; ++p) merge_partition(groups, p);
    };
    run<Fold::erased>(layout_.partitions(), leaf, block_hints(with, each, entry_ps), where);
    parts_ = std::vector<part>();
  }

  void split_tables(const hints& with, const std::source_location& where) {
    const std::size_t before = parts_.size();
    parts_.resize(before + tables_.size());
    std::size_t most = 1;
    for (const table& t : tables_) most = t.size() > most ? t.size() : most;
    auto leaf = [this, before](std::size_t begin, std::size_t end) {
      for (std::size_t t = begin; t != end; ++t) {
        parts_[before + t] = layout_.part_of(std::move(tables_[t]));
        tables_[t] = layout_.new_table();
      }
    };
    run<Fold::erased>(tables_.size(), leaf, block_hints(with, most, entry_ps), where);
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
      out.push_back({std::move(groups.key(g)), std::move(groups.value(g)), groups.first(g), Layout::kept_hash(0)});
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

  const Layout& layout_;
  Fold& fold_;
  table whole_;
  std::vector<table> tables_;
  std::vector<part> parts_;
  std::vector<std::vector<entry>> merged_;
};

}  // namespace berth::detail
