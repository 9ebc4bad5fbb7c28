#pragma once
#include <berth/collector.hpp>
#include <berth/detail/collectors/containers.hpp>
#include <berth/detail/collectors/nested.hpp>
#include <berth/detail/collectors/simple.hpp>
#include <berth/detail/collectors/statistics.hpp>
#include <berth/detail/equal_keys.hpp>
#include <string>
#include <type_traits>
#include <utility>

// The collectors that berth brings: ends of a pipeline, and what group_by does with each group.
//
//   berth::par(orders) | berth::group_by(&order::customer, berth::summing(&order::price))
//   berth::par(orders) | berth::averaging(&order::price)
//
// Functions given to a collector are called as const, from several threads at once; a pointer to a member is one.
// Order and floating-point: as the pipeline has them (berth/pipeline.hpp): whatever runs where, results are the same.
// Waits, cancellation, throws: as the pipeline. A collector of one's own: berth/collector.hpp.

namespace berth {

// The item itself: the function of those who need none.
inline constexpr detail::itself identity{};

// How many there are.
[[nodiscard]] inline auto counting() { return detail::counting_collector(); }

// berth::sum in a pipeline: the sum of of(item), 0 where there are none. Integers are added up as long long or unsigned
// long long, others in their own type, which needs a + and a zero (T{}).
template <class Of = detail::itself>
[[nodiscard]] auto summing(Of of = {}) {
  return detail::summing_collector<detail::held<Of>>{detail::held<Of>(std::move(of))};
}

// berth::average in a pipeline: the mean of of(item), numbers, as a double; NaN where there are none.
template <class Of = detail::itself>
[[nodiscard]] auto averaging(Of of = {}) {
  return detail::averaging_collector<detail::held<Of>>{detail::held<Of>(std::move(of))};
}

// What berth::statistics says of the numbers of(item): a std::optional<berth::summary>, none where there are none.
template <class Of = detail::itself>
  requires(!indexable<Of>)
[[nodiscard]] auto statistics(Of of = {}) {
  return detail::statistics_collector<detail::held<Of>>{detail::held<Of>(std::move(of))};
}

// berth::min and berth::max in a pipeline: the item with the smallest or the largest by(item), in a std::optional; of
// equals the first. A NaN is both.
template <class By = detail::itself>
[[nodiscard]] auto smallest(By by = {}) {
  return detail::extreme_collector<detail::held<By>, detail::is_less_or_nan>{detail::held<By>(std::move(by)), {}};
}
template <class By = detail::itself>
[[nodiscard]] auto largest(By by = {}) {
  return detail::extreme_collector<detail::held<By>, detail::is_more_or_nan>{detail::held<By>(std::move(by)), {}};
}

// The k items with the largest by(item), the largest first, NaN last; of equals the first. A std::vector. Made for
// few: an item that gets in moves up to k others.
template <class By = detail::itself>
  requires(!indexable<By>)
[[nodiscard]] auto top_k(std::size_t k, By by = {}) {
  return detail::top_collector<detail::held<By>>{k, detail::held<By>(std::move(by))};
}

// init op item op item ...: by an associative op of two T that gives a T, the type of init. init comes in once, on the
// left. The order is the pipeline's.
template <class T, class Op>
[[nodiscard]] auto reduce(T&& init, Op&& op) {
  return detail::reducing_collector<std::decay_t<T>, std::decay_t<Op>>{std::forward<T>(init), std::forward<Op>(op)};
}

// The items in a container.
template <class Target>
[[nodiscard]] auto to() {
  return detail::container_collector<Target>();
}
[[nodiscard]] inline auto to_vector() { return detail::deduced_container_collector<std::vector>(); }
[[nodiscard]] inline auto to_set() { return detail::deduced_container_collector<std::set>(); }

// berth::join_strings in a pipeline: the items, pieces of text, joined into a std::string.
[[nodiscard]] inline auto joining(std::string between = {}, std::string before = {}, std::string after = {}) {
  return detail::joining_collector{std::move(between), std::move(before), std::move(after)};
}

// A std::map from key(item) to value(item). Of two items with equal keys, rule(value, value of the later one) gives the
// value; it is to be associative.
template <class KeyOf, class ValueOf, class Rule = keep_first>
  requires(!indexable<KeyOf>)
[[nodiscard]] auto to_map(KeyOf key, ValueOf value, Rule rule = {}) {
  return detail::map_collector<detail::held<KeyOf>, detail::held<ValueOf>, Rule>{
      detail::held<KeyOf>(std::move(key)), detail::held<ValueOf>(std::move(value)), std::move(rule)};
}

// f(item), and the items for which p(item) is true, into another collector.
template <class F, class Collector>
[[nodiscard]] auto mapping(F f, Collector down) {
  return detail::mapping_collector<detail::held<F>, Collector>{detail::held<F>(std::move(f)), std::move(down)};
}
template <class P, class Collector>
[[nodiscard]] auto filtering(P p, Collector down) {
  return detail::filtering_collector<detail::held<P>, Collector>{detail::held<P>(std::move(p)), std::move(down)};
}

// combine(what the one gives, what the other gives): both collect every item.
template <class First, class Second, class Combine>
[[nodiscard]] auto teeing(First first, Second second, Combine combine) {
  return detail::teeing_collector<First, Second, Combine>{std::move(first), std::move(second), std::move(combine)};
}

// For every value of key(item), in the order of their first occurrence, what the collector gives for the items that
// have it: a std::vector of pairs (key, result). Keys need an == and a std::hash, or are pairs, tuples or enumerations
// of such. Without a collector: the items, in std::vectors.
template <class Key, class Collector = detail::deduced_container_collector<std::vector>>
  requires(!indexable<Key>)
[[nodiscard]] auto group_by(Key key, Collector down = {}) {
  return detail::group_collector<detail::held<Key>, Collector>{detail::held<Key>(std::move(key)), std::move(down)};
}

}  // namespace berth
