#pragma once
// The sentences of what a pipeline refuses. Each check is a class whose name, with its arguments, is what a compiler
// prints beside the sentence: the stage and the type of what its function was given.
#include <berth/detail/collectors/given.hpp>
#include <berth/detail/pipeline/group_table.hpp>
#include <berth/detail/pipeline/stateless.hpp>
#include <concepts>
#include <iterator>

namespace berth::detail {

// What a refused pipeline is: it takes every stage, so that one sentence is all one reads.
struct refused_pipeline {};

template <class Item, class P>
struct given_to_filter {
  static constexpr bool fits = std::predicate<P&, std::remove_reference_t<Item>&>;
  static_assert(fits,
                "berth::filter: the function must be callable with what the stage before it gives, and say yes or no");
};
template <class Item, class P>
struct given_to_take_while {
  static constexpr bool fits = std::predicate<P&, std::remove_reference_t<Item>&>;
  static_assert(fits,
                "berth::take_while: the function must be callable with what the stage before it gives, and say yes or "
                "no");
};
template <class Item, class P>
struct given_to_drop_while {
  static constexpr bool fits = std::predicate<P&, const std::remove_reference_t<Item>&>;
  static_assert(fits,
                "berth::drop_while: the function must be callable with what the stage before it gives, as const, and "
                "say yes or no");
};
template <class Item, class F>
struct given_to_map {
  static constexpr bool invocable = std::invocable<F&, Item>;
  static_assert(invocable, "berth::map: the function must be callable with what the stage before it gives");
  static constexpr bool keeps =
      !invocable ||
      !std::is_void_v<
          typename std::conditional_t<invocable, std::invoke_result<F&, Item>, std::type_identity<int>>::type>;
  static_assert(keeps, "berth::map: the function returns nothing to pass on; use berth::peek or berth::for_each");
  static constexpr bool fits = invocable && keeps;
};
template <class Item, class F>
struct given_to_flat_map {
  static constexpr bool fits = requires(F& f, Item&& item) {
    std::ranges::begin(std::declval<std::add_lvalue_reference_t<decltype(f(static_cast<Item&&>(item)))>>());
  };
  static_assert(
      fits, "berth::flat_map: the function must be callable with what the stage before it gives, and return a range");
};
template <class Item, class F>
struct given_to_filter_map {
  static constexpr bool fits = requires(F& f, Item&& item) {
    static_cast<bool>(f(static_cast<Item&&>(item)));
    *f(static_cast<Item&&>(item));
  };
  static_assert(fits,
                "berth::filter_map: the function must be callable with what the stage before it gives, and give a "
                "std::optional or a pointer");
};
template <class Item>
struct given_to_chunked {
  static constexpr bool fits = std::constructible_from<result_value<Item>, Item>;
  static_assert(fits, "berth::chunked: what the stage before it gives must be copyable, or handed over to be moved");
};
template <class Item, class F>
struct given_to_peek {
  static constexpr bool fits = std::invocable<F&, const std::remove_reference_t<Item>&>;
  static_assert(fits, "berth::peek: the function must be callable with what the stage before it gives, as const");
};
template <class Item, class T, class Op>
struct given_to_scan {
  static constexpr bool combines = std::is_invocable_r_v<T, Op&, T, Item>;
  static_assert(combines,
                "berth::scan: the operation must take the initial value's type and what the stage before it gives, and "
                "give the former");
  static constexpr bool holds = [] {
    if constexpr (combines)
      return !loses_digits<std::remove_cvref_t<std::invoke_result_t<Op&, T, Item>>, T>;
    else
      return true;
  }();
  static_assert(holds,
                "berth::scan: the initial value's type cannot hold what the operation gives; give it that type, such "
                "as 0.0 for doubles");
  static constexpr bool fits = combines && holds;
};
template <class Item, class Less, class By>
struct given_to_sorted {
  using value = const std::remove_cvref_t<Item>&;
  static constexpr bool fits = requires(Less& less, By& by, value a) { bool(less(by(a), by(a))); };
  static_assert(fits,
                "berth::sorted: the order must compare two of what the stage before it gives (by way of the key "
                "function, where there is one)");
};
template <class Item, class By>
struct given_to_distinct {
  static constexpr bool fits = [] {
    using element = std::remove_reference_t<Item>&;
    if constexpr (std::is_invocable_v<const By&, element>)
      return is_hashable<std::decay_t<std::invoke_result_t<const By&, element>>>();
    else
      return false;
  }();
  static_assert(fits, "berth::distinct: what the stage before it gives (or its key) must have a std::hash and an ==");
};
template <class Item, class F>
struct given_to_for_each {
  static constexpr bool fits = std::invocable<F&, Item>;
  static_assert(fits, "berth::for_each: the function must be callable with what the stage before it gives");
};
template <class Item, class P>
struct given_to_a_search {
  static constexpr bool fits = std::predicate<P&, std::remove_reference_t<Item>&>;
  static_assert(fits,
                "berth::any, all, none, find_first, find_any: the function must be callable with what the stage "
                "before it gives, and say yes or no");
};
template <class Item, class Out>
struct given_to_into {
  static constexpr bool fits = std::indirectly_writable<Out, Item>;
  static_assert(fits, "berth::into: what the stage before it gives must be assignable through the output iterator");
};

}  // namespace berth::detail
