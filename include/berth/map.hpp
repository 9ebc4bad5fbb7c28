#pragma once
#include <berth/detail/building.hpp>
#include <berth/detail/call.hpp>
#include <berth/detail/in_loop.hpp>
#include <berth/detail/open_vector.hpp>
#include <berth/detail/packed_flags.hpp>
#include <berth/detail/range.hpp>
#include <concepts>
#include <cstddef>
#include <source_location>
#include <type_traits>
#include <vector>

namespace berth::detail {

template <class Range, class F>
using mapped = std::decay_t<std::invoke_result_t<F&, std::ranges::range_reference_t<Range>>>;

// Makes one result in its place.
template <class R, class Iterator, class F>
struct maker {
  Iterator first;
  in_loop<F, std::iter_reference_t<Iterator>> f;
  void operator()(R* to, std::size_t i) { ::new (static_cast<void*>(to)) R(f(at(first, i))); }
};

// Open is the container of the results while it is filled (open_vector).
template <class Open, class Iterator, class F>
auto map_open(std::size_t count, Iterator first, F& f, const hints& with, const std::source_location& where) {
  using R = typename Open::element;
  Open out(count);
  built_pieces<R> built;
  auto leaf = [&built, &f, room = out.room(), first, count](std::size_t begin, std::size_t end) {
    built.build(room, begin, end, end - begin == count, maker<R, Iterator, F>{first, f});
  };
  run<is_erased<F>>(count, leaf, with, where);
  built.keep();
  return out.close(count);
}

template <class R, class Iterator, class F>
std::vector<R> map_objects(std::size_t count, Iterator first, F& f, const hints& with,
                           const std::source_location& where) {
  return map_open<open_vector<R>>(count, first, f, with, where);
}

// By way of a row of bytes, on the stack where it is short.
template <class Iterator, class F>
std::vector<bool> map_flags(std::size_t count, Iterator first, F& f, const hints& with,
                            const std::source_location& where) {
  constexpr std::size_t few = 256;
  bool close_by[few];
  struct heap {
    bool* flags;
    ~heap() { delete[] flags; }
  } const many{count <= few ? nullptr : new bool[count]};
  bool* const flags = many.flags ? many.flags : close_by;
  auto leaf = [flags, &f, first](std::size_t begin, std::size_t end) {
    in_loop<F, std::iter_reference_t<Iterator>> call = f;
    const Iterator from = first;
    bool* const to = flags;
    for (std::size_t i = begin; i != end; ++i) to[i] = call(at(from, i));
  };
  run<is_erased<F>>(count, leaf, with, where);
  return packed<std::vector<bool>>(flags, count);
}

}  // namespace berth::detail

namespace berth {

// The results of f(item) for every item of `items`, in order: result[i] is f(items[i]).
//
//   std::vector<double> turned = berth::map(fields, [](const field& f) { return turn(f); });
//
// Shapes: `items` is any random-access range of known size (vector, span, array, deque, iota). A result type that is a
//   reference is copied (decayed); it may be move-only and without a default constructor; bool gives a
//   std::vector<bool>. An empty range gives an empty vector.
// Waits: blocks the thread until all are done; a waiting thread runs pieces of this call and of calls made inside it,
//   nothing else. Inside f, nested calls are allowed.
// Cancellation: hints stop and until; the call then throws `cancelled` or `deadline_exceeded`, saying how many items
//   were done; their results are destroyed (map_into keeps them).
// Throws: what f threw for the lowest-numbered failing item; later pieces are not started, and every result that had
//   been made is destroyed. std::bad_alloc.
// Thread-safety: f is called from several threads at once, through a reference to the one object given
//   (small trivially copyable callables that are callable as const may be copied for a loop).
// Complexity: items.size() calls of f; one allocation, which is not zeroed first, and for results with a destructor a
//   small one for each piece of a call that was shared out. The expected span is that over berth::budget().cpus.
template <indexable Range, class F>
[[nodiscard]] auto map(Range&& items, F&& f, const hints& with = no_hints,
                       std::source_location where = std::source_location::current()) {
  using reference = std::ranges::range_reference_t<Range>;
  static_assert(std::invocable<F&, reference>,
                "berth::map: the function must be callable with the range's element type");
  if constexpr (std::invocable<F&, reference>) {
    using result = detail::mapped<Range, F>;
    static_assert(!std::is_void_v<result>, "berth::map: the function returns nothing to keep; use berth::for_each");
    static_assert(std::is_void_v<result> || std::move_constructible<result>,
                  "berth::map: the function's result must be movable to be kept in a vector");
    if constexpr (std::is_same_v<result, bool>) {
      return detail::map_flags(detail::size_of(items), std::ranges::begin(items), f, with, where);
    } else if constexpr (std::move_constructible<result>) {
      return detail::map_objects<result>(detail::size_of(items), std::ranges::begin(items), f, with, where);
    }
  }
}

}  // namespace berth
