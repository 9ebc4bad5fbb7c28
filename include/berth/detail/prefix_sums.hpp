#pragma once
// The compiled kernels behind scans by + of numbers that lie side by side. One call does one block.
//
// The order is that of berth/inclusive_scan.hpp: rows of eight items, a binary tree in each; the sums of whole rows
// from left to right; then what is carried into the block. It is the same bits on every CPU: the wider instructions do
// the same additions. `carried` is -0.0, to which adding changes nothing, where nothing comes before.
#include <berth/detail/export.hpp>
#include <berth/detail/streams.hpp>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace berth::detail {

struct prefix_how {
  bool exclusive;
  bool stream;  // past the cache: for outputs that are larger than it, and not read and written in one place
};

// Writes the sums to out, which may be `in`, and returns that of the block alone. Asks for `count` items' memory from
// `soon` on meanwhile, which may be anywhere. Never throws.
BERTH_API double prefix_sums(const double* in, double* out, std::size_t count, double carried, const void* soon,
                             prefix_how how);
BERTH_API float prefix_sums(const float* in, float* out, std::size_t count, float carried, const void* soon,
                            prefix_how how);
BERTH_API std::uint64_t prefix_sums(const std::uint64_t* in, std::uint64_t* out, std::size_t count,
                                    std::uint64_t carried, const void* soon, prefix_how how);
BERTH_API std::uint32_t prefix_sums(const std::uint32_t* in, std::uint32_t* out, std::size_t count,
                                    std::uint32_t carried, const void* soon, prefix_how how);

// How far ahead of what is read memory is asked for: the hardware's own prefetching stops at the end of each page.
inline constexpr std::size_t prefetch_bytes = 2048;

// What prefix_sums returns for the same items.
BERTH_API double sum_of_rows(const double* in, std::size_t count);
BERTH_API float sum_of_rows(const float* in, std::size_t count);
BERTH_API std::uint64_t sum_of_rows(const std::uint64_t* in, std::size_t count);
BERTH_API std::uint32_t sum_of_rows(const std::uint32_t* in, std::size_t count);

// The type whose kernel does sums of T: signed integers wrap like unsigned ones.
template <class T>
struct prefix_kernel {
  using type = void;
};
template <>
struct prefix_kernel<double> {
  using type = double;
};
template <>
struct prefix_kernel<float> {
  using type = float;
};
template <class T>
  requires(std::is_integral_v<T> && !std::is_same_v<T, bool> && (sizeof(T) == 4 || sizeof(T) == 8))
struct prefix_kernel<T> {
  using type = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
};

}  // namespace berth::detail
