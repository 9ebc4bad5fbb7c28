#pragma once
// Choosing items into a new vector or into what the caller owns, whatever the items' type.
#include <berth/detail/compaction.hpp>
#include <berth/detail/open_vector.hpp>
#include <berth/detail/ordered_parts.hpp>
#include <berth/detail/packed_flags.hpp>
#include <berth/detail/range.hpp>
#include <concepts>
#include <cstddef>
#include <memory>
#include <source_location>
#include <type_traits>
#include <utility>
#include <vector>

namespace berth::detail {

template <class F, class Range>
concept chooses_among = std::predicate<F&, named_item<std::ranges::iterator_t<Range>>>;

template <class Out, class Value, class Reference>
concept takes_values = std::is_assignable_v<std::ranges::range_reference_t<Out>, Reference> &&
                       std::is_assignable_v<std::ranges::range_reference_t<Out>, Value>;

// A std::vector<bool> and its like.
template <class Range>
inline constexpr bool is_packed = std::is_same_v<std::ranges::range_value_t<Range>, bool> &&
                                  !std::is_same_v<std::remove_const_t<std::ranges::range_reference_t<Range>>, bool&>;

// A vector that holds `count` of the values that it was opened for. Where that leaves most of a large one empty, a
// smaller one takes over; the untouched rest of the large one has never been memory.
template <class T>
std::vector<T> closed_at(open_vector<T>&& room, std::size_t count, std::size_t opened_for) {
  constexpr std::size_t not_worth_it = 4096;
  std::vector<T> all = room.close(count);
  if (opened_for / 4 > count && opened_for > not_worth_it / sizeof(T)) all.shrink_to_fit();
  return all;
}

template <bool Erased, class T, class Iterator, class Chooser>
std::vector<T> compacted(std::size_t items, const Iterator& first, const Chooser& by, const hints& with,
                         const std::source_location& where) {
  if (items == 0) return {};
  if constexpr (std::is_same_v<T, bool>) {
    const std::unique_ptr<bool[]> flags(new bool[items]);
    full_room<bool> out(flags.get());
    const std::size_t count = compact_into<Erased, bool>(items, first, by, out, with, where);
    return packed<std::vector<bool>>(flags.get(), count);
  } else if (items <= few_results<T>) {
    T some[few_results<T>];
    full_room<T> out(&some[0]);
    const std::size_t count = compact_into<Erased, T>(items, first, by, out, with, where);
    return std::vector<T>(&some[0], &some[count]);
  } else {
    open_vector<T> room(items);
    full_room<T> out(room.room());
    const std::size_t count = compact_into<Erased, T>(items, first, by, out, with, where);
    return closed_at(std::move(room), count, items);
  }
}

// Calls put(value) for what is chosen of [begin, end).
template <class Iterator, class Chooser, class Put>
inline void for_chosen(const Iterator& start, const Chooser& by, std::size_t begin, std::size_t end, Put put) {
  const Iterator first = start;
  auto choose = by.loop();
  for (std::size_t i = begin; i != end; ++i) choose.emit(first, i, put);
}

// What appends to a vector.
template <class T>
struct append_to {
  std::vector<T>& all;
  template <class Value>
  void operator()(Value&& value) const {
    all.emplace_back(std::forward<Value>(value));
  }
};

// What produce(vector, begin, end) appends for all items, in one vector: straight into it where the call runs as one
// piece.
template <bool Erased, class R, class Produce>
std::vector<R> gathered(std::size_t items, const Produce& produce, const hints& with,
                        const std::source_location& where) {
  std::vector<R> all;
  if (items == 0) return all;
  ordered_parts<std::vector<R>> parts;
  bool whole = false;
  auto leaf = [&](std::size_t begin, std::size_t end) {
    if (end - begin == items) {
      whole = true;
      return produce(all, begin, end);
    }
    produce(parts.add(begin), begin, end);
  };
  run<Erased>(items, leaf, with, where);
  return whole ? std::move(all) : joined_parts(parts.in_order(), of_a_move(with), where);
}

template <bool Erased, class T, class Iterator, class Chooser>
std::vector<T> chosen(std::size_t items, const Iterator& first, const Chooser& by, const hints& with,
                      const std::source_location& where) {
  if constexpr (is_written_always<T>) {
    return compacted<Erased, T>(items, first, by, with, where);
  } else {
    const auto produce = [&](std::vector<T>& to, std::size_t begin, std::size_t end) {
      for_chosen(first, by, begin, end, append_to<T>{to});
    };
    return gathered<Erased, T>(items, produce, with, where);
  }
}

// Assigns the parts' values to out, as far as it has room. Returns how many there are.
template <class T, class Out>
std::size_t assigned_from(const std::vector<std::vector<T>*>& parts, const Out& out, std::size_t room,
                          const hints& with, const std::source_location& where) {
  std::vector<std::size_t> begins{0};
  for (const auto* p : parts) begins.push_back(begins.back() + p->size());
  auto leaf = [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k != end; ++k)
      for (std::size_t i = 0; i != parts[k]->size() && begins[k] + i < room; ++i)
        at(out, begins[k] + i) = std::move((*parts[k])[i]);
  };
  run<false>(parts.size(), leaf, with, where);
  return begins.back();
}

template <bool Erased, class T, class Iterator, class Chooser, class Out>
std::size_t assigned_into(std::size_t items, const Iterator& first, const Chooser& by, const Out& out, std::size_t room,
                          const hints& with, const std::source_location& where) {
  std::size_t count = 0;
  ordered_parts<std::vector<T>> parts;
  bool whole = false;
  auto leaf = [&](std::size_t begin, std::size_t end) {
    if (end - begin == items) {
      whole = true;
      for_chosen(first, by, begin, end, [&](auto&& item) {
        if (count < room) at(out, count) = std::forward<decltype(item)>(item);
        ++count;
      });
    } else {
      for_chosen(first, by, begin, end, append_to<T>{parts.add(begin)});
    }
  };
  run<Erased>(items, leaf, with, where);
  return whole ? count : assigned_from(parts.in_order(), out, room, of_a_move(with), where);
}

template <bool Erased, class T, class Iterator, class Chooser, class Out>
std::size_t chosen_into(const char* verb, std::size_t items, const Iterator& first, const Chooser& by, const Out& out,
                        std::size_t room, const hints& with, const std::source_location& where) {
  std::size_t count = 0;
  if constexpr (is_written_always<T>) {
    bounded_room<T, Out> to(out, room, items);
    count = compact_into<Erased, T>(items, first, by, to, with, where);
  } else {
    count = assigned_into<Erased, T>(items, first, by, out, room, with, where);
  }
  if (count > room) throw_chosen_exceed(verb, count, room);
  return count;
}

}  // namespace berth::detail
