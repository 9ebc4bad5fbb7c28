#pragma once
#include <berth/detail/range.hpp>
#include <berth/for_each.hpp>
#include <berth/join.hpp>
#include <berth/map.hpp>
#include <concepts>
#include <cstddef>
#include <source_location>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace berth::detail {

// A fixed number of parts: a pair, a tuple, an array.
template <class Parts>
concept splits_into_tuple = requires { std::tuple_size<std::remove_cvref_t<Parts>>::value; };

// The four functions of a recursion, what is hinted about it, and one call of it.
template <class Problem, class IsSmall, class Split, class Solve, class Combine>
struct recursion {
  using solution = std::decay_t<std::invoke_result_t<Solve&, Problem&>>;
  static constexpr bool in_place = std::is_void_v<solution>;

  IsSmall& is_small;
  Split& split;
  Solve& solve;
  Combine& combine;
  const hints& with;
  std::source_location where;

  solution operator()(Problem& problem) {
    if (is_small(std::as_const(problem))) return solve(problem);
    auto parts = split(problem);
    if constexpr (splits_into_tuple<decltype(parts)>)
      return of_tuple(parts, std::make_index_sequence<std::tuple_size_v<decltype(parts)>>{});
    else
      return of_range(parts);
  }

 private:
  template <std::size_t>
  using part_solution = solution;

  template <class Parts, std::size_t... I>
  solution of_tuple(Parts& parts, std::index_sequence<I...>) {
    static_assert(sizeof...(I) >= 2, "berth::divide_and_conquer: a split must give two parts or more");
    if constexpr (in_place) {
      fork([&] { part(std::get<I>(parts)); }...);
      combine_nothing();
    } else {
      constexpr bool combines = std::invocable<Combine&, part_solution<I>...>;
      static_assert(combines, "berth::divide_and_conquer: combine must take a solution for each part");
      if constexpr (combines) {
        constexpr bool solved = gives_a_solution<std::invoke_result_t<Combine&, part_solution<I>...>>;
        if constexpr (solved) {
          auto solutions = fork([&] { return part(std::get<I>(parts)); }...);
          return combine(std::move(std::get<I>(solutions))...);
        }
      }
    }
  }

  template <class Parts>
  solution of_range(Parts& parts) {
    static_assert(indexable<Parts&>,
                  "berth::divide_and_conquer: split must give a std::pair, tuple or array, or a random-access range of "
                  "parts");
    if constexpr (!indexable<Parts&>) {
    } else if constexpr (in_place) {
      for_each(parts, [this](auto&& one) { this->part(one); }, with, where);
      combine_nothing();
    } else {
      constexpr bool combines = std::invocable<Combine&, std::vector<solution>>;
      static_assert(combines,
                    "berth::divide_and_conquer: combine must take a std::vector of the solutions where split gives a "
                    "range of parts");
      if constexpr (combines) {
        constexpr bool solved = gives_a_solution<std::invoke_result_t<Combine&, std::vector<solution>>>;
        if constexpr (solved) return combine(map(parts, [this](auto&& one) { return this->part(one); }, with, where));
      }
    }
  }

  void combine_nothing() {
    constexpr bool combines = std::invocable<Combine&>;
    static_assert(combines,
                  "berth::divide_and_conquer: combine must be callable without arguments where solve returns nothing");
    if constexpr (combines) combine();
  }

  template <class Combined>
  static consteval bool says_a_solution() {
    constexpr bool gives = std::convertible_to<Combined, solution>;
    static_assert(gives, "berth::divide_and_conquer: combine must give a solution, as solve does");
    return gives;
  }
  template <class Combined>
  static constexpr bool gives_a_solution = says_a_solution<Combined>();

  // Two functions of which nothing is hinted take join's short way, deep down.
  template <class... F>
  auto fork(F&&... f) {
    if constexpr (sizeof...(F) == 2)
      if (says_nothing(with)) return join(f..., where);
    return join_all(std::index_sequence_for<F...>{}, with, where, f...);
  }

  template <class Part>
  solution part(Part& given) {
    if constexpr (std::is_same_v<Part, Problem>) {
      return (*this)(given);
    } else {
      Problem problem(std::move(given));
      return (*this)(problem);
    }
  }
};

}  // namespace berth::detail

namespace berth {

// The solution of a problem by splitting it until its parts are small, solving those and putting the solutions
// together.
//
//   // In place: a quicksort.
//   berth::divide_and_conquer(std::span(values), [](auto s) { return s.size() < 1000; },
//                             [](auto s) { return std::pair(below(s), above(s)); },  // partitions s around a pivot
//                             [](auto s) { std::sort(s.begin(), s.end()); }, [] {});
//
// Shapes: is_small(problem) -> bool; split(problem) -> the parts, as a std::pair, std::tuple or std::array of two or
//   more, or as a range of any number; solve(problem) -> a solution, which may be void; combine(solution, solution,
//   ...), of a range combine(std::vector<solution>), -> a solution; where there is none, combine() is called when the
//   parts are done. Each part converts to the decayed type of `problem`. A part must be smaller than its problem.
// Order: solutions come to combine in the order of the parts. The result does not depend on the number of threads.
// Waits: blocks the thread until all is done, as berth::join.
// Cancellation: hints stop and until, looked at before each part; the call then throws `cancelled` or
//   `deadline_exceeded`. The other hints are about the parts of one problem, as in berth::join.
// Throws: what any of the functions threw; of several parts of a problem, the first's.
// Thread-safety: the functions are called from several threads at once, through references to the objects given.
// Complexity: as the recursion's, which goes as deep on the stack. A split costs a berth::join: in two and without
//   hints a few instructions beyond ten levels; in more parts, or a range of them, a small berth::for_each. Where a
//   part's work is short, is_small should say so early: at 10 us, say.
// Source: the fork and join of Lea (2000).
template <class Problem, class IsSmall, class Split, class Solve, class Combine>
auto divide_and_conquer(Problem&& problem, IsSmall&& is_small, Split&& split, Solve&& solve, Combine&& combine,
                        const hints& with = no_hints, std::source_location where = std::source_location::current()) {
  using own = std::decay_t<Problem>;
  constexpr bool asks = std::predicate<IsSmall&, const own&>;
  constexpr bool solves = std::invocable<Solve&, own&>;
  constexpr bool splits = std::invocable<Split&, own&>;
  static_assert(asks, "berth::divide_and_conquer: is_small must take the problem and return a bool");
  static_assert(splits, "berth::divide_and_conquer: split must take the problem and return its parts");
  static_assert(solves, "berth::divide_and_conquer: solve must take the problem");
  if constexpr (asks && solves && splits) {
    own whole(std::forward<Problem>(problem));
    return detail::recursion<own, IsSmall, Split, Solve, Combine>{is_small, split, solve, combine, with, where}(whole);
  }
}

}  // namespace berth
