#pragma once
#include <berth/detail/grouping.hpp>
#include <concepts>
#include <cstddef>
#include <source_location>
#include <type_traits>
#include <utility>
#include <vector>

namespace berth::detail {

struct counting_fold {
  using value = std::size_t;
  using item = no_value;
  static constexpr bool any_order = true;
  static constexpr bool erased = false;
  static constexpr value nothing = 0;
  static item make(std::size_t) { return {}; }
  static value start(item) { return 1; }
  static void add(value& count, item) { ++count; }
  static void meet(value& into, std::size_t, value from, std::size_t) { into += from; }
};

}  // namespace berth::detail

namespace berth {

// How many items have each key: pairs of a key and its count, in order of first occurrence.
//
//   for (const auto& [status, count] : berth::count_by(requests, [](const request& r) { return r.status; })) ...
//   auto words = berth::count_by<std::string>(lines, [](std::string_view line) { return line.substr(0, 8); });
//
// Shapes: `items` is any random-access range of known size. The key's type is what key(item) returns, decayed, or the
//   one that is named: then only new keys are made from a text that key(item) returns, so that a string_view may be
//   looked up among strings, and so it is for whatever else a hash and equality of yours take; anything else is made a
//   key first. It may be move-only. hash(key) and equal(a, b) are called as const; without them berth::key_hash and
//   berth::key_equal are used. A bad hash is mixed again; keys whose hashes agree in full are compared one by one. An
//   empty range gives an empty vector.
// Order: of first occurrence; of keys that are equal the first is given. The result is the same whatever the budget and
//   the path.
// Waits: blocks the thread until all are done; a waiting thread runs pieces of this call and of calls made inside it,
//   nothing else. Inside key, hash and equal, nested calls are allowed.
// Cancellation: hints stop and until; the call then throws `cancelled` or `deadline_exceeded`, and what had been
//   counted is lost. The number of items done is that of the step that was stopped.
// Throws: what key, hash or equal threw for the lowest-numbered failing item of the first step that failed; what moving
//   a key throws; std::bad_alloc. Nothing is left behind.
// Thread-safety: key, hash and equal are called from several threads at once, key through a reference to the one object
//   given (a small trivially copyable one that is callable as const may be copied for a loop).
// Complexity: items.size() calls of key, about as many of hash and equal; memory for the groups, and where there are
//   many for every item's key, up to three times.
template <class Key = void, indexable Range, class KeyOf, class Hash = key_hash, class Equal = key_equal>
[[nodiscard]] auto count_by(Range&& items, KeyOf&& key, const hints& with = no_hints, const Hash& hash = Hash(),
                            const Equal& equal = Equal(),
                            std::source_location where = std::source_location::current()) {
  constexpr bool invocable = std::invocable<KeyOf&, std::ranges::range_reference_t<Range>>;
  static_assert(invocable, "berth::count_by: the key function must be callable with the range's element type");
  if constexpr (invocable) {
    using key_type = detail::group_key<Key, Range, KeyOf>;
    constexpr bool found = detail::grouped_by<key_type, Hash, Equal>;
    static_assert(found, "berth::count_by: the key must have a std::hash and an ==, or be given functions for them");
    using result = std::pair<key_type, std::size_t>;
    if constexpr (found)
      return detail::grouped<key_type, result>(items, key, detail::counting_fold{}, hash, equal, with, where,
                                               [](result* to, key_type&& k, std::size_t count, std::size_t) {
                                                 ::new (static_cast<void*>(to)) result(std::move(k), count);
                                               });
  }
}

}  // namespace berth
