#pragma once
// Items into tables, by one thread at a time. A few groups of numbers lie in a near table; where the first of them show
// that the numbers lie close together, in a dense one; more, or any others, in a flat one; and a flat table that has
// grown out of the cache is left as it is: what it does not know goes, unfolded, into parts.
#include <berth/detail/grouping/dense.hpp>
#include <berth/detail/grouping/layout.hpp>
#include <berth/detail/in_loop.hpp>
#include <berth/detail/near_table.hpp>
#include <berth/detail/range.hpp>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>
#include <utility>
#include <vector>

namespace berth::detail {

template <class Layout, class Fold>
struct gathered_groups {
  static constexpr bool may_be_near =
      !Layout::keeps_hash && fits_near_table<typename Layout::key, typename Layout::value> &&
      std::is_same_v<typename Layout::table, flat_table<typename Layout::key, typename Layout::value>>;
  struct nothing_near {};
  using near_groups =
      std::conditional_t<may_be_near, near_table<typename Layout::key, typename Layout::value, 16, 16384>,
                         nothing_near>;

  static constexpr bool may_be_dense = may_be_near && is_counted_through<typename Layout::key>;
  using dense_groups =
      std::conditional_t<may_be_dense, dense_table<typename Layout::key, typename Layout::value, Fold>, nothing_near>;
  static constexpr std::size_t sample = 1024;

  bool is_near;                        // all groups are in `near`
  bool is_dense = false;               // those in the window are in `dense`, the others in `groups`
  std::size_t items = 0;               // of the whole work
  std::size_t to_be_sampled = sample;  // before it is decided whether to be dense
  [[no_unique_address]] near_groups near{};
  [[no_unique_address]] dense_groups dense{};
  typename Layout::table groups;
  std::vector<typename Layout::part> parts{};
  std::vector<typename Layout::entry> loose{};  // of the part in the making
  bool pays = true;                             // looking into the full table: of so many,
  std::size_t looked = 0;
  std::size_t missed = 0;  // ... so many were not there
};

// Fold: see detail/grouping.hpp.
template <class Layout, class Iterator, class KeyOf, class Fold>
class group_gatherer {
 public:
  using key_type = typename Layout::key;
  using value = typename Layout::value;
  using table = typename Layout::table;
  using gathered = gathered_groups<Layout, Fold>;
  // A table of so many groups and more is left alone: new keys go into parts.
  static constexpr std::size_t most_groups = (std::size_t{1} << 22) / sizeof(typename table::slot);

  group_gatherer(const Layout& layout, const Iterator& first, KeyOf& key_of, Fold& fold)
      : layout_(layout), first_(first), key_of_(key_of), fold_(fold) {}

  // For work on so many items. With few, the detour by a near table costs more than it saves.
  [[nodiscard]] gathered nothing_yet(std::size_t items) const {
    constexpr std::size_t near_from = 65536;
    return {.is_near = gathered::may_be_near && items >= near_from, .items = items, .groups = layout_.new_table()};
  }

  // Items [begin, end), which come after all those that are in already.
  void put(gathered& to, std::size_t begin, std::size_t end) const {
    begin = fill(to, begin, end, most_groups);
    while (begin != end) {
      const std::size_t room = layout_.part_items() - to.loose.size();
      const std::size_t until = end - begin > room ? begin + room : end;
      spill(to, begin, until);
      begin = until;
      if (to.loose.size() == layout_.part_items()) close_part(to);
    }
  }

  // The same into tables, whatever their size.
  void put_in_table(gathered& to, std::size_t begin, std::size_t end) const { fill(to, begin, end, ~std::size_t{0}); }

  // What put_in_table has put in, as one part. Memory stays.
  [[nodiscard]] typename Layout::part taken_from(gathered& from) const {
    if constexpr (gathered::may_be_near)
      if (from.is_near || from.is_dense) return part_without_table(from);
    auto part = layout_.part_of(std::move(from.groups));
    from.groups.clear();
    return part;
  }

  // All groups are in tables, dense or flat, or in closed parts, after this.
  void settle(gathered& of) const {
    if constexpr (gathered::may_be_near) empty_near(of);
    if (!of.loose.empty()) close_part(of);
  }

 private:
  using given_key = std::invoke_result_t<KeyOf&, std::iter_reference_t<Iterator>>;
  // Numbers are read some way ahead: several waits for memory then pass at once.
  static constexpr bool reads_ahead = !Layout::keeps_hash && std::is_same_v<std::decay_t<given_key>, key_type>;
  static constexpr std::size_t ahead = 32;

  // Until the table is full. Where it ended.
  std::size_t fill(gathered& to, std::size_t begin, std::size_t end, std::size_t most) const {
    constexpr std::size_t slice = 1024;
    if constexpr (gathered::may_be_dense) begin = fill_sample(to, begin, end);
    if constexpr (gathered::may_be_near)
      if (to.is_near) begin = fill_near(to, begin, end);
    if constexpr (gathered::may_be_dense)
      if (to.is_dense) begin = fill_dense(to, begin, end);
    table& groups = to.groups;
    while (begin != end && groups.size() < most) {
      const std::size_t until = end - begin > slice ? begin + slice : end;
      look_up(groups, true, begin, until,
              [&groups](std::uint64_t h, auto&& k, std::size_t i, Fold& fold) __attribute__((always_inline)) {
                groups.find_or_make(h, static_cast<decltype(k)>(k), i, [&] { return fold.start(fold.make(i)); });
              });
      begin = until;
    }
    return begin;
  }

