#pragma once
#include <berth/detail/equal_keys.hpp>
#include <berth/detail/export.hpp>
#include <berth/detail/in_loop.hpp>
#include <berth/detail/key_text.hpp>
#include <berth/distinct.hpp>
#include <berth/group_reduce.hpp>
#include <concepts>
#include <cstddef>
#include <memory>
#include <source_location>
#include <type_traits>
#include <utility>
#include <vector>

namespace berth::detail {

// std::invalid_argument: "berth::to_map: items 3 and 7 have the same key "red"; ...".
[[noreturn]] BERTH_API void throw_equal_keys(std::size_t first, std::size_t second, const key_text& key);

// The index of a group's last item.
struct last_fold {
  using value = std::size_t;
  using item = std::size_t;
  static constexpr bool any_order = true;
  static constexpr bool erased = false;
  static item make(std::size_t i) { return i; }
  static value start(item i) { return i; }
  static void add(value& last, item i) { last = i; }
  static void meet(value& into, std::size_t, value from, std::size_t) { into = from < into ? into : from; }
};

// The index of a group's second item.
struct second_fold {
  static constexpr std::size_t none = ~std::size_t{0};
  using value = std::size_t;
  using item = std::size_t;
  static constexpr bool any_order = true;
  static constexpr bool asks_for_firsts = true;
  static constexpr bool erased = false;
  static item make(std::size_t i) { return i; }
  static value start(item) { return none; }
  static void add(value& second, item i) {
    if (i < second) second = i;
  }
  static void meet(value& into, std::size_t into_first, value from, std::size_t from_first) {
    const std::size_t later = into_first < from_first ? from_first : into_first;
    add(into, from);
    add(into, later);
  }
};

template <class Key>
struct repeated {
  Key key;
  std::size_t first;
  std::size_t second;
};

template <class Key>
[[noreturn]] void refuse(const std::vector<repeated<Key>>& groups) {
  const repeated<Key>* earliest = &groups.front();
  for (const repeated<Key>& g : groups)
    if (g.second < earliest->second) earliest = &g;
  throw_equal_keys(earliest->first, earliest->second, text_of(earliest->key));
}

template <class Target, class Pairs>
auto into_map(Pairs&& pairs) {
  if constexpr (std::is_void_v<Target> || std::same_as<Target, std::remove_cvref_t<Pairs>>) {
    return std::remove_cvref_t<Pairs>(std::forward<Pairs>(pairs));
  } else {
    Target target;
    if constexpr (requires { target.reserve(pairs.size()); }) target.reserve(pairs.size());
    for (auto& [key, value] : pairs) target.emplace(std::move(key), std::move(value));
    return target;
  }
}

template <class Target>
struct map_types {
  using key = typename Target::key_type;
  using mapped = typename Target::mapped_type;
};
template <>
struct map_types<void> {
  using key = void;
  using mapped = void;
};

}  // namespace berth::detail

