#pragma once
// Hashing of keys: what a verb uses where its caller names no hash, and the mixing that makes any hash good enough for
// a table whose size is a power of two.
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
concept tuple_like = requires { std::tuple_size<T>::value; };

}  // namespace berth::detail

namespace berth {

// The hash of a key where none is named: numbers, enumerations, pointers, text (a string and a string_view of the same
// characters are the same key), pairs, tuples and arrays of these, and whatever std::hash knows. -0.0 and 0.0 are one
// key; a NaN is equal to nothing, itself included.
struct key_hash {
  template <class T>
  [[nodiscard]] std::uint64_t operator()(const T& key) const {
    if constexpr (detail::number_like<T>)
      return number(key);
    else if constexpr (detail::text_like<T>)
      return std::hash<std::string_view>{}(std::string_view(key));
    else if constexpr (detail::tuple_like<T>)
      return elements(key, std::make_index_sequence<std::tuple_size_v<T>>{});
    else
      return std::hash<T>{}(key);
  }

 private:
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

// Whether two keys are one where no equality is named: by ==.
struct key_equal {
  template <class A, class B>
  [[nodiscard]] bool operator()(const A& a, const B& b) const {
    return static_cast<bool>(a == b);
  }
};

}  // namespace berth
