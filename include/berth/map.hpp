#pragma once
#include <berth/detail/building.hpp>
#include <berth/detail/call.hpp>
#include <berth/detail/in_loop.hpp>
#include <berth/detail/open_vector.hpp>
#include <berth/detail/range.hpp>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
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

template <class R, class Iterator, class F>
std::vector<R> map_objects(std::size_t count, Iterator first, F& f, const hints& with,
                           const std::source_location& where) {
  open_vector<R> out(count);
  built_pieces<R> built;
  auto leaf = [&built, &f, room = out.room(), first, count](std::size_t begin, std::size_t end) {
    built.build(room, begin, end, end - begin == count, maker<R, Iterator, F>{first, f});
  };
  run<is_erased<F>>(count, leaf, with, where);
  built.keep();
  return out.close(count);
}

// Eight flags, a byte each, become one byte.
inline unsigned char packed_byte(const bool* flags) {
  std::uint64_t bytes = 0;
  __builtin_memcpy(&bytes, flags, 8);
  if constexpr (std::endian::native == std::endian::big) bytes = __builtin_bswap64(bytes);
  return static_cast<unsigned char>((bytes * 0x0102040810204080u) >> 56);
}

// Word by word where the vector lets its words be seen (libstdc++), bit by bit elsewhere.
inline std::vector<bool> packed(const bool* flags, std::size_t count) {
  std::vector<bool> out(count);
  std::size_t done = 0;
  if constexpr (requires { *out.begin()._M_p; }) {
    auto* word = out.begin()._M_p;
    using word_type = std::remove_reference_t<decltype(*word)>;
    constexpr std::size_t bits = 8 * sizeof(word_type);
    for (; count - done >= bits; done += bits, ++word) {
      word_type filled = 0;
      for (std::size_t b = 0; b != bits; b += 8) filled |= static_cast<word_type>(packed_byte(flags + done + b)) << b;
      *word = filled;
    }
  }
  for (; done != count; ++done) out[done] = flags[done];
  return out;
}

// Threads must not share the words of a std::vector<bool>, so they write bytes, which are packed at the end.
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
  return packed(flags, count);
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
// were
//   done; their results are destroyed (map_into keeps them).
// Throws: what f threw for the lowest-numbered failing item; later pieces are not started, and every result that had
//   been made is destroyed. std::bad_alloc.
// Thread-safety: f is called from several threads at once, through a reference to the one object given.
// Complexity: items.size() calls of f; one allocation, which is not zeroed first, and for results with a destructor a
//   small one for each piece of a call that was shared out. The expected span is that over berth::budget().cpus.
template <indexable Range, class F>
[[nodiscard]] auto map(Range&& items, F&& f, const hints& with = {},
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
