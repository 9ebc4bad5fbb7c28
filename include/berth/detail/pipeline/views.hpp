#pragma once
// Whether a result looks into memory that is somebody else's, as far as its type says.
#include <berth/detail/pipeline/kept.hpp>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace berth::detail {

template <class T>
consteval bool holds_views();

template <class T>
inline constexpr bool is_view = std::is_pointer_v<T> || std::is_reference_v<T>;
template <class C, class Traits>
inline constexpr bool is_view<std::basic_string_view<C, Traits>> = true;
template <class T, std::size_t N>
inline constexpr bool is_view<std::span<T, N>> = true;

template <class T>
inline constexpr bool holds_views_in_parts = false;
template <class A, class B>
inline constexpr bool holds_views_in_parts<std::pair<A, B>> = holds_views<A>() || holds_views<B>();
template <class... T>
inline constexpr bool holds_views_in_parts<std::tuple<T...>> = (holds_views<T>() || ...);
template <class T>
inline constexpr bool holds_views_in_parts<std::optional<T>> = holds_views<T>();

template <class T>
consteval bool holds_views() {
  if constexpr (std::is_void_v<T>)
    return false;
  else if constexpr (is_view<T> || holds_views_in_parts<std::remove_cv_t<T>>)
    return true;
  else if constexpr (requires { typename T::mapped_type; })
    return holds_views<typename T::key_type>() || holds_views<typename T::mapped_type>();
  else if constexpr (requires { typename T::container_type::value_type; })  // what inserts into a container, adapters
    return holds_views<typename T::container_type::value_type>();
  else if constexpr (requires { typename T::value_type; })
    return holds_views<std::conditional_t<std::is_same_v<typename T::value_type, T>, void, typename T::value_type>>();
  else
    return false;
}

// What stays behind a pipeline: its result; of an end that writes elsewhere what it writes to.
template <class End, class Result>
struct kept_by_end {
  using type = Result;
};
template <class End, class Result>
  requires requires { typename End::writes_to; }
struct kept_by_end<End, Result> {
  using type = typename End::writes_to;
};
template <class End, class Result>
using kept_behind = typename kept_by_end<End, Result>::type;

// What a pipeline gives whose source is gone with it.
template <class Result, bool SourceGoes>
struct given_by_a_temporary {
  static constexpr bool fits = !SourceGoes || !holds_views<Result>();
  static_assert(fits,
                "berth::par: the result would hold views into a file or text that goes with the pipeline; give it a "
                "name: auto lines = berth::lines_of(path); berth::par(lines) | ...");
};

}  // namespace berth::detail
