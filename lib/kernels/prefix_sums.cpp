#include <berth/detail/prefix_sums.hpp>
#include <type_traits>

#include "kernels/stream_store.hpp"
#include "kernels/wide.hpp"

#pragma GCC diagnostic ignored "-Wpsabi"  // every body is inlined: no vector crosses the boundary of a function

namespace berth::impl {
namespace {

constexpr std::size_t row_items = 8;

template <class T>
constexpr T neutral = std::is_floating_point_v<T> ? static_cast<T>(-0.0) : T(0);

// Four items, and a row of two of them.
template <class T>
struct four {
  using vector __attribute__((vector_size(4 * sizeof(T)))) = T;
};
template <class T>
using vector = typename four<T>::vector;
template <class T>
struct row {
  vector<T> low, high;
};

template <class T>
BERTH_KERNEL_BODY void load(row<T>& r, const T* from) {
  std::memcpy(&r.low, from, sizeof r.low);
  std::memcpy(&r.high, from + 4, sizeof r.high);
}

// x0, x0+x1, (x0+x1)+x2, (x0+x1)+(x2+x3)
template <class T>
BERTH_KERNEL_BODY void add_up_four(vector<T>& v) {
  const vector<T> none = {neutral<T>, neutral<T>, neutral<T>, neutral<T>};
  v += __builtin_shufflevector(v, none, 4, 0, 6, 2);
  v += __builtin_shufflevector(v, none, 4, 5, 1, 1);
}

template <class T>
BERTH_KERNEL_BODY void add_up_row(row<T>& r) {
  add_up_four<T>(r.low);
  add_up_four<T>(r.high);
  r.high += __builtin_shufflevector(r.low, r.low, 3, 3, 3, 3);
}

template <bool Stream, class T>
BERTH_KERNEL_BODY void store(T* to, const vector<T>& v) {
  if constexpr (Stream) {
    T values[4];
    std::memcpy(values, &v, sizeof values);
    for (std::size_t i = 0; i != 4; i += stream_bytes / sizeof(T)) stream_store(to + i, values + i);
  } else {
    std::memcpy(to, &v, sizeof v);
  }
}

// Carried along a block: the sum of its rows so far, and for exclusive sums the one that the next item receives.
template <class T>
struct so_far {
  T rows = neutral<T>;
  T last;
};

template <bool Exclusive, class T>
BERTH_KERNEL_BODY void sum_row(row<T>& r, so_far<T>& sums, T carried) {
  add_up_row(r);
  const T all = r.high[3];
  r.low = carried + (sums.rows + r.low);
  r.high = carried + (sums.rows + r.high);
  sums.rows += all;
  if constexpr (Exclusive) {
    const T last = r.high[3];
    r.high = __builtin_shufflevector(r.high, r.low, 7, 0, 1, 2);
    r.low = __builtin_shufflevector(r.low, r.low, 0, 0, 1, 2);
    r.low[0] = sums.last;
    sums.last = last;
  }
}

// The same for the first `count` items of a row, fewer than all: one by one, in the order that the vectors have. `in`
// may be `out`.
template <bool Exclusive, class T>
BERTH_KERNEL_BODY void sum_rest(const T* in, T* out, std::size_t count, so_far<T>& sums, T carried) {
  T prefix[row_items] = {};
  T half = neutral<T>;
  for (std::size_t k = 0; k < count; k += 4) {
    const T* const x = in + k;
    T* const to = prefix + k;
    const T one = x[0];
    to[0] = half + one;
    if (count - k == 1) break;
    const T two = one + x[1];
    to[1] = half + two;
    if (count - k == 2) break;
    to[2] = half + (two + x[2]);
    if (count - k == 3) break;
    to[3] = half = half + (two + (x[2] + x[3]));
  }
  const T all = prefix[count - 1];
  for (std::size_t k = 0; k != count; ++k) {
    const T next = carried + (sums.rows + prefix[k]);
    out[k] = Exclusive ? sums.last : next;
    sums.last = next;
  }
  sums.rows += all;
}

template <bool Exclusive, bool Stream, class T>
BERTH_KERNEL_BODY T sums_of_block(const T* in, T* out, std::size_t count, T carried, const void* soon) {
  so_far<T> sums{neutral<T>, carried};
  row<T> r;
  std::size_t i = 0;
  for (; count - i >= row_items; i += row_items) {
    detail::prefetch_behind(soon, i * sizeof(T));
    load(r, in + i);
    sum_row<Exclusive>(r, sums, carried);
    store<Stream, T>(out + i, r.low);
    store<Stream, T>(out + i + 4, r.high);
  }
  if (i != count) sum_rest<Exclusive>(in + i, out + i, count - i, sums, carried);
  if constexpr (Stream) end_stream();
  return sums.rows;
}

// Numbers of eight bytes that are added in one cycle: as long as they are in the cache nothing beats going along.
template <bool Exclusive>
std::uint64_t sums_along(const std::uint64_t* in, std::uint64_t* out, std::size_t count, std::uint64_t carried) {
  std::uint64_t total = carried;
#pragma GCC unroll 4
  for (std::size_t i = 0; i != count; ++i) {
    const std::uint64_t next = total + in[i];
    out[i] = Exclusive ? total : next;
    total = next;
  }
  return total - carried;
}

template <class T>
BERTH_KERNEL_BODY T sums_any(const T* in, T* out, std::size_t count, T carried, const void* soon,
                             detail::prefix_how how) {
  const bool stream = can_stream && how.stream && is_aligned_for_stream(out);
  if (how.exclusive)
    return stream ? sums_of_block<true, true>(in, out, count, carried, soon)
                  : sums_of_block<true, false>(in, out, count, carried, soon);
  return stream ? sums_of_block<false, true>(in, out, count, carried, soon)
                : sums_of_block<false, false>(in, out, count, carried, soon);
}

template <class T>
BERTH_KERNEL_AVX2 T sums_avx2(const T* in, T* out, std::size_t count, T carried, const void* soon,
                              detail::prefix_how how) {
  return sums_any(in, out, count, carried, soon, how);
}
template <class T>
T sums(const T* in, T* out, std::size_t count, T carried, const void* soon, detail::prefix_how how) {
  return has_avx2() ? sums_avx2(in, out, count, carried, soon, how) : sums_any(in, out, count, carried, soon, how);
}

// A row's pairs: low 0+1, high 0+1, low 2+3, high 2+3.
template <class T>
BERTH_KERNEL_BODY vector<T> pairs_of(const T* in) {
  row<T> r;
  load(r, in);
  return __builtin_shufflevector(r.low, r.high, 0, 4, 2, 6) + __builtin_shufflevector(r.low, r.high, 1, 5, 3, 7);
}

// Two rows' halves: low and high of the first, low and high of the second.
template <class T>
BERTH_KERNEL_BODY vector<T> halves_of(const T* in) {
  for (std::size_t i = 0; i < 2 * row_items; i += 64 / sizeof(T))
    detail::prefetch_behind(in + i, detail::prefetch_bytes);
  const vector<T> first = pairs_of(in);
  const vector<T> second = pairs_of(in + row_items);
  return __builtin_shufflevector(first, second, 0, 1, 4, 5) + __builtin_shufflevector(first, second, 2, 3, 6, 7);
}

// Adds the sums of four rows, each the binary tree that add_up_row ends in. (Their lanes are rows 0, 2, 1, 3.)
template <class T>
BERTH_KERNEL_BODY T plus_four_rows(T sum, const T* in) {
  const vector<T> first = halves_of(in);
  const vector<T> second = halves_of(in + 2 * row_items);
  const vector<T> rows =
      __builtin_shufflevector(first, second, 0, 4, 2, 6) + __builtin_shufflevector(first, second, 1, 5, 3, 7);
  return (((sum + rows[0]) + rows[2]) + rows[1]) + rows[3];
}

// Fewer than four rows: padded ones add nothing.
template <class T>
BERTH_KERNEL_BODY T rest_of_total(const T* in, std::size_t count, T sum) {
  T rest[4 * row_items];
  for (std::size_t k = 0; k != 4 * row_items; ++k) rest[k] = k < count ? in[k] : neutral<T>;
  return plus_four_rows(sum, rest);
}

template <class T>
BERTH_KERNEL_BODY T total_any(const T* in, std::size_t count) {
  T sum = neutral<T>;
  std::size_t i = 0;
  for (; count - i >= 4 * row_items; i += 4 * row_items) sum = plus_four_rows(sum, in + i);
  return i == count ? sum : rest_of_total(in + i, count - i, sum);
}

template <class T>
BERTH_KERNEL_AVX2 T total_avx2(const T* in, std::size_t count) {
  return total_any(in, count);
}
template <class T>
T total(const T* in, std::size_t count) {
  return has_avx2() ? total_avx2(in, count) : total_any(in, count);
}

}  // namespace
}  // namespace berth::impl

