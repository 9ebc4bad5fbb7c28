#pragma once
#include <berth/detail/building.hpp>
#include <berth/detail/call.hpp>
#include <berth/detail/in_loop.hpp>
#include <berth/detail/lazily.hpp>
#include <berth/detail/open_vector.hpp>
#include <berth/detail/range.hpp>
#include <concepts>
#include <cstddef>
#include <source_location>
#include <type_traits>
#include <utility>
#include <vector>

namespace berth {

// The two sides of a question.
template <class Value>
struct sides {
  std::vector<Value> yes;
  std::vector<Value> no;
};

}  // namespace berth

namespace berth::detail {

template <class Value, class Iterator>
sides<Value> sides_of(const unsigned char* answers, std::size_t count, const Iterator& first, const hints& with,
                      const std::source_location& where) {
  constexpr std::size_t block = 16384;
  const std::size_t blocks = (count + block - 1) / block;
  std::vector<std::size_t> before(blocks + 1);
  for (std::size_t i = 0; i != count; ++i) before[i / block + 1] += answers[i];
  for (std::size_t b = 0; b != blocks; ++b) before[b + 1] += before[b];
  const std::size_t all = before[blocks];
  open_vector<Value> yes(all);
  open_vector<Value> no(count - all);
  built_pieces<Value> built_yes;
  built_pieces<Value> built_no;
  auto leaf = [&, to_yes = yes.room(), to_no = no.room()](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b != end; ++b) {
      const std::size_t from = b * block;
      const std::size_t to = from + block < count ? from + block : count;
      auto copy_those = [&](built_pieces<Value>& built, Value* room, std::size_t at_place, std::size_t length,
                            bool of) {
        std::size_t i = from;
        built.build(room, at_place, at_place + length, false, [&](Value* place, std::size_t) {
          while (static_cast<bool>(answers[i]) != of) ++i;
          ::new (static_cast<void*>(place)) Value(at(first, i++));
        });
      };
      const std::size_t chosen = before[b + 1] - before[b];
      copy_those(built_yes, to_yes, before[b], chosen, true);
      copy_those(built_no, to_no, from - before[b], to - from - chosen, false);
    }
  };
  run<false>(blocks, leaf, with, where);
  built_yes.keep();
  built_no.keep();
  return {yes.close(all), no.close(count - all)};
}

template <class Value, class Iterator, class F>
sides<Value> divide(std::size_t count, const Iterator& first, F& f, const hints& with,
                    const std::source_location& where) {
  sides<Value> alone;
  room_on_demand<unsigned char> answers(count);
  auto leaf = [&, first](std::size_t begin, std::size_t end) {
    in_loop<F, std::iter_reference_t<Iterator>> call = f;
    if (end - begin == count) {
      for (std::size_t i = begin; i != end; ++i) (call(at(first, i)) ? alone.yes : alone.no).push_back(at(first, i));
      return;
    }
    unsigned char* const to = answers.room();
    for (std::size_t i = begin; i != end; ++i) to[i] = static_cast<bool>(call(at(first, i)));
  };
  run<is_erased<F>>(count, leaf, with, where);
  if (!answers.made()) return alone;
  return sides_of<Value>(answers.made(), count, first, with, where);
}

}  // namespace berth::detail

namespace berth {

// Copies of the items for which f says yes, and of those for which it says no, each in order.
//
//   auto [valid, broken] = berth::partition_by(records, &record::is_valid);
//
// Shapes: `items` is any random-access range of known size. An empty range gives two empty vectors.
// Order: kept on both sides.
// Waits: blocks the thread until all are done; a waiting thread runs pieces of this call and of calls made inside it,
//   nothing else. Inside f, nested calls are allowed.
// Cancellation: hints stop and until; the call then throws `cancelled` or `deadline_exceeded`; nothing is kept.
// Throws: what f threw for the lowest-numbered failing item; what copying an item threw; std::bad_alloc.
// Thread-safety: f is called from several threads at once.
// Complexity: n calls of f and n copies; one byte an item beside the results.
template <indexable Range, class F>
[[nodiscard]] auto partition_by(Range&& items, F&& f, const hints& with = no_hints,
                                std::source_location where = std::source_location::current()) {
  constexpr bool decides = std::is_invocable_r_v<bool, F&, std::ranges::range_reference_t<Range>>;
  static_assert(decides,
                "berth::partition_by: the function must be callable with the range's element type and say yes or no");
  if constexpr (decides)
    return detail::divide<std::ranges::range_value_t<Range>>(detail::size_of(items), std::ranges::begin(items), f, with,
                                                             where);
}

}  // namespace berth