  // A full table takes what it knows, for as long as that is a good part; the rest is kept for a part. Pieces may be
  // short: a part is closed when it is long enough, whatever the pieces.
  void spill(gathered& to, std::size_t begin, std::size_t end) const {
    const std::size_t before = to.loose.size();
    if (before == 0) to.loose.reserve(layout_.part_items());
    look_up(to.groups, to.pays, begin, end, [&to](std::uint64_t h, auto&& k, std::size_t i, Fold& fold) {
      to.loose.push_back({key_type(static_cast<decltype(k)>(k)), fold.start(fold.make(i)), i, Layout::kept_hash(h)});
    });
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

  void close_part(gathered& of) const {
    of.parts.push_back(layout_.part_of(of.loose));
    of.loose.clear();
  }

  // Adds items whose groups the table knows, if it is to be asked; the others go to miss(hash, key, item, fold).
  template <class Miss>
  void look_up(table& groups, bool ask, std::size_t begin, std::size_t end, Miss miss) const {
    const Iterator first = first_;
    in_loop<KeyOf, std::iter_reference_t<Iterator>> key = key_of_;
    Fold fold = fold_;
    if constexpr (reads_ahead) {
      for (; end - begin >= ahead; begin += ahead) look_up_batch(groups, ask, begin, first, key, fold, miss);
    }
    for (; begin != end; ++begin)
      look_up_one(groups, ask, as_key<key_type, typename Layout::hash, typename Layout::equal>(key(at(first, begin))),
                  begin, fold, miss);
  }

  template <class K, class Miss>
  [[gnu::always_inline]] static void look_up_one(table& groups, bool ask, K&& key, std::size_t i, Fold& fold,
                                                 Miss& miss) {
    const std::uint64_t h = groups.hash(key);
    if (value* const known = ask ? groups.find(h, key) : nullptr) [[likely]]
      fold.add(*known, fold.make(i));
    else
      miss(h, static_cast<K&&>(key), i, fold);
  }

  // What the key function throws comes after what the items before do.
  template <class Call, class Miss>
  void look_up_batch(table& groups, bool ask, std::size_t begin, const Iterator& first, Call& key, Fold& fold,
                     Miss& miss) const {
    key_type keys[ahead];
    std::size_t count = 0;
    try {
      for (; count != ahead; ++count) keys[count] = key(at(first, begin + count));
    } catch (...) {
      for (std::size_t k = 0; k != count; ++k) look_up_one(groups, ask, keys[k], begin + k, fold, miss);
      throw;
    }
    std::uint64_t hashes[ahead];
    for (std::size_t k = 0; k != ahead; ++k) hashes[k] = groups.hash(keys[k]);
    if (!ask) {
      for (std::size_t k = 0; k != ahead; ++k) miss(hashes[k], keys[k], begin + k, fold);
      return;
    }
    std::size_t guesses[ahead];
    for (std::size_t k = 0; k != ahead; ++k) groups.prefetch(hashes[k]);
    for (std::size_t k = 0; k != ahead; ++k) guesses[k] = groups.guess(hashes[k]);
    const std::size_t capacity = groups.capacity();
    for (std::size_t k = 0; k != ahead; ++k) {
      value* known = groups.capacity() == capacity ? groups.at_guess(guesses[k], keys[k]) : nullptr;
      if (!known) [[unlikely]]
        known = groups.find(hashes[k], keys[k]);
      if (known) [[likely]]
        fold.add(*known, fold.make(begin + k));
      else
        miss(hashes[k], keys[k], begin + k, fold);
    }
  }

  // --- the near table, where there is one

  // Until it has no more room; all groups are in the flat table then. Where it ended.
  std::size_t fill_near(gathered& to, std::size_t begin, std::size_t end) const {
    const Iterator first = first_;
    in_loop<KeyOf, std::iter_reference_t<Iterator>> key = key_of_;
    Fold fold = fold_;
    to.near.open();
    for (; begin != end; ++begin) {
      const auto k = static_cast<key_type>(key(at(first, begin)));
      auto* const there = to.near.find(k);
      if (there && there->is_taken()) [[likely]] {
        fold.add(there->group.value, fold.make(begin));
      } else if (!add_near(to, k, fold, begin)) {
        leave_near(to, k, fold, begin);
        return begin + 1;
      }
    }
    return begin;
  }

  [[gnu::noinline]] static bool add_near(gathered& to, const key_type& key, Fold& fold, std::size_t i) {
    auto* const made = to.near.place_for(key);
    if (!made) return false;
    *made = {key, {fold.start(fold.make(i)), i}};
    to.near.note(made);
    return true;
  }

  [[gnu::noinline]] void leave_near(gathered& to, const key_type& key, Fold& fold, std::size_t i) const {
    empty_near(to);
    to.near.release();
    to.is_near = false;
    to.groups.find_or_make(key, i, [&] { return fold.start(fold.make(i)); });
  }

  static void empty_near(gathered& of) {
    for (std::size_t g = 0; g != of.near.size(); ++g) {
      auto& from = of.near[g];
      of.groups.find_or_make(from.key, from.group.first, [&from] { return std::move(from.group.value); });
    }
    of.near.clear();
  }

  // Near or dense groups, the latter with those outside the window.
  [[nodiscard]] typename Layout::part part_without_table(gathered& of) const {
    std::vector<typename Layout::entry> all;
    auto add = [&all](const key_type& key, value& v, std::size_t first) {
      all.push_back({key, std::move(v), first, Layout::kept_hash(0)});
    };
    all.reserve(of.near.size() + of.groups.size());
    for (std::size_t g = 0; g != of.near.size(); ++g)
      add(of.near[g].key, of.near[g].group.value, of.near[g].group.first);
    of.near.clear();
    if constexpr (gathered::may_be_dense) {
      all.reserve(of.dense.size() + of.groups.size());
      for (std::size_t g = 0; g != of.dense.size(); ++g) add(of.dense.key(g), of.dense.value(g), of.dense.first(g));
      of.dense.clear();
    }
    for (std::size_t g = 0; g != of.groups.size(); ++g) add(of.groups.key(g), of.groups.value(g), of.groups.first(g));
    of.groups.clear();
    return layout_.part_of(all);
  }

  // --- the dense table, where there is one

  // Into the near table, as long as it is not decided whether to stay there.
  std::size_t fill_sample(gathered& to, std::size_t begin, std::size_t end) const {
    if (!to.is_near || to.to_be_sampled == 0) return begin;
    const std::size_t some = end - begin < to.to_be_sampled ? end - begin : to.to_be_sampled;
    begin = fill_near(to, begin, begin + some);
    to.to_be_sampled -= some;
    if (to.to_be_sampled == 0 && to.is_near) go_dense(to);
    return begin;
  }

  static void go_dense(gathered& to) {
    to.dense = gathered::dense_groups::over(to.near, to.items);
    if (to.dense.places() == 0) return;
    for (std::size_t g = 0; g != to.near.size(); ++g) {
      auto& [key, group] = to.near[g];
      if (const std::uint64_t place = to.dense.place_of(key); place < to.dense.places())
        to.dense.add(place, group.value, group.first);
      else
        to.groups.find_or_make(key, group.first, [&group] { return std::move(group.value); });
    }
    to.near.release();
    to.is_near = false;
    to.is_dense = true;
  }

  // Until too many keys lie outside the window, and no wider one will do; all groups are in the flat table then. Where
  // it ended.
  std::size_t fill_dense(gathered& to, std::size_t begin, std::size_t end) const {
    constexpr std::size_t slice = 4096;
    while (begin != end) {
      const std::size_t until = end - begin > slice ? begin + slice : end;
      const std::size_t outside = fill_dense_slice(to, begin, until);
      const bool is_in_vain = outside > slice / 4;
      begin = until;
      if (is_in_vain && !widen_dense(to)) break;
    }
    return begin;
  }

  [[gnu::noinline]] static bool widen_dense(gathered& of) {
    auto wider = of.dense.widened(of.groups, of.items);
    if (wider.places() == 0) {
      empty_dense(of);
      of.is_dense = false;
      return false;
    }
    of.dense = std::move(wider);
    of.groups.clear();
    return true;
  }

  std::size_t fill_dense_slice(gathered& to, std::size_t begin, std::size_t end) const {
    const Iterator first = first_;
    in_loop<KeyOf, std::iter_reference_t<Iterator>> key = key_of_;
    Fold fold = fold_;
    auto& dense = to.dense;
    const std::uint64_t places = dense.places();
    std::size_t outside = 0;
    for (; begin != end; ++begin) {
      const auto k = static_cast<key_type>(key(at(first, begin)));
      const std::uint64_t place = dense.place_of(k);
      if (place >= places) [[unlikely]] {
        ++outside;
        add_outside(to, k, fold, begin);
      } else if (auto& there = dense.at(place); there.is_taken()) [[likely]] {
        fold.add(there.value, fold.make(begin));
      } else {
        dense.add(place, fold.start(fold.make(begin)), begin);
      }
    }
    return outside;
  }

  [[gnu::noinline]] static void add_outside(gathered& to, const key_type& key, Fold& fold, std::size_t i) {
    const std::uint64_t h = to.groups.hash(key);
    if (value* const known = to.groups.find(h, key))
      fold.add(*known, fold.make(i));
    else
      to.groups.find_or_make(h, key, i, [&] { return fold.start(fold.make(i)); });
  }

  static void empty_dense(gathered& of) { of.dense.move_to(of.groups); }

  const Layout& layout_;
  const Iterator& first_;
  KeyOf& key_of_;
  Fold& fold_;
};

}  // namespace berth::detail