namespace berth {

// A map from each item's key to its value.
//
//   auto by_id = berth::to_map<std::unordered_map<int, user>>(users, &user::id, [](const user& u) { return u; });
//   auto last = berth::to_map<std::map<std::string, int>>(lines, name_of, value_of, berth::keep_last{});
//   auto sums = berth::to_map(lines, name_of, value_of, std::plus<>{});
//
// Shapes: Target is anything with key_type, mapped_type, a constructor without arguments and emplace(key, value), which
//   is given each key once; without one the result is a vector of pairs, in order of first occurrence. Keys, hash and
//   equal as for berth::count_by.
// Equal keys: keep_first and keep_last keep the value of that item, and call the value function for no other. A
//   function of two values combines them in the order of the items, as berth::group_reduce does (without an initial
//   value). refuse_equal_keys, which is what happens where nothing is said, throws std::invalid_argument naming the key
//   and the two items, the second of which is the first to repeat a key.
// Waits: blocks the thread until all are done; a waiting thread runs pieces of this call and of calls made inside it,
//   nothing else.
// Cancellation: hints stop and until; the call then throws `cancelled` or `deadline_exceeded`; nothing is kept.
// Throws: what the functions threw for the lowest-numbered failing piece of the first step that failed; what emplace
//   throws; std::invalid_argument for equal keys that are refused; std::bad_alloc.
// Thread-safety: the functions are called from several threads at once. Target is touched by the caller alone.
// Complexity: as berth::count_by or berth::group_reduce; then one emplace a key, by the caller alone.
template <class Target = void, indexable Range, class KeyOf, class F, class Rule = refuse_equal_keys,
          class Hash = key_hash, class Equal = key_equal>
  requires(!std::same_as<std::remove_cvref_t<Rule>, hints>)
[[nodiscard]] auto to_map(Range&& items, KeyOf&& key, F&& f, Rule&& rule = Rule(), const hints& with = no_hints,
                          const Hash& hash = Hash(), const Equal& equal = Equal(),
                          std::source_location where = std::source_location::current()) {
  using reference = std::ranges::range_reference_t<Range>;
  constexpr bool keyed = std::invocable<KeyOf&, reference>;
  constexpr bool valued = std::invocable<F&, reference>;
  static_assert(keyed, "berth::to_map: the key function must be callable with the range's element type");
  static_assert(valued, "berth::to_map: the value function must be callable with the range's element type");
  if constexpr (keyed && valued) {
    using how = std::remove_cvref_t<Rule>;
    using types = detail::map_types<Target>;
    using key_type = detail::group_key<typename types::key, Range, KeyOf>;
    using value = std::conditional_t<std::is_void_v<typename types::mapped>,
                                     std::decay_t<std::invoke_result_t<F&, reference>>, typename types::mapped>;
    using result = std::pair<key_type, value>;
    using key_function = std::remove_reference_t<KeyOf>;
    constexpr bool found = detail::grouped_by<key_type, Hash, Equal>;
    static_assert(found, "berth::to_map: the key must have a std::hash and an ==, or be given functions for them");
    constexpr bool erased = detail::is_erased<F>;
    const auto first = std::ranges::begin(items);
    auto made = [&f, first](result* to, key_type&& k, std::size_t i) {
      detail::in_loop<std::remove_reference_t<F>, reference> call = f;
      ::new (static_cast<void*>(to)) result(std::move(k), value(call(detail::at(first, i))));
    };
    if constexpr (!found) {
    } else if constexpr (std::same_as<how, keep_first>) {
      return detail::into_map<Target>(detail::grouped<key_type, result, erased>(
          items, key, detail::first_fold{}, hash, equal, with, where,
          [&made](result* to, key_type&& k, detail::no_value, std::size_t i) { made(to, std::move(k), i); }));
    } else if constexpr (std::same_as<how, keep_last>) {
      return detail::into_map<Target>(detail::grouped<key_type, result, erased>(
          items, key, detail::last_fold{}, hash, equal, with, where,
          [&made](result* to, key_type&& k, std::size_t last, std::size_t) { made(to, std::move(k), last); }));
    } else if constexpr (std::same_as<how, refuse_equal_keys>) {
      detail::second_fold fold;
      detail::grouping<key_type, std::ranges::iterator_t<Range>, key_function, detail::second_fold, Hash, Equal> all(
          detail::size_of(items), first, key, fold, hash, equal, with, where);
      all.gather();
      using repeated = detail::repeated<key_type>;
      if (all.size() != detail::size_of(items))
        detail::refuse(detail::results_of<repeated, false>(
            all,
            [](repeated* to, key_type&& k, std::size_t second, std::size_t i) {
              ::new (static_cast<void*>(to)) repeated{std::move(k), i, second};
            },
            with, where));
      return detail::into_map<Target>(detail::results_of<result, erased>(
          all, [&made](result* to, key_type&& k, std::size_t, std::size_t i) { made(to, std::move(k), i); }, with,
          where));
    } else {
      constexpr bool combined = std::is_invocable_r_v<value, Rule&, value, value>;
      constexpr bool lossy = detail::loses_digits<std::remove_cvref_t<std::invoke_result_t<F&, reference>>, value>;
      static_assert(combined,
                    "berth::to_map: the rule for equal keys must be keep_first, keep_last, refuse_equal_keys or a "
                    "function of two values that gives one");
      static_assert(!lossy,
                    "berth::to_map: the target's values cannot hold what the value function gives and the rule "
                    "combines; give the target its type, such as double");
      using fold_type = detail::reducing_fold<value, std::ranges::iterator_t<Range>, std::remove_reference_t<F>,
                                              std::remove_reference_t<Rule>>;
      if constexpr (combined && !lossy)
        return detail::into_map<Target>(detail::grouped<key_type, result>(
            items, key, fold_type{first, std::addressof(f), std::addressof(rule)}, hash, equal, with, where,
            [](result* to, key_type&& k, value&& total, std::size_t) {
              ::new (static_cast<void*>(to)) result(std::move(k), std::move(total));
            }));
    }
  }
}
template <class Target = void, indexable Range, class KeyOf, class F>
[[nodiscard]] auto to_map(Range&& items, KeyOf&& key, F&& f, const hints& with,
                          std::source_location where = std::source_location::current()) {
  return berth::to_map<Target>(items, key, f, refuse_equal_keys{}, with, key_hash{}, key_equal{}, where);
}

}  // namespace berth
