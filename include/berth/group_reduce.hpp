#pragma once
#include <berth/detail/grouping.hpp>
#include <berth/detail/operation.hpp>
#include <concepts>
#include <cstddef>
#include <memory>
#include <source_location>
#include <type_traits>
#include <utility>
#include <vector>

namespace berth::detail {

template <class T, class Iterator, class F, class Op>
struct reducing_fold {
  using value = T;
  using item = T;
  static constexpr bool any_order = is_exact<std::remove_cv_t<Op>, T>;
  static constexpr bool erased = is_erased<F> || is_erased<Op>;

  item make(std::size_t i) const {
    in_loop<F, std::iter_reference_t<Iterator>> call = *f;
    return static_cast<T>(call(at(first, i)));
  }
  static value start(item&& v) { return std::move(v); }
  void add(value& total, item&& v) const { total = combined(std::move(total), std::move(v)); }
  void meet(value& into, std::size_t, value&& from, std::size_t) const {
    into = combined(std::move(into), std::move(from));
  }
  [[nodiscard]] T combined(T&& a, T&& b) const {
    if constexpr (any_order)
      return apply<operation_of<std::remove_cv_t<Op>, T>>(a, b);
    else
      return (*op)(std::move(a), std::move(b));
  }

  Iterator first;
  F* f;
  Op* op;
};

}  // namespace berth::detail

namespace berth {

// init op f(item) op f(item) ... for the items of each key: pairs of a key and its total, in order of first occurrence.
//
//   auto spent = berth::group_reduce(orders, [](const order& o) { return o.customer; },
//                                    [](const order& o) { return o.price; }, 0.0, std::plus<>{});
//
// Shapes: as berth::count_by; f(item) is converted to the type T of `init`, which is copied for each key.
// Order: keys of first occurrence. op is taken to be associative, not to be commutative: a key's values meet in the
//   order of the items. The items are divided into blocks of the largest power of two, from 1024 to 131072, that leaves
//   64 blocks; within a block a key's values are folded from left to right, then the blocks' from left to right, then
//   init comes in on the left. So floating-point totals are the same bit for bit whatever the budget and the path; up
//   to 1024 items they are those of a loop that adds up and puts init in front.
// Waits: blocks the thread until all are done; a waiting thread runs pieces of this call and of calls made inside it,
//   nothing else. Inside the functions, nested calls are allowed.
// Cancellation: hints stop and until; the call then throws `cancelled` or `deadline_exceeded`, and what had been folded
//   is lost. The number of items done is that of the step that was stopped; items there may be blocks.
// Throws: what key, f, op, hash or equal threw for the lowest-numbered failing piece of the first step that failed;
//   what copying init throws; std::bad_alloc. Nothing is left behind.
// Thread-safety: all functions are called from several threads at once, through references to the objects given (small
//   trivially copyable ones that are callable as const may be copied for a loop).
// Complexity: n calls of key and f, n of op at most; for known operations on integers memory as berth::count_by, else
//   for the groups of each block.
template <class Key = void, indexable Range, class KeyOf, class F, class T, class Op, class Hash = key_hash,
          class Equal = key_equal>
[[nodiscard]] auto group_reduce(Range&& items, KeyOf&& key, F&& f, const T& init, Op&& op, const hints& with = no_hints,
                                const Hash& hash = Hash(), const Equal& equal = Equal(),
                                std::source_location where = std::source_location::current()) {
  using reference = std::ranges::range_reference_t<Range>;
  constexpr bool keyed = std::invocable<KeyOf&, reference>;
  constexpr bool valued = std::is_invocable_r_v<T, F&, reference>;
  constexpr bool combined = std::is_invocable_r_v<T, Op&, T, T>;
  static_assert(keyed, "berth::group_reduce: the key function must be callable with the range's element type");
  static_assert(valued,
                "berth::group_reduce: the function must be callable with the range's element type and give what "
                "converts to the type of the initial value");
  static_assert(combined,
                "berth::group_reduce: the operation must take two values of the initial value's type and give one");
  if constexpr (keyed && valued && combined) {
    constexpr bool lossy = detail::loses_digits<std::remove_cvref_t<std::invoke_result_t<F&, reference>>, T>;
    static_assert(!lossy,
                  "berth::group_reduce: the initial value's type cannot hold the function's results; give it their "
                  "type, such as 0.0 for doubles");
    using key_type = detail::group_key<Key, Range, KeyOf>;
    using result = std::pair<key_type, T>;
    using fold_type = detail::reducing_fold<T, std::ranges::iterator_t<Range>, std::remove_reference_t<F>,
                                            std::remove_reference_t<Op>>;
    const fold_type fold{std::ranges::begin(items), std::addressof(f), std::addressof(op)};
    constexpr bool found = detail::grouped_by<key_type, Hash, Equal>;
    static_assert(found,
                  "berth::group_reduce: the key must have a std::hash and an ==, or be given functions for them");
    if constexpr (found)
      return detail::grouped<key_type, result, detail::is_erased<Op>>(
          items, key, fold, hash, equal, with, where, [&](result* to, key_type&& k, T&& total, std::size_t) {
            ::new (static_cast<void*>(to)) result(std::move(k), fold.combined(T(init), std::move(total)));
          });
  }
}

}  // namespace berth
