#pragma once
// Rows of plain numbers, which are sorted by compiled kernels that know the CPU.
#include <berth/detail/export.hpp>
#include <berth/hints.hpp>
#include <cstddef>
#include <source_location>
#include <type_traits>

namespace berth::detail {

enum class number_kind : unsigned char { none, i32, u32, f32, i64, u64, f64 };

template <class T>
consteval number_kind kind_of() {
  if constexpr (!std::is_arithmetic_v<T> || std::is_same_v<T, bool> || (sizeof(T) != 4 && sizeof(T) != 8))
    return number_kind::none;
  else if constexpr (std::is_floating_point_v<T>)
    return sizeof(T) == 4 ? number_kind::f32 : number_kind::f64;
  else if constexpr (std::is_signed_v<T>)
    return sizeof(T) == 4 ? number_kind::i32 : number_kind::i64;
  else
    return sizeof(T) == 4 ? number_kind::u32 : number_kind::u64;
}

struct numbers {
  void* first;
  std::size_t count;
  number_kind kind;
  bool falling;  // the greatest first
};

// Sorts on this thread. NaN come last, -0.0 goes by the sign bit: to the last bit, the result depends on the numbers
// alone. std::bad_alloc (the row is then as it was) without Highway.
BERTH_API void sort_numbers(const numbers&);

// Sorts, sharing out. For rows of many; the numbers are all there however it ends.
BERTH_API void sort_many_numbers(const numbers&, const hints& with, const std::source_location& where);

inline constexpr std::size_t many_numbers = 65536;

}  // namespace berth::detail
