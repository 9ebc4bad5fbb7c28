#pragma once
// Keys in the order of their first occurrence, each with a value: the flat table as a collector's accumulator.
#include <berth/detail/flat_table.hpp>
#include <cstddef>
#include <utility>

namespace berth::detail {

template <class Key, class Value>
class group_table {
 public:
  [[nodiscard]] std::size_t size() const { return groups_.size(); }
  [[nodiscard]] Key& key(std::size_t g) { return groups_.key(g); }
  [[nodiscard]] Value& value(std::size_t g) { return groups_.value(g); }

  // The value of a key; make() gives that of a new one.
  template <class K, class Make>
  [[nodiscard]] Value& at(K&& key, Make make) {
    return groups_.find_or_make(static_cast<K&&>(key), 0, make);
  }

  // Every group of `right`, from its first to its last: meet(value, value&&) where the key is here already.
  template <class Meet>
  void merge(group_table&& right, Meet meet) {
    if (groups_.empty()) {
      groups_ = std::move(right.groups_);
      return;
    }
    for (std::size_t g = 0; g != right.size(); ++g) {
      const std::uint64_t hash = groups_.hash(right.key(g));
      if (Value* const here = groups_.find(hash, right.key(g)))
        meet(*here, std::move(right.value(g)));
      else
        groups_.find_or_make(hash, std::move(right.key(g)), 0, [&]() -> Value&& { return std::move(right.value(g)); });
    }
  }

 private:
  flat_table<Key, Value> groups_;
};

template <class Key>
consteval bool is_hashable() {
  if constexpr (number_like<Key> || text_like<Key>)
    return true;
  else if constexpr (tuple_like<Key>)
    return []<std::size_t... I>(std::index_sequence<I...>) {
      return (is_hashable<std::remove_cvref_t<std::tuple_element_t<I, Key>>>() && ...);
    }(std::make_index_sequence<std::tuple_size<Key>::value>{});
  else
    return requires(const Key& key) { std::size_t(std::hash<Key>{}(key)); };
}

}  // namespace berth::detail
