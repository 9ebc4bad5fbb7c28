#pragma once
#include <berth/detail/block_grid.hpp>
#include <berth/detail/call.hpp>
#include <berth/detail/fold_leaf.hpp>
#include <berth/detail/in_loop.hpp>
#include <berth/detail/open_string.hpp>
#include <berth/detail/ordered_parts.hpp>
#include <berth/detail/range.hpp>
#include <berth/detail/sorting_phases.hpp>
#include <concepts>
#include <cstddef>
#include <source_location>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

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
    if (text.size() > to_.size() - used_) make_room(text.size());
    copy_text(to_.data() + used_, text.data(), text.size());
    used_ += text.size();
  }
  void finish() { open_text(to_, used_); }

 private:
  [[gnu::noinline]] void make_room(std::size_t more) {
    const std::size_t needed = used_ + more;
    open_text(to_, needed <= to_.capacity() ? to_.capacity() : 2 * needed);
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

// All pieces behind `whole`, which is then complete.
inline void append_pieces(std::string& whole, const std::vector<std::string*>& pieces, std::string_view suffix,
                          const hints& with, const std::source_location& where) {
  std::vector<std::size_t> begins{whole.size()};
  for (const std::string* piece : pieces) begins.push_back(begins.back() + piece->size());
  open_text(whole, begins.back() + suffix.size());
  auto copy = [&, to = whole.data()](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k != end; ++k) __builtin_memcpy(to + begins[k], pieces[k]->data(), pieces[k]->size());
  };
  run<false>(pieces.size(), copy, of_a_move(with), where);
  copy_text(whole.data() + begins.back(), suffix.data(), suffix.size());
}

// Texts that f makes, each once: pieces, which are joined.
template <class Iterator, class F>
std::string join_made_texts(std::size_t count, const Iterator& first, F& f, const joints& between, const hints& with,
                            const std::source_location& where) {
  std::string whole(between.prefix);
  ordered_parts<std::string> pieces;
  auto leaf = [&, first](std::size_t begin, std::size_t end) {
    if (end - begin == count) return join_piece(whole, first, f, between.separator, begin, end);
    join_piece(pieces.add(begin), first, f, between.separator, begin, end);
  };
  run<is_erased<F>>(count, leaf, with, where);
  append_pieces(whole, pieces.in_order(), between.suffix, with, where);
  return whole;
}

// Texts that are there, and may be looked at twice: for their lengths first, so that each is copied to its place.
template <class Iterator>
class texts_in_place {
 public:
  texts_in_place(const Iterator& first, std::size_t count, const joints& between)
      : first_(first), count_(count), between_(between) {}

  void join_alone() {
    begin_with(length(0, count_));
    write(0, count_, text_.data() + between_.prefix.size());
  }
  void join_shared(const hints& with, const std::source_location& where) {
    const block_grid grid(count_, 256, 4096);
    std::vector<std::size_t> begins(grid.blocks() + 1);
    auto measure = [&](std::size_t k, std::size_t end) {
      for (; k != end; ++k) begins[k + 1] = length(grid.begin(k), grid.end(k));
    };
    run<false>(grid.blocks(), measure, of_a_move(with), where);
    begins[0] = between_.prefix.size();
    for (std::size_t k = 0; k != grid.blocks(); ++k) begins[k + 1] += begins[k];
    begin_with(begins.back() - begins[0]);
    auto copy = [&, to = text_.data()](std::size_t k, std::size_t end) {
      for (; k != end; ++k) write(grid.begin(k), grid.end(k), to + begins[k]);
    };
    run<false>(grid.blocks(), copy, of_a_move(with), where);
  }
  std::string take() { return std::move(text_); }

 private:
  [[nodiscard]] std::size_t length(std::size_t begin, std::size_t end) const {
    const Iterator first = first_;
    std::size_t all = (end - begin - (begin == 0 ? 1 : 0)) * between_.separator.size();
    for (std::size_t i = begin; i != end; ++i) all += at(first, i).size();
    return all;
  }
  // Opens the text, with what stands at its ends.
  void begin_with(std::size_t length) {
    const std::string_view prefix = between_.prefix;
    const std::string_view suffix = between_.suffix;
    open_text(text_, prefix.size() + length + suffix.size());
    copy_text(text_.data(), prefix.data(), prefix.size());
    copy_text(text_.data() + prefix.size() + length, suffix.data(), suffix.size());
  }
  void write(std::size_t begin, std::size_t end, char* to) const {
    const Iterator first = first_;
    const std::string_view separator = between_.separator;
    if (begin == 0) to = put(to, at(first, begin++));
    if (separator.size() == 1) {
      const char mark = separator[0];
      for (; begin != end; ++begin) {
        *to = mark;
        to = put(to + 1, at(first, begin));
      }
    } else {
      for (; begin != end; ++begin) to = put(put(to, separator), at(first, begin));
    }
  }
  static char* put(char* to, std::string_view text) {
    copy_text(to, text.data(), text.size());
    return to + text.size();
  }

  const Iterator& first_;
  std::size_t count_;
  const joints& between_;
  std::string text_;
};

template <class T>
inline constexpr bool is_known_text = std::is_same_v<T, std::string_view>;
template <class Allocator>
inline constexpr bool is_known_text<std::basic_string<char, std::char_traits<char>, Allocator>> = true;

inline constexpr std::size_t shared_texts_from = 4096;

template <class Iterator, class F>
std::string join_texts(std::size_t count, const Iterator& first, F& f, const joints& between, const hints& with,
                       const std::source_location& where) {
  using reference = std::iter_reference_t<Iterator>;
  if (count == 0) return std::string(between.prefix) += between.suffix;
  if constexpr (std::is_same_v<F, itself> && std::is_lvalue_reference_v<reference> &&
                is_known_text<std::remove_cvref_t<reference>>) {
    texts_in_place<Iterator> texts(first, count, between);
    auto whole = [&texts] { texts.join_alone(); };
    if (count >= shared_texts_from)
      texts.join_shared(with, where);
    else
      run_whole<false>(count, whole, with, where);
    return texts.take();
  } else {
    return join_made_texts(count, first, f, between, with, where);
  }
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
// Complexity: n calls of f; every character is copied once, but those of texts that f makes twice where the call is
//   shared. Texts that are there are asked for their lengths first.
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
