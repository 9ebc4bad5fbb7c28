#pragma once
#include <berth/detail/first_hit.hpp>
#include <berth/find_if.hpp>
#include <cstddef>
#include <optional>
#include <source_location>

namespace berth {

// The index of some item for which holds(item) is true, not always the first; none where there is none. For hits that
// lie anywhere: who finds one ends the call at once, where find_if has everything before it looked through.
//
// Which hit it is differs from call to call; where items throw too, whether the call gives a hit or throws does. In
// everything else as berth::find_if.
template <indexable Range, class F>
[[nodiscard]] std::optional<std::size_t> find_any(Range&& items, F&& holds, const hints& with = no_hints,
                                                  std::source_location where = std::source_location::current()) {
  constexpr bool callable = detail::is_predicate_on<Range, F>;
  static_assert(callable, "berth::find_any: the predicate must take the range's element type and give a truth value");
  if constexpr (callable) {
    using scan = detail::predicate_scan<true, std::ranges::iterator_t<Range>, std::remove_reference_t<F>>;
    const std::size_t count = detail::size_of(items);
    const scan looking{std::ranges::begin(items), holds};
    return detail::index_or_none(detail::some_hit<detail::is_erased<F>>(count, looking, with, where), count);
  }
}

}  // namespace berth
