#pragma once
// A key as a person reads it, where it is one that can be read: for messages.
#include <berth/detail/key_hash.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace berth::detail {

struct key_text {
  enum class kind { unknown, text, number, negative } what = kind::unknown;
  std::string_view text{};
  std::uint64_t number = 0;
};

// Refers to the key where it is text.
template <class Key>
key_text text_of(const Key& key) {
  if constexpr (text_like<Key>) {
    return {key_text::kind::text, std::string_view(key), 0};
  } else if constexpr (std::is_integral_v<Key>) {
    if (key < Key{}) return {key_text::kind::negative, {}, std::uint64_t{0} - static_cast<std::uint64_t>(key)};
    return {key_text::kind::number, {}, static_cast<std::uint64_t>(key)};
  } else {
    return {};
  }
}

}  // namespace berth::detail
