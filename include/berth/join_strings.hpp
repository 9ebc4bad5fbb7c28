#pragma once
#include <berth/detail/call.hpp>
#include <berth/detail/fold_leaf.hpp>
#include <berth/detail/in_loop.hpp>
#include <berth/detail/ordered_parts.hpp>
#include <berth/detail/range.hpp>
#include <concepts>
#include <cstddef>
#include <source_location>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace berth {

// What stands between, before and after the texts that join_strings joins.
struct joints {
  std::string_view separator = {};
  std::string_view prefix = {};
  std::string_view suffix = {};
};

}  // namespace berth

namespace berth::detail {

// Appends to a string, which has what was added as its end from finish() on. A string's own append() takes twice as
// long for short texts.
class text_writer {
 public:
  explicit text_writer(std::string& to) : to_(to), used_(to.size()) {}
  void add(std::string_view text) {
    if (text.empty()) return;
    if (text.size() > to_.size() - used_) make_room(text.size());
    __builtin_memcpy(to_.data() + used_, text.data(), text.size());
    used_ += text.size();
  }
  void finish() { to_.resize(used_); }

 private:
  // Long texts grow by less: what is not used has been written all the same.
  [[gnu::noinline]] void make_room(std::size_t more) {
    constexpr std::size_t is_long = std::size_t{1} << 20;
    const std::size_t needed = used_ + more;
    const std::size_t roomy = needed + (needed < is_long ? needed : needed / 2);
    to_.resize(roomy < to_.capacity() && needed < is_long ? to_.capacity() : roomy);
  }

  std::string& to_;
  std::size_t used_;
};

// The separator stands in front of every text but the first, so that texts of pieces are joined without one.
template <class Iterator, class F>
void join_piece(std::string& to, const Iterator& first, F& given, std::string_view separator, std::size_t begin,
                std::size_t end) {
  in_loop<F, std::iter_reference_t<Iterator>> f = given;
  text_writer out(to);
  for (std::size_t i = begin; i != end; ++i) {
    if (i != 0) out.add(separator);
    decltype(auto) text = f(at(first, i));
    out.add(std::string_view(text));
  }
  out.finish();
}

template <class Iterator, class F>
std::string join_texts(std::size_t count, const Iterator& first, F& f, const joints& between, const hints& with,
                       const std::source_location& where) {
  std::string whole(between.prefix);
  if (count == 0) return whole += between.suffix;
  ordered_parts<std::string> pieces;
  auto leaf = [&, first](std::size_t begin, std::size_t end) {
    if (end - begin == count) return join_piece(whole, first, f, between.separator, begin, end);
    join_piece(pieces.add(begin), first, f, between.separator, begin, end);
  };
  run<is_erased<F>>(count, leaf, with, where);
  const auto texts = pieces.in_order();
  std::size_t length = whole.size() + between.suffix.size();
  for (const std::string* text : texts) length += text->size();
  whole.reserve(length);
  for (const std::string* text : texts) whole += *text;
  return whole += between.suffix;
}

}  // namespace berth::detail

namespace berth {

// All texts of `items`, or f(item) of each, one after another, with a separator between any two.
//
//   std::string line = berth::join_strings(names, {.separator = ", ", .prefix = "[", .suffix = "]"});
//   std::string body = berth::join_strings(rows, to_html, {.separator = "\n"});
//
// In a pipeline: berth::joining.
// Shapes: `items` is any random-access range of known size; texts are whatever converts to a std::string_view. An empty
//   range gives prefix and suffix; empty texts keep their separators.
// Order: of `items`.
// Waits: blocks the thread until all are done; a waiting thread runs pieces of this call and of calls made inside it,
//   nothing else. Inside f, nested calls are allowed.
// Cancellation: hints stop and until; the call then throws `cancelled` or `deadline_exceeded`; nothing is kept.
// Throws: what f threw for the lowest-numbered failing item; std::bad_alloc, std::length_error.
// Thread-safety: f is called from several threads at once.
// Complexity: n calls of f; every character is copied once by a call in one piece, twice by one that is shared.
template <indexable Range, class F>
  requires(!std::same_as<std::remove_cvref_t<F>, joints> && !std::same_as<std::remove_cvref_t<F>, hints>)
[[nodiscard]] std::string join_strings(Range&& items, F&& f, const joints& between = {}, const hints& with = no_hints,
                                       std::source_location where = std::source_location::current()) {
  constexpr bool textual = std::is_invocable_r_v<std::string_view, F&, std::ranges::range_reference_t<Range>>;
  static_assert(textual,
                "berth::join_strings: the function must be callable with the range's element type and give a text");
  if constexpr (textual)
    return detail::join_texts(detail::size_of(items), std::ranges::begin(items), f, between, with, where);
}
template <indexable Range, class F>
  requires(!std::same_as<std::remove_cvref_t<F>, joints> && !std::same_as<std::remove_cvref_t<F>, hints>)
[[nodiscard]] std::string join_strings(Range&& items, F&& f, const hints& with,
                                       std::source_location where = std::source_location::current()) {
  return berth::join_strings(items, f, joints{}, with, where);
}

template <indexable Range>
[[nodiscard]] std::string join_strings(Range&& items, const joints& between = {}, const hints& with = no_hints,
                                       std::source_location where = std::source_location::current()) {
  constexpr bool textual = std::convertible_to<std::ranges::range_reference_t<Range>, std::string_view>;
  static_assert(textual, "berth::join_strings: the range's elements must be texts; give a function that makes them");
  detail::itself same;
  if constexpr (textual)
    return detail::join_texts(detail::size_of(items), std::ranges::begin(items), same, between, with, where);
}
template <indexable Range>
[[nodiscard]] std::string join_strings(Range&& items, const hints& with,
                                       std::source_location where = std::source_location::current()) {
  return berth::join_strings(items, joints{}, with, where);
}

}  // namespace berth
