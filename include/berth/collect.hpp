#pragma once
#include <berth/detail/fold_leaf.hpp>
#include <berth/detail/lazily.hpp>
#include <berth/map.hpp>
#include <concepts>
#include <cstddef>
#include <source_location>
#include <type_traits>
#include <utility>

namespace berth::detail {

// Filled in place, as by map.
template <class Target>
concept opens = requires { typename opened<Target>::type; };

template <class Target, class Item>
concept takes_at_back = requires(Target& t, Item&& item) { t.push_back(std::forward<Item>(item)); };
template <class Target, class Item>
concept takes_text = requires(Target& t, Item&& item) { t.append(std::forward<Item>(item)); };
template <class Target, class Item>
concept takes_sorted = requires(Target& t, Item&& item) {
  typename Target::key_compare;
  t.insert(t.end(), std::forward<Item>(item));
};
template <class Target, class Item>
concept takes_keys = requires(Target& t, Item&& item) { t.insert(std::forward<Item>(item)); };
template <class Target, class Item>
concept takes_at_end = requires(Target& t, Item&& item) { t.insert(t.end(), std::forward<Item>(item)); };

template <class Target, class Item>
concept takes = takes_at_back<Target, Item> || takes_text<Target, Item> || takes_sorted<Target, Item> ||
                takes_keys<Target, Item> || takes_at_end<Target, Item>;

template <class Target, class Item>
inline constexpr bool fits_into = takes<Target, Item>;
template <opens Target, class Item>
inline constexpr bool fits_into<Target, Item> = std::convertible_to<Item, typename opened<Target>::type::element>;

// A sorted target is tried at its end first: input that is sorted already costs one comparison an item.
template <class Target, class Item>
void put_into(Target& target, Item&& item) {
  if constexpr (takes_at_back<Target, Item>)
    target.push_back(std::forward<Item>(item));
  else if constexpr (takes_text<Target, Item>)
    target.append(std::forward<Item>(item));
  else if constexpr (takes_sorted<Target, Item>)
    target.insert(target.end(), std::forward<Item>(item));
  else if constexpr (takes_keys<Target, Item>)
    target.insert(std::forward<Item>(item));
  else
    target.insert(target.end(), std::forward<Item>(item));
}

// The results are put in by the caller, in order: at once in a call that runs as one piece, else after all of them.
template <class Target, class R, class Iterator, class F>
Target collect_by_insertion(std::size_t count, Iterator first, F& f, const hints& with,
                            const std::source_location& where) {
  Target target;
  if constexpr (requires { target.reserve(count); }) target.reserve(count);
  room_on_demand<R> parts(count);
  built_pieces<R> built;
  auto leaf = [&target, &parts, &built, &f, first, count](std::size_t begin, std::size_t end) {
    if (end - begin == count) {
      in_loop<std::remove_reference_t<F>, std::iter_reference_t<decltype(first)>> call = f;
      for (std::size_t i = begin; i != end; ++i) put_into(target, call(at(first, i)));
      return;
    }
    built.build(parts.room(), begin, end, false, maker<R, Iterator, F>{first, f});
  };
  run<is_erased<F>>(count, leaf, with, where);
  if (R* const made = parts.made())
    for (std::size_t i = 0; i != count; ++i) put_into(target, std::move(made[i]));
  return target;
}

template <class Target, class Range, class F>
Target collect_into(Range& items, F& f, const hints& with, const std::source_location& where) {
  using result = mapped<Range&, F>;
  constexpr bool fits =
      fits_into<Target, result> && fits_into<Target, std::invoke_result_t<F&, std::ranges::range_reference_t<Range>>>;
  static_assert(fits,
                "berth::collect: the target must have a push_back, append or insert for what the function returns");
  static_assert(std::default_initializable<Target>, "berth::collect: the target must be constructible empty");
  if constexpr (fits && opens<Target>)
    return map_open<typename opened<Target>::type>(size_of(items), std::ranges::begin(items), f, with, where);
  else if constexpr (fits && std::default_initializable<Target>)
    return collect_by_insertion<Target, result>(size_of(items), std::ranges::begin(items), f, with, where);
}

}  // namespace berth::detail

namespace berth {

// A container of f(item) for every item of `items`, or of the items themselves.
//
//   auto names = berth::collect<std::set<std::string>>(users, [](const user& u) { return u.name; });
//   auto page = berth::collect<std::string>(rows, to_html);
//   auto by_id = berth::collect<std::map<int, user>>(users, [](const user& u) { return std::pair(u.id, u); });
//
// Shapes: `items` is any random-access range of known size. Target is any container with push_back, append or insert
//   for the results, and a constructor without arguments; reserve is used where it has one. A string takes characters,
//   or pieces of text to be joined. A berth::buffer (berth/buffer.hpp) is filled in place, and costs least.
// Order: as of `items` in containers that keep one. Of several results with equal keys a set or map keeps the first.
// Waits: blocks the thread until all are done; a waiting thread runs pieces of this call and of calls made inside it,
//   nothing else. Inside f, nested calls are allowed.
// Cancellation: hints stop and until; the call then throws `cancelled` or `deadline_exceeded`, and the results are
//   destroyed.
// Throws: what f threw for the lowest-numbered failing item; what inserting throws.
// Thread-safety: f is called from several threads at once, through a reference to the one object given
//   (small trivially copyable callables that are callable as const may be copied for a loop). Target is
//   touched by one thread at a time.
// Complexity: items.size() calls of f, shared out; items.size() insertions, by the caller alone (a std::vector of
//   anything but bool and a berth::buffer are filled in place, as by berth::map).
template <class Target, indexable Range, class F>
  requires(!std::same_as<std::remove_cvref_t<F>, hints>)
[[nodiscard]] Target collect(Range&& items, F&& f, const hints& with = no_hints,
                             std::source_location where = std::source_location::current()) {
  constexpr bool invocable = std::invocable<F&, std::ranges::range_reference_t<Range>>;
  static_assert(invocable, "berth::collect: the function must be callable with the range's element type");
  if constexpr (invocable) return detail::collect_into<Target>(items, f, with, where);
}

template <class Target, indexable Range>
[[nodiscard]] Target collect(Range&& items, const hints& with = no_hints,
                             std::source_location where = std::source_location::current()) {
  detail::itself copy;
  return detail::collect_into<Target>(items, copy, with, where);
}

}  // namespace berth