namespace berth::detail {

constexpr std::size_t few_items = 2048;

double prefix_sums(const double* in, double* out, std::size_t count, double carried, const void* soon, prefix_how how) {
  return impl::sums(in, out, count, carried, soon, how);
}
float prefix_sums(const float* in, float* out, std::size_t count, float carried, const void* soon, prefix_how how) {
  return impl::sums(in, out, count, carried, soon, how);
}
std::uint64_t prefix_sums(const std::uint64_t* in, std::uint64_t* out, std::size_t count, std::uint64_t carried,
                          const void* soon, prefix_how how) {
  if (count <= few_items)
    return how.exclusive ? impl::sums_along<true>(in, out, count, carried)
                         : impl::sums_along<false>(in, out, count, carried);
  return impl::sums(in, out, count, carried, soon, how);
}
std::uint32_t prefix_sums(const std::uint32_t* in, std::uint32_t* out, std::size_t count, std::uint32_t carried,
                          const void* soon, prefix_how how) {
  return impl::sums(in, out, count, carried, soon, how);
}

double sum_of_rows(const double* in, std::size_t count) { return impl::total(in, count); }
float sum_of_rows(const float* in, std::size_t count) { return impl::total(in, count); }
std::uint64_t sum_of_rows(const std::uint64_t* in, std::size_t count) { return impl::total(in, count); }
std::uint32_t sum_of_rows(const std::uint32_t* in, std::size_t count) { return impl::total(in, count); }

}  // namespace berth::detail
