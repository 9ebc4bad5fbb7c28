#pragma once
// What every search shares: the lowest item for which something holds, looked for from the front.
#include <berth/detail/call.hpp>
#include <berth/detail/equal_wide.hpp>
#include <berth/detail/in_loop.hpp>
#include <berth/detail/overloads.hpp>
#include <berth/detail/range.hpp>
#include <berth/detail/side_by_side.hpp>
#include <cstddef>
#include <memory>
#include <optional>
#include <source_location>
#include <type_traits>

namespace berth::detail {

// A scan gives the first hit in [begin, end), or end: std::size_t operator()(begin, end) const. `block`: after so many
// items it is asked whether a better hit was found elsewhere. `front`: so many items take less than a microsecond for
// certain, and are looked through before anything else; 0: nobody knows.
template <class Scan>
struct first_leaf {
  Scan scan;
  std::size_t bound;

  void operator()(std::size_t begin, std::size_t end) {
    while (begin != end && begin < __atomic_load_n(&bound, __ATOMIC_RELAXED)) {
      const std::size_t stop = end - begin > Scan::block ? begin + Scan::block : end;
      begin = scan(begin, stop);
      if (begin != stop) return lower(bound, begin);
    }
  }
};

// The lowest hit among `count` items; `count` where there is none.
template <bool Erased, class Scan>
inline std::size_t first_hit(std::size_t count, const Scan& scan, const hints& with,
                             const std::source_location& where) {
  std::size_t done = 0;
  if constexpr (Scan::front != 0) {
    if (says_nothing(with)) {
      const std::size_t front = count < Scan::front ? count : Scan::front;
      done = scan(0, front);
      if (done != front || done == count) return done;
    }
  }
  first_leaf<Scan> leaf{scan, count};
  run_until<Erased>(count, done, leaf.bound, leaf, with, where);
  return leaf.bound;
}

// Some hit, and with it the end of the call.
template <class Scan>
struct some_leaf {
  Scan scan;
  std::size_t bound;
  std::size_t found;

  void operator()(std::size_t begin, std::size_t end) {
    while (begin != end && begin < __atomic_load_n(&bound, __ATOMIC_RELAXED)) {
      const std::size_t stop = end - begin > Scan::block ? begin + Scan::block : end;
      begin = scan(begin, stop);
      if (begin == stop) continue;
      __atomic_store_n(&found, begin, __ATOMIC_RELAXED);
      return __atomic_store_n(&bound, 0, __ATOMIC_RELAXED);
    }
  }
};

template <bool Erased, class Scan>
inline std::size_t some_hit(std::size_t count, const Scan& scan, const hints& with, const std::source_location& where) {
  some_leaf<Scan> leaf{scan, count, count};
  run_until<Erased>(count, 0, leaf.bound, leaf, with, where);
  return leaf.found;
}

// The first place in [begin, end) whose item `holds` is `Wanted` for; else end. Eight a turn: what a turn costs beside
// its tests is then next to nothing.
template <bool Wanted, class Iterator, class Holds>
inline std::size_t first_place(const Iterator& first, std::size_t begin, std::size_t end, Holds& holds) {
  using step = std::iter_difference_t<Iterator>;
  constexpr std::size_t a_turn = 8;
  const Iterator start = first + static_cast<step>(begin);
  const std::size_t turns_end = (end - begin) / a_turn * a_turn;
  for (std::size_t i = 0; i != turns_end; i += a_turn) {
    const Iterator here = start + static_cast<step>(i);
#pragma GCC unroll 8
    for (std::size_t k = 0; k != a_turn; ++k)
      if (static_cast<bool>(holds(at(here, k))) == Wanted) return begin + i + k;
  }
  begin += turns_end;
  while (begin != end && static_cast<bool>(holds(at(first, begin))) != Wanted) ++begin;
  return begin;
}

// Items for which a predicate gives `Wanted`.
template <bool Wanted, class Iterator, class F>
struct predicate_scan {
  static constexpr std::size_t block = 1024;
  static constexpr std::size_t front = 0;
  Iterator first;
  F& given;

