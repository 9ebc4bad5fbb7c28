#pragma once
// Groups of a few items: in a row on the stack, and each key is compared with all that are there. A table costs more to
// set up than so many comparisons.
#include <berth/detail/building.hpp>
#include <berth/detail/call.hpp>
#include <berth/detail/grouping/layout.hpp>
#include <berth/detail/in_loop.hpp>
#include <berth/detail/key_hash.hpp>
#include <berth/detail/lazily.hpp>
#include <berth/detail/range.hpp>
#include <cstddef>
#include <source_location>
#include <type_traits>
#include <utility>

namespace berth::detail {

inline constexpr std::size_t few_items = 8;

template <class Key, class Value>
inline constexpr bool fits_few_groups = sizeof(Key) + sizeof(Value) <= 256;

// What grouping (detail/grouping.hpp) does, for at most `few_items` items and one block of them.
template <class Key, class Iterator, class KeyOf, class Fold, class Hash, class Equal>
class few_grouping {
 public:
  using value = typename Fold::value;
  static constexpr bool erased = is_erased<KeyOf> || Fold::erased;

  few_grouping(std::size_t count, const Iterator& first, KeyOf& key_of, Fold& fold, const Equal& equal,
               const hints& with, const std::source_location& where)
      : count_(count), first_(first), key_of_(key_of), fold_(fold), equal_(equal), with_(with), where_(where) {}
  few_grouping(const few_grouping&) = delete;
  few_grouping& operator=(const few_grouping&) = delete;
  ~few_grouping() {
    while (size_ != 0) groups()[--size_].~group();
  }

  // All items are in groups after this. May throw whatever the user's functions throw. A call that is shared out all
  // the same makes keys and items first, which are put in at last.
  void gather() {
    room_on_demand<loose_item> room(count_);
    built_pieces<loose_item> built;
    auto leaf = [&, this](std::size_t begin, std::size_t end) {
      in_loop<KeyOf, std::iter_reference_t<Iterator>> key = key_of_;
      if (end - begin == count_) {
        for (; begin != end; ++begin)
          put(as_key<Key, Hash, Equal>(key(at(first_, begin))), [this, begin] { return fold_.make(begin); }, begin);
        return;
      }
      built.build(room.room(), begin, end, false, [&, this](loose_item* to, std::size_t i) {
        ::new (static_cast<void*>(to)) loose_item{Key(key(at(first_, i))), fold_.make(i)};
      });
    };
    run<erased>(count_, leaf, with_, where_);
    if (loose_item* const items = room.made())
      for (std::size_t i = 0; i != count_; ++i)
        put(std::move(items[i].key), [items, i] { return std::move(items[i].made); }, i);
  }

  [[nodiscard]] std::size_t size() const { return size_; }

  // make(key&&, value&&, first item) of group g, once.
  template <class Use>
  void hand_out(std::size_t g, Use use) {
    use(std::move(groups()[g].key), std::move(groups()[g].folded), groups()[g].first);
  }

 private:
  struct group {
    Key key;
    [[no_unique_address]] value folded;
    std::size_t first;
  };
  struct loose_item {
    Key key;
    [[no_unique_address]] typename Fold::item made;
  };

  group* groups() { return reinterpret_cast<group*>(bytes_); }

  template <class K, class Make>
  void put(K&& key, Make make, std::size_t i) {
    for (std::size_t g = 0; g != size_; ++g)
      if (equal_(groups()[g].key, key)) return fold_.add(groups()[g].folded, make());
    ::new (static_cast<void*>(groups() + size_)) group{Key(static_cast<K&&>(key)), fold_.start(make()), i};
    ++size_;
  }

  std::size_t count_;
  const Iterator& first_;
  KeyOf& key_of_;
  Fold& fold_;
  const Equal& equal_;
  const hints& with_;
  const std::source_location& where_;
  std::size_t size_ = 0;
  alignas(group) unsigned char bytes_[few_items * sizeof(group)];
};

}  // namespace berth::detail
