#pragma once
// Verbs that have another name in a pipeline: who writes the verb's there, or gives it no range, reads the other.
#include <berth/detail/pipeline/stages.hpp>

namespace berth::detail {

template <class... Given>
inline constexpr bool no_range_first = true;
template <class First, class... More>
inline constexpr bool no_range_first<First, More...> = !indexable<First> && !indexable<First&>;

// A stage that has been refused already.
struct refused_stage : stage {
  struct nothing_fits {
    static constexpr bool fits = false;
  };
  template <class Item>
  using given = nothing_fits;
};

}  // namespace berth::detail

namespace berth {

template <class... Given>
  requires(detail::no_range_first<Given...>)
auto sum(const Given&...) {
  static_assert(!detail::no_range_first<Given...>,
                "berth::sum takes a random-access range of known size; in a pipeline it is berth::summing");
  return detail::refused_stage();
}

template <class... Given>
  requires(detail::no_range_first<Given...>)
auto average(const Given&...) {
  static_assert(!detail::no_range_first<Given...>,
                "berth::average takes a random-access range of known size; in a pipeline it is berth::averaging");
  return detail::refused_stage();
}

template <class... Given>
  requires(detail::no_range_first<Given...>)
auto min(const Given&...) {
  static_assert(!detail::no_range_first<Given...>,
                "berth::min takes a random-access range of known size; in a pipeline it is berth::smallest");
  return detail::refused_stage();
}

template <class... Given>
  requires(detail::no_range_first<Given...>)
auto max(const Given&...) {
  static_assert(!detail::no_range_first<Given...>,
                "berth::max takes a random-access range of known size; in a pipeline it is berth::largest");
  return detail::refused_stage();
}

template <class... Given>
  requires(detail::no_range_first<Given...>)
auto sort(const Given&...) {
  static_assert(!detail::no_range_first<Given...>,
                "berth::sort takes a random-access range of known size; in a pipeline it is berth::sorted");
  return detail::refused_stage();
}

template <class... Given>
  requires(detail::no_range_first<Given...>)
auto stable_sort(const Given&...) {
  static_assert(!detail::no_range_first<Given...>,
                "berth::stable_sort takes a random-access range of known size; in a pipeline it is berth::sorted");
  return detail::refused_stage();
}

template <class... Given>
  requires(detail::no_range_first<Given...>)
auto join_strings(const Given&...) {
  static_assert(!detail::no_range_first<Given...>,
                "berth::join_strings takes a random-access range of known size; in a pipeline it is berth::joining");
  return detail::refused_stage();
}

template <class... Given>
  requires(detail::no_range_first<Given...>)
auto inclusive_scan(const Given&...) {
  static_assert(!detail::no_range_first<Given...>,
                "berth::inclusive_scan takes a random-access range of known size; in a pipeline it is berth::scan");
  return detail::refused_stage();
}

}  // namespace berth
