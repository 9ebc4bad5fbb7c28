#pragma once
// What all scans share. A scan is work in turn (berth/detail/in_turn.hpp): what is carried is the value of all items
// before a block.
#include <berth/detail/compaction.hpp>
#include <berth/detail/fold.hpp>
#include <berth/detail/in_turn.hpp>
#include <berth/detail/open_vector.hpp>
#include <berth/detail/prefetch.hpp>
#include <berth/detail/prefix_sums.hpp>
#include <berth/detail/range.hpp>
#include <concepts>
#include <cstddef>
#include <memory>
#include <optional>
#include <source_location>
#include <type_traits>
#include <utility>
#include <vector>

namespace berth::detail {

enum class scan_kind { inclusive, exclusive };

// Values for which every way of bracketing gives the same bits, if only the operation is associative.
template <class T, class Op>
inline constexpr bool any_bracketing = is_integer<T> || is_joined_text<Op, T> ||
                                       (std::is_floating_point_v<T> && (operation_of<Op, T> == operation::least ||
                                                                        operation_of<Op, T> == operation::greatest));

// Sums of numbers side by side, for which there are kernels.
template <class T, class In, class Out, class Op, class F>
inline constexpr bool has_prefix_kernel =
    is_side_by_side<T, In, F> && std::contiguous_iterator<Out> && std::is_same_v<std::iter_value_t<Out>, T> &&
    operation_of<Op, T> == operation::sum && !std::is_void_v<typename prefix_kernel<T>::type>;

template <scan_kind Kind, class T, class In, class Out>
class scan_by_kernel {
  using number = typename prefix_kernel<T>::type;

 public:
  using carried = number;
  using left = number;

  scan_by_kernel(const block_grid& grid, const In& in, const Out& out)
      : grid_(grid),
        in_(reinterpret_cast<const number*>(std::to_address(in))),
        out_(reinterpret_cast<number*>(std::to_address(out))),
        how_{Kind == scan_kind::exclusive, grid.items() * sizeof(T) >= stream_from_bytes && in_ != out_} {}

  static number start(std::optional<T>&& init) {
    return init ? static_cast<number>(*init) : std::is_floating_point_v<T> ? static_cast<number>(-0.0) : number(0);
  }

  void whole(number& before) {
    for (std::size_t k = 0; k != grid_.blocks(); ++k) direct(k, before);
  }
  void direct(std::size_t k, number& before) {
    before += sums(k, before, address_behind(in_ + grid_.begin(k), prefetch_bytes));
  }
  void ahead(std::size_t k, number& all) { all = sum_of_rows(in_ + grid_.begin(k), size(k)); }
  static void after(std::size_t, number& before, number all) { before += all; }
  // The block is in the cache; meanwhile memory can bring the next one.
  void finish(std::size_t k, number&, number before, std::size_t soon) {
    (void)sums(k, before, address_behind(in_, grid_.begin(soon) * sizeof(number)));
  }
  static void drop(number&) {}

 private:
  [[nodiscard]] std::size_t size(std::size_t k) const { return grid_.end(k) - grid_.begin(k); }
  number sums(std::size_t k, number before, const void* soon) {
    return prefix_sums(in_ + grid_.begin(k), out_ + grid_.begin(k), size(k), before, soon, how_);
  }

  const block_grid& grid_;
  const number* in_;
  number* out_;
  prefix_how how_;
};

// All other scans. A block done ahead writes its own prefixes to the output, so that f is called once an item, and what
// is carried is combined with each of them later.
template <scan_kind Kind, class T, class In, class Out, class Op, class F>
class scan_in_blocks {
 public:
  using carried = std::optional<T>;
  using left = std::optional<T>;

  scan_in_blocks(const block_grid& grid, const In& in, const Out& out, Op& op, F& f)
      : grid_(grid), in_(in), out_(out), op_(op), f_(f) {}

  static carried start(std::optional<T>&& init) { return std::move(init); }

  void whole(carried& before) {
    if constexpr (any_bracketing<T, Op>) return along(0, grid_.items(), before);
    for (std::size_t k = 0; k != grid_.blocks(); ++k) direct(k, before);
  }
  void direct(std::size_t k, carried& before) {
    const std::size_t begin = grid_.begin(k);
    const std::size_t end = grid_.end(k);
    if (any_bracketing<T, Op> || !before) return along(begin, end, before);
    *before = in_one_go(begin, end, *before);
  }
  void ahead(std::size_t k, left& all) { all = own_prefixes(grid_.begin(k), grid_.end(k)); }
  void after(std::size_t, carried& before, left& all) { *before = combined(T(*before), std::move(*all)); }
  void finish(std::size_t k, left&, carried& before, std::size_t) {
    const std::size_t begin = grid_.begin(k);
    const std::size_t end = grid_.end(k);
    const Out out = out_;
    if constexpr (Kind == scan_kind::inclusive) {
      for (std::size_t i = begin; i != end; ++i) at(out, i) = combined(T(*before), std::move(at(out, i)));
    } else {
      for (std::size_t i = end - 1; i != begin; --i) at(out, i) = combined(T(*before), std::move(at(out, i - 1)));
      at(out, begin) = *before;
    }
  }
  static void drop(const left&) {}

