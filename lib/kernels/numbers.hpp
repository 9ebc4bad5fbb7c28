#pragma once
#include <berth/detail/numbers.hpp>
#include <cstddef>
#include <cstdint>

namespace berth::impl {

// Sorts a row of any numbers.
template <class T>
void sort_alone(T* row, std::size_t count, bool falling);

// f(row) with the row as what it is.
template <class F>
decltype(auto) as_typed(const detail::numbers& n, F f) {
  switch (n.kind) {
    case detail::number_kind::i32: return f(static_cast<std::int32_t*>(n.first));
    case detail::number_kind::u32: return f(static_cast<std::uint32_t*>(n.first));
    case detail::number_kind::f32: return f(static_cast<float*>(n.first));
    case detail::number_kind::i64: return f(static_cast<std::int64_t*>(n.first));
    case detail::number_kind::u64: return f(static_cast<std::uint64_t*>(n.first));
    default: return f(static_cast<double*>(n.first));
  }
}

}  // namespace berth::impl
