#pragma once
// Collectors that keep the items.
#include <berth/collect.hpp>
#include <berth/detail/collectors/simple.hpp>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace berth::detail {

template <class Target>
struct container_collector {
  using target = Target;
  template <class Item>
  using given = given_to_a_container<Item, Target>;
  static constexpr bool exact = true;
  template <class Item>
    requires takes<Target, Item>
  [[nodiscard]] Target make() const {
    return Target();
  }
  template <class X>
  void add(Target& to, X&& x) const {
    put_into(to, static_cast<X&&>(x));
  }
  void merge(Target& left, Target&& right) const {
    if (left.empty()) {
      left = std::move(right);
      return;
    }
    if constexpr (requires { left.splice(left.end(), right); })
      left.splice(left.end(), right);
    else if constexpr (requires { left.merge(right); })
      left.merge(right);
    else if constexpr (requires { typename Target::traits_type; })
      left.append(right);
    else
      for (auto&& x : right) put_into(left, std::move(x));
  }
  [[nodiscard]] Target finish(Target&& all) const { return std::move(all); }
};

// A container of what the items are, named by a template.
template <template <class...> class Target>
struct deduced_container_collector {
  template <class Item>
  using given = given_to_a_container<Item, Target<result_value<Item>>>;
  static constexpr bool exact = true;
  template <class Item>
  [[nodiscard]] auto make() const {
    return Target<result_value<Item>>{};
  }
  template <class T, class X>
  void add(T& to, X&& x) const {
    put_into(to, static_cast<X&&>(x));
  }
  template <class T>
  void merge(T& left, T&& right) const {
    container_collector<T>{}.merge(left, std::move(right));
  }
  template <class T>
  [[nodiscard]] T finish(T&& all) const {
    return std::move(all);
  }
};

struct joined_text {
  std::string text;
  bool begun = false;
};

struct joining_collector {
  std::string between, before, after;
  template <class Item>
  using given = given_to_joining<Item>;
  static constexpr bool exact = true;
  template <class Item>
    requires std::convertible_to<Item, std::string_view>
  [[nodiscard]] joined_text make() const {
    return {};
  }
  void add(joined_text& to, std::string_view x) const {
    if (to.begun) to.text += between;
    to.text += x;
    to.begun = true;
  }
  void merge(joined_text& left, joined_text&& right) const {
    if (!left.begun)
      left = std::move(right);
    else if (right.begun)
      add(left, right.text);
  }
  [[nodiscard]] std::string finish(joined_text&& all) const { return before + all.text + after; }
};

template <class KeyOf, class ValueOf, class Rule>
struct map_collector {
  KeyOf key;
  ValueOf value;
  Rule rule;
  template <class Item>
  using given = given_to_map_collector<Item, KeyOf, ValueOf, Rule>;
  template <class Item>
    requires(std::is_invocable_v<const KeyOf&, std::remove_reference_t<Item>&> &&
             std::is_invocable_v<const ValueOf&, Item>)
  [[nodiscard]] auto make() const {
    return std::map<given_by<KeyOf, std::remove_reference_t<Item>&>, given_by<ValueOf, Item>>{};
  }
  template <class Map, class X>
  void add(Map& to, X&& x) const {
    typename Map::key_type k(key(x));
    put(to, std::move(k), typename Map::mapped_type(value(static_cast<X&&>(x))));
  }
  template <class Map>
  void merge(Map& left, Map&& right) const {
    while (!right.empty()) {
      auto node = right.extract(right.begin());
      const auto there = left.find(node.key());
      if (there == left.end())
        left.insert(std::move(node));
      else
        there->second = rule(std::move(there->second), std::move(node.mapped()));
    }
  }
  template <class Map>
  [[nodiscard]] Map finish(Map&& all) const {
    return std::move(all);
  }

 private:
  template <class Map, class V>
  void put(Map& to, typename Map::key_type&& k, V&& v) const {
    const auto there = to.lower_bound(k);
    if (there == to.end() || to.key_comp()(k, there->first))
      to.emplace_hint(there, std::move(k), std::move(v));
    else
      there->second = rule(std::move(there->second), std::move(v));
  }
};

}  // namespace berth::detail