 private:
  using reader = in_loop<F, std::iter_reference_t<In>>;

  static T item(const In& in, reader& f, std::size_t i) { return static_cast<T>(f(at(in, i))); }

  T combined(T&& a, T&& b) {
    if constexpr (std::is_arithmetic_v<T> && operation_of<Op, T> != operation::unknown)
      return apply<operation_of<Op, T>>(a, b);
    else
      return op_(std::move(a), std::move(b));
  }

  // As a loop would: each value is the one before it and the next item. Without a carried value an inclusive scan
  // begins with the first item. An item is read before its place is written: they may be the same.
  void along(std::size_t begin, std::size_t end, carried& before) {
    const In in = in_;
    const Out out = out_;
    reader f = f_;
    std::size_t i = begin;
    T all = before ? std::move(*before) : item(in, f, i);
    if (!before) at(out, i++) = all;
    for (; i != end; ++i) {
      T next = item(in, f, i);
      if constexpr (Kind == scan_kind::exclusive) at(out, i) = all;
      all = combined(std::move(all), std::move(next));
      if constexpr (Kind == scan_kind::inclusive) at(out, i) = all;
    }
    before = std::move(all);
  }

  // The same values as by ahead, after and finish.
  T in_one_go(std::size_t begin, std::size_t end, const T& before) {
    const In in = in_;
    const Out out = out_;
    reader f = f_;
    T own = item(in, f, begin);
    T all = combined(T(before), T(own));
    at(out, begin) = Kind == scan_kind::inclusive ? all : before;
    for (std::size_t i = begin + 1; i != end; ++i) {
      T next = item(in, f, i);
      if constexpr (Kind == scan_kind::exclusive) at(out, i) = all;
      own = combined(std::move(own), std::move(next));
      all = combined(T(before), T(own));
      if constexpr (Kind == scan_kind::inclusive) at(out, i) = all;
    }
    return all;
  }

  T own_prefixes(std::size_t begin, std::size_t end) {
    const In in = in_;
    const Out out = out_;
    reader f = f_;
    T own = item(in, f, begin);
    at(out, begin) = own;
    for (std::size_t i = begin + 1; i != end; ++i) {
      own = combined(std::move(own), item(in, f, i));
      at(out, i) = own;
    }
    return own;
  }

  const block_grid& grid_;
  const In& in_;
  const Out& out_;
  Op& op_;
  F& f_;
};

template <scan_kind Kind, class T, class In, class Out, class Op, class F>
void scan_to(std::size_t count, const In& in, const Out& out, std::optional<T>&& init, Op& op, F& f, const hints& with,
             const std::source_location& where) {
  if (count == 0) return;
  constexpr bool erased = is_erased<Op> || is_erased<F>;
  constexpr std::size_t least = is_side_by_side<T, In, F> ? too_few_numbers : 1;
  const block_grid grid(count, least, block_grid::most_items(sizeof(T)));
  if constexpr (has_prefix_kernel<T, In, Out, Op, F>) {
    scan_by_kernel<Kind, T, In, Out> work(grid, in, out);
    if (count <= too_few_numbers && says_nothing(with)) {
      auto before = work.start(std::move(init));
      return work.whole(before);
    }
    (void)run_in_turn<erased>(grid, work, work.start(std::move(init)), with, where);
  } else {
    scan_in_blocks<Kind, T, In, Out, Op, F> work(grid, in, out, op, f);
    (void)run_in_turn<erased>(grid, work, work.start(std::move(init)), with, where);
  }
}

template <scan_kind Kind, class T, class Range, class Op, class F>
std::vector<T> scanned(Range& items, std::optional<T>&& init, Op& op, F& f, const hints& with,
                       const std::source_location& where) {
  const std::size_t count = size_of(items);
  const auto in = std::ranges::begin(items);
  if constexpr (std::is_trivially_copyable_v<T> && std::is_trivially_default_constructible_v<T>) {
    open_vector<T> room(count);
    scan_to<Kind, T>(count, in, room.room(), std::move(init), op, f, with, where);
    return room.close(count);
  } else {
    std::vector<T> all(count);
    scan_to<Kind, T>(count, in, all.data(), std::move(init), op, f, with, where);
    return all;
  }
}

template <scan_kind Kind, class T, class In, class Out, class Op, class F>
void scanned_into(const char* verb, In& in, Out& out, std::optional<T>&& init, Op& op, F& f, const hints& with,
                  const std::source_location& where) {
  const std::size_t count = size_of(in);
  if (size_of(out) < count) throw_output_too_small(verb, count, size_of(out));
  scan_to<Kind, T>(count, std::ranges::begin(in), std::ranges::begin(out), std::move(init), op, f, with, where);
}

// What the verbs ask of their arguments.
template <class Op, class T>
concept combines = std::is_invocable_r_v<T, Op&, T, T>;

template <class T>
concept scannable = std::copyable<T>;

template <class T>
concept keepable = std::default_initializable<T> && !std::same_as<T, bool>;

template <class Out, class T>
concept holds_scanned =
    std::same_as<std::ranges::range_value_t<Out>, T> && std::same_as<std::ranges::range_reference_t<Out>, T&>;

}  // namespace berth::detail
