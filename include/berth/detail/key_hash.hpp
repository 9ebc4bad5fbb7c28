#pragma once
// Hashing of keys: what a verb uses where its caller names no hash, and the mixing that makes any hash good enough for
// a table whose size is a power of two.
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace berth::detail {

// Every bit of the result depends on every bit of x, so that keys which differ in a stride, or whose hashes agree in
// their low bits, are spread like random ones. Two keys whose hashes are equal in full stay equal: nothing can be done
// about those here.
#if defined(__SIZEOF_INT128__)

// Both halves of a product, folded: one multiplication.
constexpr std::uint64_t mixed(std::uint64_t x) {
  __extension__ using wide = unsigned __int128;
  const wide product = wide{x ^ 0x2d358dccaa6c78a5u} * 0x9e3779b97f4a7c15u;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

#else

constexpr std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93u;
  x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93u;
  return x ^ (x >> 32);
}

#endif

template <class T>
concept text_like = std::convertible_to<const T&, std::string_view> && !std::is_pointer_v<T>;

template <class T>
concept number_like = std::is_integral_v<T> || std::is_enum_v<T> || std::is_pointer_v<T>;

template <class T>
inline constexpr bool is_tuple = false;
template <class... T>
inline constexpr bool is_tuple<std::tuple<T...>> = true;
template <class A, class B>
inline constexpr bool is_tuple<std::pair<A, B>> = true;
template <class T, std::size_t N>
inline constexpr bool is_tuple<std::array<T, N>> = true;

// Whether key_hash knows a hash for the type.
template <class Key>
consteval bool is_hashable() {
  if constexpr (number_like<Key> || text_like<Key>)
    return true;
  else if constexpr (is_tuple<Key>)
    return []<std::size_t... I>(std::index_sequence<I...>) {
      return (is_hashable<std::remove_cvref_t<std::tuple_element_t<I, Key>>>() && ...);
    }(std::make_index_sequence<std::tuple_size<Key>::value>{});
  else
    return requires(const Key& key) { std::size_t(std::hash<Key>{}(key)); };
}

}  // namespace berth::detail

namespace berth {

// The hash of a key where none is named: numbers, enumerations, pointers (by address, also those to characters), text
// (a string and a string_view of the same characters are the same key), pairs, tuples and arrays of these, and whatever
// std::hash knows. -0.0 and 0.0 are one key, and so are all NaN.
//
// Good against keys that are alike, not against a sender who chooses keys so that their hashes agree: where keys come
// from such, name a hash of your own with a secret in it.
struct key_hash {
  template <class T>
  [[nodiscard]] std::uint64_t operator()(const T& key) const {
    if constexpr (detail::number_like<T>)
      return number(key);
    else if constexpr (detail::text_like<T>)
      return std::hash<std::string_view>{}(std::string_view(key));
    else if constexpr (detail::is_tuple<T>)
      return elements(key, std::make_index_sequence<std::tuple_size_v<T>>{});
    else if constexpr (std::is_floating_point_v<T>)
      return key == key ? std::hash<T>{}(key) : not_a_number;
    else
      return std::hash<T>{}(key);
  }

 private:
  static constexpr std::uint64_t not_a_number = 0x7ff8000000000000u;
  template <class T>
  static std::uint64_t number(T key) {
    if constexpr (std::is_pointer_v<T>)
      return reinterpret_cast<std::uintptr_t>(key);
    else
      return static_cast<std::uint64_t>(key);
  }
  template <class T, std::size_t... I>
  [[nodiscard]] std::uint64_t elements(const T& key, std::index_sequence<I...>) const {
    std::uint64_t all = 0;
    ((all = detail::mixed(all + (*this)(std::get<I>(key)) + 0x9e3779b97f4a7c15u)), ...);
    return all;
  }
};

// Whether two keys are one where no equality is named: by ==; and a NaN is the same key as any other, or as many groups
// would be made as there are, each found by asking all those before it.
struct key_equal {
  template <class A, class B>
  [[nodiscard]] bool operator()(const A& a, const B& b) const {
    if constexpr (std::is_floating_point_v<A> && std::is_floating_point_v<B>)
      return a == b || (a != a && b != b);
    else if constexpr (detail::is_tuple<A> && std::is_same_v<A, B>)
      return elements(a, b, std::make_index_sequence<std::tuple_size_v<A>>{});
    else
      return static_cast<bool>(a == b);
  }

 private:
  template <class T, std::size_t... I>
  [[nodiscard]] bool elements(const T& a, const T& b, std::index_sequence<I...>) const {
    return ((*this)(std::get<I>(a), std::get<I>(b)) && ...);
  }
};

}  // namespace berth

namespace berth::detail {

// What a key function has returned, as what a table of Key is asked for. Where both are text, or the caller's own hash
// and equality take what there is, nothing is made. Else it is a Key from the start: the hash of an int need not be
// that of the same number as a double, and that of a pointer to characters is not that of the text.
template <class Key, class Hash, class Equal, class Given>
[[gnu::always_inline]] inline decltype(auto) as_key(Given&& given) {
  using plain = std::remove_cvref_t<Given>;
  constexpr bool is_own = !std::is_same_v<Hash, key_hash>;
  constexpr bool is_scalar = number_like<plain> || std::is_floating_point_v<plain>;
  constexpr bool is_asked_for = is_own && !is_scalar && std::is_invocable_v<const Hash&, const plain&> &&
                                std::is_invocable_v<const Equal&, const Key&, const plain&>;
  constexpr bool is_text = !is_own && text_like<Key>;
  if constexpr (std::is_same_v<plain, Key> || is_asked_for || (is_text && text_like<plain>))
    return static_cast<Given&&>(given);
  else if constexpr (is_text && std::is_convertible_v<Given, std::string_view>)
    return std::string_view(given);
  else
    return Key(static_cast<Given&&>(given));
}

}  // namespace berth::detail
