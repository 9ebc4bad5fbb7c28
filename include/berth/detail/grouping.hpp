#pragma once
// What all group verbs share: items -> groups in order of first occurrence, each with what its items were folded to.
//
// Three steps, each a call of its own where there is enough to do:
//
// - gather (grouping/gather.hpp): pieces of the items are folded into tables, and what these have no room for into
//   parts;
// - merge (grouping/merge.hpp): tables and parts become all groups;
// - order (grouping/order.hpp): groups are put into the order of their first items, and made into results in place.
//
// What a group is folded to must not depend on the pieces. Where parts of a group may meet in any order (counts,
// integers), pieces are what the runtime makes of the call. Elsewhere they are blocks whose size depends on the number
// of items alone, and parts meet in the order of the blocks.
#include <berth/detail/block_grid.hpp>
#include <berth/detail/block_hints.hpp>
#include <berth/detail/building.hpp>
#include <berth/detail/call.hpp>
#include <berth/detail/grouping/dense_merge.hpp>
#include <berth/detail/grouping/few.hpp>
#include <berth/detail/grouping/gather.hpp>
#include <berth/detail/grouping/layout.hpp>
#include <berth/detail/grouping/merge.hpp>
#include <berth/detail/grouping/order.hpp>
#include <berth/detail/in_loop.hpp>
#include <berth/detail/lazily.hpp>
#include <berth/detail/leased.hpp>
#include <berth/detail/open_vector.hpp>
#include <berth/detail/range.hpp>
#include <cstddef>
#include <cstdint>
#include <source_location>
#include <type_traits>
#include <utility>
#include <vector>

namespace berth::detail {

// The blocks whose parts meet in order, where a fold has none of its own.
template <class Fold>
constexpr block_grid blocks_for(std::size_t items) {
  if constexpr (requires { Fold::grid(items); })
    return Fold::grid(items);
  else
    return {items, 1024, 131072};
}

// Fold says what becomes of a group's items:
//   value, item          what a group holds; what is made of an item (it may be no_value)
//   any_order            whether parts of a group may meet in any order
//   item make(i)         for item number i; once an item
//   value start(item&&)  the group's first item (of this part)
//   add(value&, item&&)  a later one
//   meet(value& into, into_first, value&& from, from_first)  two parts of a group, and where each begins
//   grid(items)          blocks of its own (optional, static)
//   nothing              a value that no group has (optional)
//   asks_for_firsts      there, if meet asks where the parts begin and parts may meet in any order
template <class Key, class Iterator, class KeyOf, class Fold, class Hash, class Equal>
class grouping {
 public:
  using value = typename Fold::value;
  using item = typename Fold::item;
  using layout = group_layout<Key, value, Hash, Equal>;
  using gatherer = group_gatherer<layout, Iterator, KeyOf, Fold>;
  using gathered = typename gatherer::gathered;
  static constexpr bool erased = is_erased<KeyOf> || Fold::erased;

  grouping(std::size_t count, Iterator first, KeyOf& key_of, Fold& fold, const Hash& hash, const Equal& equal,
           const hints& with, const std::source_location& where)
      : count_(count),
        first_(first),
        key_of_(key_of),
        fold_(fold),
        with_(with),
        where_(where),
        layout_(count, hash, equal),
        gatherer_(layout_, first_, key_of, fold),
        groups_(layout_, fold),
        dense_(fold) {}
  grouping(const grouping&) = delete;
  grouping& operator=(const grouping&) = delete;

  // All items are in groups after this. May throw whatever the user's functions throw.
  void gather() {
    // A key that cannot be put in another's place has to come first.
    if constexpr (Fold::any_order && layout::table::renames)
      gather_freely();
    else
      gather_in_blocks();
    if constexpr (gathered::may_be_dense)
      if (!dense_.can_merge() || !groups_.are_few())
        dense_.give_up(layout_, [this](typename layout::table&& t) { groups_.add(std::move(t)); });
    in_order_ = groups_.merge(with_, where_);
    if (!in_order_) order_ = order_of(groups_, count_, with_, where_);
    if constexpr (gathered::may_be_dense)
      if (!dense_.empty()) merge_dense();
  }

