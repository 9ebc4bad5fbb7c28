#pragma once
#include <berth/detail/first_hit.hpp>
#include <berth/mismatch.hpp>
#include <cstddef>
#include <memory>
#include <optional>
#include <source_location>
#include <type_traits>

namespace berth::detail {

// Places at which a whole row of items begins.
template <class A, class B, class F>
struct row_scan {
  static constexpr std::size_t block = 1024;
  static constexpr std::size_t front = 0;
  A first;
  B sought;
  std::size_t length;
  F& given;

  BERTH_ONE_BODY std::size_t operator()(std::size_t begin, std::size_t end) const {
    const A items = first;
    const B row = sought;
    in_loop<F, std::iter_reference_t<A>, std::iter_reference_t<B>> same = given;
    for (; begin != end; ++begin) {
      std::size_t i = 0;
      while (i != length && static_cast<bool>(same(at(items, begin + i), at(row, i)))) ++i;
      if (i == length) break;
    }
    return begin;
  }
};

// The same for numbers side by side: from one place where the first of the row is found to the next.
template <class T>
struct number_row_scan {
  static constexpr std::size_t block = 8192 / sizeof(T);
  static constexpr std::size_t front = 0;
  const T* items;
  const T* sought;
  std::size_t length;

  std::size_t operator()(std::size_t begin, std::size_t end) const {
    for (;; ++begin) {
      begin = equal_scan<T>{items, sought[0]}(begin, end);
      if (begin == end || first_different(items + begin, sought, 1, length) == length) return begin;
    }
  }
};

template <class A, class B, class F>
inline std::size_t first_row(std::size_t places, const A& first, const B& sought, std::size_t length, F& same,
                             const hints& with, const std::source_location& where) {
  if constexpr (are_compared_side_by_side<A, B> && std::is_same_v<std::remove_cv_t<F>, equal_items>) {
    using scan = number_row_scan<std::iter_value_t<A>>;
    return first_hit<false>(places, scan{std::to_address(first), std::to_address(sought), length}, with, where);
  } else {
    return first_hit<is_erased<F>>(places, row_scan<A, B, F>{first, sought, length, same}, with, where);
  }
}

}  // namespace berth::detail

namespace berth {

// The first index of `items` at which the whole of `row` stands, item by item by same(items[i + k], row[k]); none where
// it stands nowhere, 0 where the row is empty.
//
//   const auto at = berth::search(bytes, std::string_view("\r\n\r\n"));
//
// Without `same`: by ==. In everything else as berth::find; a comparison that throws counts as one at the place that
// was being tried. Complexity: up to row.size() comparisons a place, as std::search; numbers side by side (bytes) skip
// from one place where the row's first number is found to the next.
template <indexable Range, indexable Row, detail::no_hints_object Same>
[[nodiscard]] std::optional<std::size_t> search(Range&& items, Row&& row, Same&& same, const hints& with = no_hints,
                                                std::source_location where = std::source_location::current()) {
  constexpr bool callable = detail::is_predicate_on_both<Range, Row, Same>;
  static_assert(callable,
                "berth::search: the predicate must take an element of the range and one of the row and give a truth "
                "value; without one, elements must compare by ==");
  if constexpr (callable) {
    const std::size_t count = detail::size_of(items);
    const std::size_t length = detail::size_of(row);
    if (length == 0) return 0;
    if (length > count) return std::nullopt;
    const std::size_t places = count - length + 1;
    return detail::index_or_none(
        detail::first_row(places, std::ranges::begin(items), std::ranges::begin(row), length, same, with, where),
        places);
  }
}

template <indexable Range, indexable Row>
[[nodiscard]] std::optional<std::size_t> search(Range&& items, Row&& row, const hints& with = no_hints,
                                                std::source_location where = std::source_location::current()) {
  return berth::search(items, row, detail::equal_items{}, with, where);
}

}  // namespace berth
