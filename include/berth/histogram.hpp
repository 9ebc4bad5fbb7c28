#pragma once
#include <berth/detail/call.hpp>
#include <berth/detail/export.hpp>
#include <berth/detail/in_loop.hpp>
#include <berth/detail/leased.hpp>
#include <berth/detail/range.hpp>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
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
// std::invalid_argument: "berth::histogram: equal bins need a low below a high, of which the difference and ...".
[[noreturn]] BERTH_API void throw_no_bins();

// One thread's counters: several rows, taken in turns, where bins are so few that an item often falls where one shortly
// before it fell, and would have to wait for it. Narrow ones, for what they cost is cache.
class bin_counters {
 public:
  explicit bin_counters(std::size_t bins) : bins_(bins), rows_(rows_for(bins)), counts_(bins * rows_) {}
  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::uint32_t* row(std::size_t r) { return counts_.data() + r * bins_; }

  // So many items and no more may be counted before the next call: what fits into the narrowest counter.
  static constexpr std::size_t most_items = std::size_t{1} << 30;
  void make_room(std::size_t items) {
    if (counted_ + items > 3 * most_items) {
      wide_.resize(bins_);
      add_rows_to(wide_);
      counts_.assign(counts_.size(), 0);
      counted_ = 0;
    }
    counted_ += items;
  }

  void add_to(std::vector<std::size_t>& total) const {
    add_rows_to(total);
    for (std::size_t b = 0; b != wide_.size(); ++b) total[b] += wide_[b];
  }

 private:
  static constexpr std::size_t rows_for(std::size_t bins) { return bins <= 1024 ? 4 : 1; }
  void add_rows_to(std::vector<std::size_t>& total) const {
    for (std::size_t r = 0; r != rows_; ++r)
      for (std::size_t b = 0; b != bins_; ++b) total[b] += counts_[r * bins_ + b];
  }

  std::size_t bins_;
  std::size_t rows_;
  std::vector<std::uint32_t> counts_;
  std::vector<std::size_t> wide_;  // what the counters had no more room for
  std::size_t counted_ = 0;
};

template <class Bin>
std::size_t checked_bin(Bin bin, std::size_t bins, std::size_t item) {
  const auto b = static_cast<std::size_t>(bin);
  if (b >= bins) [[unlikely]]
    throw_no_such_bin(item, b, bins);
  return b;
}

// Into one row, which is as wide as it likes to be.
template <class Counter, class Iterator, class F>
void count_in_a_row(Counter* row, std::size_t bins, const Iterator& start, F& given, std::size_t begin,
                    std::size_t end) {
  const Iterator first = start;
  in_loop<F, std::iter_reference_t<Iterator>> f = given;
  for (; end - begin >= 4; begin += 4)
#pragma GCC unroll 4
    for (std::size_t k = 0; k != 4; ++k) ++row[checked_bin(f(at(first, begin + k)), bins, begin + k)];
  for (; begin != end; ++begin) ++row[checked_bin(f(at(first, begin)), bins, begin)];
}

template <class Iterator, class F>
void count_in_four_rows(bin_counters& into, std::size_t bins, const Iterator& start, F& given, std::size_t begin,
                        std::size_t end) {
  const Iterator first = start;
  in_loop<F, std::iter_reference_t<Iterator>> f = given;
  std::uint32_t* const row[4] = {into.row(0), into.row(1), into.row(2), into.row(3)};
  for (; end - begin >= 4; begin += 4) {
    ++row[0][checked_bin(f(at(first, begin)), bins, begin)];
    ++row[1][checked_bin(f(at(first, begin + 1)), bins, begin + 1)];
    ++row[2][checked_bin(f(at(first, begin + 2)), bins, begin + 2)];
    ++row[3][checked_bin(f(at(first, begin + 3)), bins, begin + 3)];
  }
  count_in_a_row(row[0], bins, first, given, begin, end);
}

template <class Iterator, class F>
void count_bins(bin_counters& into, std::size_t bins, const Iterator& first, F& f, std::size_t begin, std::size_t end) {
  while (begin != end) {
    const std::size_t some = end - begin < bin_counters::most_items ? end - begin : bin_counters::most_items;
    into.make_room(some);
    if (into.rows() == 1)
      count_in_a_row(into.row(0), bins, first, f, begin, begin + some);
    else
      count_in_four_rows(into, bins, first, f, begin, begin + some);
    begin += some;
  }
}