  [[nodiscard]] std::size_t size() const {
    return !dense_.empty() ? dense_.size() : in_order_ ? groups_.size() : order_.size();
  }

  // use(key&&, value&&, first item) of group number g, in order; each once.
  template <class Use>
  void hand_out(std::size_t g, Use use) {
    if constexpr (gathered::may_be_dense)
      if (!dense_.empty()) return dense_.hand_out(groups_, g, use);
    groups_.hand_out(in_order_ ? group_place{g} : order_[g], use);
  }

 private:
  void gather_freely() {
    auto leaf = [this](std::size_t begin, std::size_t end) {
      if (end - begin == count_) {
        gathered alone = gatherer_.nothing_yet(count_);
        gatherer_.put(alone, begin, end);
        keep(alone);
        return;
      }
      auto& mine = leases_.take(begin, [this] { return gatherer_.nothing_yet(count_); });
      gatherer_.put(mine.held, begin, end);
      leases_.give_back(mine, end);
    };
    run<erased>(count_, leaf, with_, where_);
    leases_.for_each([this](gathered& g) { keep(g); });
  }

  void merge_dense() {
    if (in_order_)
      for (std::size_t g = 0; g != groups_.size(); ++g) order_.push_back(g);
    dense_.merge(groups_, order_);
  }

  void keep(gathered& from) {
    gatherer_.settle(from);
    if constexpr (gathered::may_be_dense)
      if (from.is_dense) dense_.add(std::move(from.dense));
    for (auto& p : from.parts) groups_.add(std::move(p));
    from.parts.clear();
    groups_.add(std::move(from.groups));
  }

