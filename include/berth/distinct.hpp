#pragma once
#include <berth/detail/fold_leaf.hpp>
#include <berth/detail/grouping.hpp>
#include <concepts>
#include <cstddef>
#include <source_location>
#include <type_traits>
#include <utility>
#include <vector>

namespace berth::detail {

// Nothing is kept but where a group begins.
struct first_fold {
  using value = no_value;
  using item = no_value;
  static constexpr bool any_order = true;
  static constexpr bool erased = false;
  static item make(std::size_t) { return {}; }
  static value start(item) { return {}; }
  static void add(value&, item) {}
  static void meet(value&, std::size_t, value, std::size_t) {}
};

}  // namespace berth::detail

namespace berth {

// The items of `items` without those that equal an earlier one, in order.
//
//   std::vector<std::string> names = berth::distinct(all_names);
//   std::vector<user> once = berth::distinct(users, [](const user& u) { return u.id; });
//
// Shapes: `items` is any random-access range of known size. With a key function, items are equal when their keys are.
//   hash and equal as for berth::count_by. An empty range gives an empty vector.
// Order: kept; of equal items the first stays.
// Waits: blocks the thread until all are done; a waiting thread runs pieces of this call and of calls made inside it,
//   nothing else.
// Cancellation: hints stop and until; the call then throws `cancelled` or `deadline_exceeded`; nothing is kept.
// Throws: what key, hash, equal or copying an item threw; std::bad_alloc. Nothing is left behind.
// Thread-safety: key, hash and equal are called from several threads at once.
// Complexity: as berth::count_by, and a copy for each result.
template <indexable Range, class KeyOf, class Hash = key_hash, class Equal = key_equal>
  requires(!std::same_as<std::remove_cvref_t<KeyOf>, hints>)
[[nodiscard]] auto distinct(Range&& items, KeyOf&& key, const hints& with = no_hints, const Hash& hash = Hash(),
                            const Equal& equal = Equal(),
                            std::source_location where = std::source_location::current()) {
  constexpr bool invocable = std::invocable<KeyOf&, std::ranges::range_reference_t<Range>>;
  static_assert(invocable, "berth::distinct: the key function must be callable with the range's element type");
  if constexpr (invocable) {
    using result = std::ranges::range_value_t<Range>;
    constexpr bool is_key = std::same_as<std::remove_cvref_t<KeyOf>, detail::itself>;
    using key_type = detail::group_key<std::conditional_t<is_key, result, void>, Range, KeyOf>;
    constexpr bool found = detail::grouped_by<key_type, Hash, Equal>;
    static_assert(found, "berth::distinct: the key must have a std::hash and an ==, or be given functions for them");
    if constexpr (found)
      return detail::grouped<key_type, result>(
          items, key, detail::first_fold{}, hash, equal, with, where,
          [first = std::ranges::begin(items)](result* to, key_type&& k, detail::no_value, std::size_t i) {
            if constexpr (is_key)
              ::new (static_cast<void*>(to)) result(std::move(k));
            else
              ::new (static_cast<void*>(to)) result(detail::at(first, i));
          });
  }
}

template <indexable Range>
[[nodiscard]] auto distinct(Range&& items, const hints& with = no_hints,
                            std::source_location where = std::source_location::current()) {
  return distinct(items, detail::itself{}, with, key_hash{}, key_equal{}, where);
}

}  // namespace berth