template <class Iterator, class F>
std::vector<std::size_t> count_in_bins(std::size_t count, std::size_t bins, const Iterator& first, F& f,
                                       const hints& with, const std::source_location& where) {
  // Below this, rows of their own cost more than they save.
  constexpr std::size_t rows_pay_items = 8192;
  constexpr std::size_t rows_pay_a_bin = 4;
  std::vector<std::size_t> total(bins);
  leases<bin_counters> counters;
  auto leaf = [&, first](std::size_t begin, std::size_t end) {
    if (end - begin == count && (count < rows_pay_items || count / rows_pay_a_bin < bins))
      return count_in_a_row(total.data(), bins, first, f, begin, end);
    auto& mine = counters.take(0, [bins] { return bin_counters(bins); });
    count_bins(mine.held, bins, first, f, begin, end);
    leases<bin_counters>::give_back(mine, 0);
  };
  run<is_erased<F>>(count, leaf, with, where);
  counters.for_each([&total](const bin_counters& c) { c.add_to(total); });
  return total;
}

// Bin 0 is what lies below, bins + 1 above, bins + 2 NaN. What lies within is in one of the bins between, however the
// multiplication is rounded.
template <class T, class F>
struct bin_of_number {
  F* f;
  T low;
  T high;
  T scale;
  std::size_t bins;

  template <class Item>
  std::size_t operator()(Item&& item) const {
    const T x = static_cast<T>((*f)(std::forward<Item>(item)));
    if (x >= low && x < high) [[likely]] {
      const auto bin = static_cast<std::size_t>((x - low) * scale);
      return bin < bins ? bin + 1 : bins;
    }
    if (x < low) return 0;
    return x >= high ? bins + 1 : bins + 2;
  }
};

template <class T, class Iterator, class F>
binned count_in_equal_bins(std::size_t count, const equal_bins<T>& bins, T scale, const Iterator& first, F& f,
                           const hints& with, const std::source_location& where) {
  using function = in_loop<F, std::iter_reference_t<Iterator>>;
  function call = f;
  const bin_of_number<T, std::remove_reference_t<function>> bin_of{&call, bins.low, bins.high, scale, bins.bins};
  auto counts = count_in_bins(count, bins.bins + 3, first, bin_of, with, where);
  binned result;
  result.below = counts.front();
  result.neither = counts.back();
  result.above = counts[bins.bins + 1];
  counts.resize(bins.bins + 1);
  counts.erase(counts.begin());
  result.counts = std::move(counts);
  return result;
}

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
//   be copied for a loop).
// Complexity: n calls of f; 4 bytes a bin for each thread that takes part, 16 where there are 1024 bins at most.
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

// The same for numbers and bins of equal width; what lies outside is counted apart. A low that is not below high, a
// difference or a number of bins a unit that T does not hold, and no bins, throw std::invalid_argument.
template <indexable Range, class T, class F>
[[nodiscard]] binned histogram(Range&& items, const equal_bins<T>& bins, F&& f, const hints& with = no_hints,
                               std::source_location where = std::source_location::current()) {
  static_assert(std::floating_point<T>, "berth::histogram: equal bins are cut from floating-point numbers");
  constexpr bool number = std::is_invocable_r_v<T, F&, std::ranges::range_reference_t<Range>>;
  static_assert(number,
                "berth::histogram: the function must be callable with the range's element type and give a number");
  if constexpr (number && std::floating_point<T>) {
    const T scale = static_cast<T>(bins.bins) / (bins.high - bins.low);
    constexpr std::size_t most_bins = static_cast<std::size_t>(PTRDIFF_MAX) / sizeof(std::size_t) - 3;
    if (!(bins.low < bins.high) || !(scale > T{0}) || !(scale < std::numeric_limits<T>::infinity()) ||
        bins.bins > most_bins)
      detail::throw_no_bins();
    return detail::count_in_equal_bins(detail::size_of(items), bins, scale, std::ranges::begin(items), f, with, where);
  }
}

}  // namespace berth