  // Where parts must meet in order: a part a block, and none where there is one block.
  void gather_in_blocks() {
    const block_grid grid = blocks_for<Fold>(count_);
    if (grid.blocks() == 1) return gather_one_block();
    std::vector<typename layout::part> parts(grid.blocks());
    auto leaf = [this, &grid, &parts](std::size_t begin, std::size_t end) {
      auto& mine = leases_.take(0, [this] { return gatherer_.nothing_yet(count_); });
      for (std::size_t b = begin; b != end; ++b) {
        gatherer_.put_in_table(mine.held, grid.begin(b), grid.end(b));
        parts[b] = gatherer_.taken_from(mine.held);
      }
      leases_.give_back(mine, 0);
    };
    run<erased>(grid.blocks(), leaf, block_hints(with_, grid.size(), 2'000), where_);
    for (auto& p : parts) groups_.add(std::move(p));
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
    gathered alone = gatherer_.nothing_yet(count_);
    auto leaf = [&, this](std::size_t begin, std::size_t end) {
      if (end - begin == count_) return gatherer_.put_in_table(alone, begin, end);
      in_loop<KeyOf, std::iter_reference_t<Iterator>> key = key_of_;
      built.build(room.room(), begin, end, false, [&, this](loose_item* to, std::size_t i) {
        ::new (static_cast<void*>(to)) loose_item{Key(key(at(first_, i))), fold_.make(i)};
      });
    };
    run<erased>(count_, leaf, with_, where_);
    if (loose_item* const items = room.made())
      for (std::size_t i = 0; i != count_; ++i) put_made(alone.groups, items[i], i);
    keep(alone);
  }

  void put_made(typename layout::table& to, loose_item& from, std::size_t i) {
    const std::uint64_t h = to.hash(from.key);
    if (value* const known = to.find(h, from.key))
      fold_.add(*known, std::move(from.made));
    else
      to.find_or_make(h, std::move(from.key), i, [&] { return fold_.start(std::move(from.made)); });
  }

  std::size_t count_;
  Iterator first_;
  KeyOf& key_of_;
  Fold& fold_;
  const hints& with_;
  const std::source_location& where_;
  layout layout_;
  gatherer gatherer_;
  group_merger<layout, Fold> groups_;
  std::conditional_t<gathered::may_be_dense, dense_merger<layout, Fold>, no_dense_merger> dense_;
  leases<gathered> leases_;
  std::vector<group_place> order_;
  bool in_order_ = true;
};

// The key's type: what is named, else what the key function returns, decayed.
template <class Key, class Range, class KeyOf>
using group_key =
    std::conditional_t<std::is_void_v<Key>,
                       std::decay_t<std::invoke_result_t<KeyOf&, std::ranges::range_reference_t<Range>>>, Key>;

// Whether there is a hash and an equality for the key.
template <class Key, class Hash, class Equal>
concept grouped_by =
    (std::is_same_v<Hash, key_hash> ? is_hashable<Key>()
                                    : std::is_invocable_r_v<std::uint64_t, const Hash&, const Key&>) &&
    (std::is_same_v<Equal, key_equal> ? std::equality_comparable<Key>
                                      : std::is_invocable_r_v<bool, const Equal&, const Key&, const Key&>);

// The results of groups that are made, in order: make(place, key&&, value&&, first) makes one at `place`. Erased: the
// time that make takes is unknown.
template <class Out, bool Erased, class Groups, class Make>
std::vector<Out> results_of(Groups& groups, Make make, const hints& with, const std::source_location& where) {
  const std::size_t count = groups.size();
  const auto make_one = [&](Out* to, std::size_t g) {
    groups.hand_out(g, [&](auto&& key, auto&& folded, std::size_t first) {
      make(to, std::forward<decltype(key)>(key), std::forward<decltype(folded)>(folded), first);
    });
  };
  if constexpr (std::is_same_v<Out, bool>) {
    std::vector<bool> out;
    for (std::size_t g = 0; g != count; ++g) {
      bool one = false;
      make_one(&one, g);
      out.push_back(one);
    }
    return out;
  } else {
    open_vector<Out> out(count);
    built_pieces<Out> built;
    auto leaf = [&, room = out.room()](std::size_t begin, std::size_t end) {
      built.build(room, begin, end, end - begin == count, make_one);
    };
    if (!Erased && count <= few_items)
      leaf(0, count);
    else
      run<Erased>(count, leaf, block_hints(with, 1, 5'000), where);
    built.keep();
    return out.close(count);
  }
}

// Whether so many items are grouped without a table.
template <class Key, class Fold>
constexpr bool are_few_to_group(std::size_t items) {
  return fits_few_groups<Key, typename Fold::value> && items <= few_items &&
         (Fold::any_order || blocks_for<Fold>(items).blocks() == 1);
}

// The results of make(place, key&&, value&&, first) for the groups of `items`, in order of first occurrence.
template <class Key, class Out, bool Erased = false, class Range, class KeyOf, class Fold, class Hash, class Equal,
          class Make>
std::vector<Out> grouped(Range& items, KeyOf& key, Fold fold, const Hash& hash, const Equal& equal, const hints& with,
                         const std::source_location& where, Make make) {
  using iterator = std::ranges::iterator_t<Range>;
  const std::size_t count = size_of(items);
  const iterator first = std::ranges::begin(items);
  if (count == 0) return {};
  if constexpr (fits_few_groups<Key, typename Fold::value>) {
    if (are_few_to_group<Key, Fold>(count)) {
      few_grouping<Key, iterator, KeyOf, Fold, Hash, Equal> groups(count, first, key, fold, equal, with, where);
      groups.gather();
      return results_of<Out, Erased>(groups, make, with, where);
    }
  }
  grouping<Key, iterator, KeyOf, Fold, Hash, Equal> groups(count, first, key, fold, hash, equal, with, where);
  groups.gather();
  return results_of<Out, Erased>(groups, make, with, where);
}

}  // namespace berth::detail