  BERTH_ONE_BODY std::size_t operator()(std::size_t begin, std::size_t end) const {
    in_loop<F, std::iter_reference_t<Iterator>> holds = given;
    return first_place<Wanted>(first, begin, end, holds);
  }
};

// Numbers side by side that equal one.
template <class T>
struct equal_scan {
  static constexpr std::size_t block = 8192 / sizeof(T);
  static constexpr std::size_t front = 16384 / sizeof(T);
  static constexpr std::size_t worth_a_call = 64;
  const T* items;
  T sought;

  std::size_t operator()(std::size_t begin, std::size_t end) const {
    if constexpr (std::is_integral_v<T> && sizeof(T) == 8)
      if (end - begin >= worth_a_call) return first_equal_wide(items, begin, end, static_cast<std::uint64_t>(sought));
    return first_equal(items, begin, end, sought);
  }
};

// Places where two rows of numbers side by side differ.
template <class T>
struct different_scan {
  static constexpr std::size_t block = 8192 / sizeof(T);
  static constexpr std::size_t front = 8192 / sizeof(T);
  static constexpr std::size_t worth_a_call = 128 / sizeof(T);
  const T* a;
  const T* b;

  // Integers are equal where their bytes are, which the C library compares in the widest vectors that the CPU has.
  std::size_t operator()(std::size_t begin, std::size_t end) const {
    if constexpr (std::is_integral_v<T>)
      if (end - begin >= worth_a_call && __builtin_memcmp(a + begin, b + begin, (end - begin) * sizeof(T)) == 0)
        return end;
    return first_different(a, b, begin, end);
  }
};

// Places where a predicate of two items, one of each range, gives `Wanted`.
template <bool Wanted, class A, class B, class F>
struct pair_scan {
  static constexpr std::size_t block = 1024;
  static constexpr std::size_t front = 0;
  A first_a;
  B first_b;
  F& given;

  BERTH_ONE_BODY std::size_t operator()(std::size_t begin, std::size_t end) const {
    const A a = first_a;
    const B b = first_b;
    in_loop<F, std::iter_reference_t<A>, std::iter_reference_t<B>> holds = given;
    while (begin != end && static_cast<bool>(holds(at(a, begin), at(b, begin))) != Wanted) ++begin;
    return begin;
  }
};

// Whether a range's items are numbers side by side, to be compared with a value of type Value by bits or by its own
// rules alone: integers with integers, floating-point with any number.
template <class Iterator, class Value>
inline constexpr bool is_found_side_by_side =
    std::contiguous_iterator<Iterator> && is_number<std::iter_value_t<Iterator>> && std::is_arithmetic_v<Value> &&
    (std::is_floating_point_v<std::iter_value_t<Iterator>> || std::is_integral_v<Value>);

// Whether some T can equal `value`, compared as C++ compares the two: then static_cast<T>(value) is the only one (but
// for zeros of the other sign).
template <class T, class Value>
constexpr bool is_one_of(const Value& value) {
  using common = std::common_type_t<T, Value>;
  return static_cast<common>(static_cast<T>(value)) == static_cast<common>(value);
}

// Two rows of numbers of one type, side by side.
template <class A, class B>
inline constexpr bool are_compared_side_by_side =
    std::contiguous_iterator<A> && std::contiguous_iterator<B> && is_number<std::iter_value_t<A>> &&
    std::is_same_v<std::iter_value_t<A>, std::iter_value_t<B>>;

// The first of `count` places at which two ranges hold items that are not equal; `count` where there is none.
template <class A, class B, class Equal>
inline std::size_t first_unequal(std::size_t count, const A& a, const B& b, Equal& equal, const hints& with,
                                 const std::source_location& where) {
  if constexpr (are_compared_side_by_side<A, B> && std::is_same_v<std::remove_cv_t<Equal>, equal_items>) {
    if (count == 0) return 0;
    const different_scan<std::iter_value_t<A>> scan{std::to_address(a), std::to_address(b)};
    return first_hit<false>(count, scan, with, where);
  } else {
    return first_hit<is_erased<Equal>>(count, pair_scan<false, A, B, Equal>{a, b, equal}, with, where);
  }
}

// What a search that found nothing gives.
inline std::optional<std::size_t> index_or_none(std::size_t at, std::size_t count) {
  return at == count ? std::nullopt : std::optional(at);
}

}  // namespace berth::detail
