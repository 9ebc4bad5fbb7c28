#pragma once
// Numbers as unsigned keys of the same size, and back: their total order is the keys' order by size.
#include <bit>
#include <cstdint>
#include <type_traits>

namespace berth::impl {

template <class T>
using key_for = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

// Rising: -infinity .. -0.0, +0.0 .. +infinity, then NaN by their bits. Falling: +infinity .. -infinity, then NaN
// again.
template <class T>
class number_keys {
  using key = key_for<T>;
  static constexpr key sign = key{1} << (8 * sizeof(T) - 1);

 public:
  explicit constexpr number_keys(bool falling) : falling_(falling) {}

  [[nodiscard]] constexpr key of(T number) const {
    const key k = by_size(std::bit_cast<key>(number));
    return static_cast<key>(falling_ ? first() - k : k - first());
  }
  [[nodiscard]] constexpr T number(key k) const {
    return std::bit_cast<T>(from_size(static_cast<key>(falling_ ? first() - k : k + first())));
  }

 private:
  // Floating-point: sign and magnitude, the magnitude of the negative ones turned round. Signed: two's complement.
  static constexpr key by_size(key bits) {
    if constexpr (std::is_floating_point_v<T>) return bits & sign ? static_cast<key>(~bits) : bits | sign;
    return std::is_signed_v<T> ? bits ^ sign : bits;
  }
  static constexpr key from_size(key k) {
    if constexpr (std::is_floating_point_v<T>) return k & sign ? k ^ sign : static_cast<key>(~k);
    return std::is_signed_v<T> ? k ^ sign : k;
  }
  // What comes first gets key 0; the NaN that lie before it by their bits come round to the other end.
  [[nodiscard]] constexpr key first() const {
    if constexpr (!std::is_floating_point_v<T>) return falling_ ? static_cast<key>(~key{0}) : key{0};
    constexpr key infinity = sizeof(T) == 4 ? key{0x7f800000u} : static_cast<key>(0x7ff0000000000000u);
    return by_size(falling_ ? infinity : infinity | sign);
  }

  bool falling_;
};

}  // namespace berth::impl
