#pragma once
#include <berth/count_by.hpp>
#include <berth/detail/call.hpp>
#include <berth/detail/export.hpp>
#include <berth/detail/in_loop.hpp>
#include <berth/detail/leased.hpp>
#include <berth/detail/range.hpp>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <source_location>
#include <type_traits>
#include <utility>
#include <vector>

namespace berth {

// What equal_bins made of numbers.
struct binned {
  std::vector<std::size_t> counts;
  std::size_t below = 0;    // smaller than the first bin
  std::size_t above = 0;    // not smaller than the end of the last one
  std::size_t neither = 0;  // NaN
};

// [low, high) cut into so many bins of equal width: bin b is [low + b * width, low + (b + 1) * width), up to the
// rounding of one multiplication and one subtraction.
template <class T = double>
struct equal_bins {
  T low;
  T high;
  std::size_t bins;
};
template <class T>
equal_bins(T, T, std::size_t) -> equal_bins<T>;

}  // namespace berth

namespace berth::detail {

// std::out_of_range: "berth::histogram: item 7 falls into bin 300, there are 256".
[[noreturn]] BERTH_API void throw_no_such_bin(std::size_t item, std::size_t bin, std::size_t bins);
// std::invalid_argument: "berth::histogram: equal bins need a low below a high, and at least one bin".
[[noreturn]] BERTH_API void throw_no_bins();

// Two rows of counters, taken in turns: an item that falls where the last one fell need not wait for it.
class bin_counters {
 public:
  explicit bin_counters(std::size_t bins) : even_(bins), odd_(bins) {}
  [[nodiscard]] std::size_t* even() { return even_.data(); }
  [[nodiscard]] std::size_t* odd() { return odd_.data(); }
  void add_to(std::vector<std::size_t>& total) const {
    for (std::size_t b = 0; b != total.size(); ++b) total[b] += even_[b] + odd_[b];
  }

 private:
  std::vector<std::size_t> even_;
  std::vector<std::size_t> odd_;
};

template <class Bin>
std::size_t checked_bin(Bin bin, std::size_t bins, std::size_t item) {
  const auto b = static_cast<std::size_t>(bin);
  if (b >= bins) [[unlikely]]
    throw_no_such_bin(item, b, bins);
  return b;
}

template <class Iterator, class F>
void count_bins(bin_counters& into, std::size_t bins, const Iterator& start, F& given, std::size_t begin,
                std::size_t end) {
  const Iterator first = start;
  in_loop<F, std::iter_reference_t<Iterator>> f = given;
  std::size_t* const even = into.even();
  std::size_t* const odd = into.odd();
  for (; end - begin >= 2; begin += 2) {
    ++even[checked_bin(f(at(first, begin)), bins, begin)];
    ++odd[checked_bin(f(at(first, begin + 1)), bins, begin + 1)];
  }
  if (begin != end) ++even[checked_bin(f(at(first, begin)), bins, begin)];
}

template <class Iterator, class F>
std::vector<std::size_t> count_in_bins(std::size_t count, std::size_t bins, const Iterator& first, F& f,
                                       const hints& with, const std::source_location& where) {
  // Below this a second row of counters costs more than it saves.
  constexpr std::size_t rows_pay = 4;
  std::vector<std::size_t> total(bins);
  leases<bin_counters> counters;
  auto leaf = [&, first](std::size_t begin, std::size_t end) {
    if (end - begin == count && count / rows_pay < bins) {
      in_loop<F, std::iter_reference_t<Iterator>> call = f;
      for (std::size_t i = begin; i != end; ++i) ++total[checked_bin(call(at(first, i)), bins, i)];
      return;
    }
    auto& mine = counters.take(0, [bins] { return bin_counters(bins); });
    count_bins(mine.held, bins, first, f, begin, end);
    leases<bin_counters>::give_back(mine, 0);
  };
  run<is_erased<F>>(count, leaf, with, where);
  counters.for_each([&total](const bin_counters& c) { c.add_to(total); });
  return total;
}

// Bin 0 is what lies below, bins + 1 above, bins + 2 NaN.
template <class T, class F>
struct bin_of_number {
  F* f;
  T low;
  T scale;
  std::size_t bins;

