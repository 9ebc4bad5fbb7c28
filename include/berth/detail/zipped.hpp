#pragma once
// The element of a zip: references side by side.
#include <berth/detail/range.hpp>
#include <cstddef>
#include <iterator>
#include <tuple>
#include <type_traits>
#include <utility>

namespace berth {

// A tuple of references into several ranges (or of values, for a range that makes its elements). Structured bindings
// and std::get<I> take it apart; it converts to a std::tuple of values, and a tuple of values may be assigned through
// it.
template <class... References>
class zipped : public std::tuple<References...> {
  using indices = std::index_sequence_for<References...>;
  // Something else with as many elements.
  template <class Tuple>
  static constexpr bool is_other = !std::is_same_v<std::remove_cvref_t<Tuple>, zipped> && requires {
    requires std::tuple_size<std::remove_cvref_t<Tuple>>::value == sizeof...(References);
  };

 public:
  using values = std::tuple<std::remove_cvref_t<References>...>;

  constexpr explicit zipped(References... references)
      : std::tuple<References...>(std::forward<References>(references)...) {}
  // From a tuple of values, or another zipped.
  template <class Tuple>
    requires is_other<Tuple>
  constexpr zipped(Tuple&& from)  // NOLINT(google-explicit-constructor): what an element and its value have in common
      : zipped(std::forward<Tuple>(from), indices{}) {}
  constexpr zipped(const zipped&) = default;
  constexpr zipped(zipped&&) = default;
  constexpr ~zipped() = default;

  // Through the references; an element that is no reference stays as it is.
  template <class Tuple>
    requires is_other<Tuple>
  constexpr const zipped& operator=(Tuple&& from) const {
    return assign(std::forward<Tuple>(from), indices{}), *this;
  }
  template <class Tuple>
    requires is_other<Tuple>
  constexpr zipped& operator=(Tuple&& from) {
    return assign(std::forward<Tuple>(from), indices{}), *this;
  }
  constexpr const zipped& operator=(const zipped& from) const { return assign(from, indices{}), *this; }
  constexpr zipped& operator=(const zipped& from) { return assign(from, indices{}), *this; }

  friend constexpr void swap(const zipped& a, const zipped& b) {
    values kept = a.taken(indices{});
    a = b.taken(indices{});
    b = std::move(kept);
  }

 private:
  template <class Tuple, std::size_t... I>
  constexpr zipped(Tuple&& from, std::index_sequence<I...>)
      : std::tuple<References...>(std::get<I>(std::forward<Tuple>(from))...) {}

  template <std::size_t I, class From>
  constexpr void assign_one(From&& from) const {
    if constexpr (std::is_lvalue_reference_v<std::tuple_element_t<I, std::tuple<References...>>>)
      std::get<I>(*this) = std::get<I>(std::forward<From>(from));
  }
  template <class From, std::size_t... I>
  constexpr void assign(From&& from, std::index_sequence<I...>) const {
    (assign_one<I>(std::forward<From>(from)), ...);
  }
  template <std::size_t... I>
  constexpr values taken(std::index_sequence<I...>) const {
    return values(std::move(std::get<I>(*this))...);
  }
};

}  // namespace berth

template <class... References>
struct std::tuple_size<berth::zipped<References...>> : std::integral_constant<std::size_t, sizeof...(References)> {};
template <std::size_t I, class... References>
struct std::tuple_element<I, berth::zipped<References...>> : std::tuple_element<I, std::tuple<References...>> {};

// What an element and its value have in common is the element's references to const.
template <class... References, class... Values, template <class> class Q, template <class> class P>
  requires(sizeof...(References) == sizeof...(Values))
struct std::basic_common_reference<berth::zipped<References...>, std::tuple<Values...>, Q, P> {
  using type = berth::zipped<std::common_reference_t<References, P<Values>>...>;
};
template <class... Values, class... References, template <class> class Q, template <class> class P>
  requires(sizeof...(References) == sizeof...(Values))
struct std::basic_common_reference<std::tuple<Values...>, berth::zipped<References...>, Q, P> {
  using type = berth::zipped<std::common_reference_t<Q<Values>, References>...>;
};

namespace berth::detail {

template <class... Iterators>
struct zipped_element {
  using value_type = std::tuple<std::iter_value_t<Iterators>...>;
  std::tuple<Iterators...> first;
  constexpr auto operator()(std::size_t i) const {
    return std::apply([i](const auto&... from) { return zipped<std::iter_reference_t<Iterators>...>(at(from, i)...); },
                      first);
  }
};

struct zipping {
  template <class... Ranges>
  constexpr std::size_t size(Ranges&... ranges) const {
    std::size_t least = ~std::size_t{0};
    ((least = size_of(ranges) < least ? size_of(ranges) : least), ...);
    return least;
  }
  template <class... Ranges>
  constexpr auto element(Ranges&... ranges) const {
    return zipped_element<decltype(std::ranges::begin(ranges))...>{{std::ranges::begin(ranges)...}};
  }
};

}  // namespace berth::detail