  template <class Item>
  std::size_t operator()(Item&& item) const {
    const T x = static_cast<T>((*f)(std::forward<Item>(item)));
    const T place = (x - low) * scale;
    if (place >= T{0} && place < static_cast<T>(bins)) return static_cast<std::size_t>(place) + 1;
    if (x < low) return 0;
    return x >= low ? bins + 1 : bins + 2;
  }
};

}  // namespace berth::detail

namespace berth {

// How many items fall into each of so many bins: result[b] is the number of items for which f(item) is b.
//
//   auto shades = berth::histogram(pixels, 256, [](rgb p) { return p.grey(); });
//   auto ages = berth::histogram(people, berth::equal_bins{0.0, 100.0, 20}, &person::age);   // berth::binned
//
// For bins by key, of which nobody knows how many there are: berth::count_by.
// Shapes: `items` is any random-access range of known size; f gives an integer. Without items all bins are empty.
// Waits: blocks the thread until all are done; a waiting thread runs pieces of this call and of calls made inside it,
//   nothing else. Inside f, nested calls are allowed.
// Cancellation: hints stop and until; the call then throws `cancelled` or `deadline_exceeded`; nothing is kept.
// Throws: what f threw for the lowest-numbered failing item; std::out_of_range naming the item and the bin for one that
//   does not exist; std::bad_alloc.
// Thread-safety: f is called from several threads at once (a small trivially copyable one that is callable as const may
// be
//   copied for a loop).
// Complexity: n calls of f; 16 bytes a bin for each thread that takes part.
template <indexable Range, class F>
[[nodiscard]] std::vector<std::size_t> histogram(Range&& items, std::size_t bins, F&& f, const hints& with = no_hints,
                                                 std::source_location where = std::source_location::current()) {
  using reference = std::ranges::range_reference_t<Range>;
  constexpr bool invocable = std::invocable<F&, reference>;
  static_assert(invocable, "berth::histogram: the function must be callable with the range's element type");
  if constexpr (invocable) {
    constexpr bool integral = std::integral<std::decay_t<std::invoke_result_t<F&, reference>>>;
    static_assert(integral,
                  "berth::histogram: the function must give the number of a bin; for bins of equal width use "
                  "berth::equal_bins, for others berth::count_by");
    if constexpr (integral)
      return detail::count_in_bins(detail::size_of(items), bins, std::ranges::begin(items), f, with, where);
  }
}

// The same for numbers and bins of equal width; what lies outside is counted apart. A low that is not below high, or no
// bins, throws std::invalid_argument.
template <indexable Range, class T, class F>
[[nodiscard]] binned histogram(Range&& items, const equal_bins<T>& bins, F&& f, const hints& with = no_hints,
                               std::source_location where = std::source_location::current()) {
  static_assert(std::floating_point<T>, "berth::histogram: equal bins are cut from floating-point numbers");
  constexpr bool number = std::is_invocable_r_v<T, F&, std::ranges::range_reference_t<Range>>;
  static_assert(number,
                "berth::histogram: the function must be callable with the range's element type and give a number");
  if (!(bins.low < bins.high) || bins.bins == 0) detail::throw_no_bins();
  const T scale = static_cast<T>(bins.bins) / (bins.high - bins.low);
  detail::in_loop<std::remove_reference_t<F>, std::ranges::range_reference_t<Range>> call = f;
  const detail::bin_of_number<T, std::remove_reference_t<decltype(call)>> bin_of{&call, bins.low, scale, bins.bins};
  auto counts =
      detail::count_in_bins(detail::size_of(items), bins.bins + 3, std::ranges::begin(items), bin_of, with, where);
  binned result;
  result.below = counts.front();
  result.neither = counts.back();
  result.above = counts[bins.bins + 1];
  counts.resize(bins.bins + 1);
  counts.erase(counts.begin());
  result.counts = std::move(counts);
  return result;
}

}  // namespace berth
