#pragma once
#include <berth/collectors.hpp>
#include <berth/detail/pipeline/chain.hpp>
#include <berth/detail/pipeline/mapped_file.hpp>
#include <berth/detail/pipeline/other_names.hpp>
#include <berth/detail/pipeline/sources.hpp>
#include <berth/detail/pipeline/stages.hpp>
#include <berth/detail/pipeline/terminals.hpp>
#include <concepts>
#include <cstddef>
#include <source_location>
#include <string_view>
#include <type_traits>
#include <utility>

// Pipelines: a source, stages and an end, run as one pass over the items.
//
//   auto by_status = berth::par(requests)
//                  | berth::filter([](const request& r) { return r.bytes > 0; })
//                  | berth::group_by(&request::status, berth::counting());
//
// Shapes: berth::par(source) | stage | stage ... | end. Nothing runs before the end is there; the end gives the result.
//   A pipeline is used once: `|` takes an rvalue, and one that has been used throws std::logic_error.
// Order: that of the source, whatever runs where. Stages that look at one item at a time (filter, map, flat_map,
//   filter_map, peek) run together in one pass; enumerate, zip, chunked, take and skip do so too while every stage
//   before them gives one item for one. take_while, drop_while, scan, sorted, distinct, and those five behind a filter
//   or a flat_map, first gather what comes before them, in parallel and in order: by pointer where the items are
//   elements of a range that stays where it is, else moved. Of a stream they take one batch after the other (sorted:
//   all of them), so that an endless stream goes through as far as it is read.
// Values: functions are handed elements themselves, also in pairs of enumerate and zip. Results hold values: what an
//   item, or a pair of references, refers to is copied, or moved where it is the pipeline's own.
// Ends that need not see everything (take behind a filter, take_while, find_first, find_any, any, all, none) look at
//   windows from the front that grow fourfold from 256 positions: functions may be called for some items behind the one
//   that decides, never for more than about four times as many as a loop would have looked at and 256 more. What they
//   throw there is as if it had not been.
// Floating-point: results do not depend on threads, quota, hints and path, bit for bit. Up to 8192 positions (of the
//   source, or of what the last stage that gathers has given) are added one after the other; more are cut into blocks
//   of n/64 positions, rounded down to a power of two between 128 and 65536, whose results are combined as one aligned
//   binary tree, 0 with 1, 2 with 3, ..., then those pairs; for group_by into blocks of n/32, rounded down to a power
//   of two and no less than 32768, combined from left to right. Batches of a stream follow each other. (With a compiler
//   that is told to contract a * b + c the bits are those of its choice in each pass.)
// Waits: the end blocks the thread until all is done; a waiting thread runs pieces of this call and of calls made
//   inside it, nothing else. Inside the functions, nested calls are allowed.
// Cancellation: hints stop and until of par(source, hints), in every pass; the end then throws `cancelled` or
//   `deadline_exceeded`. What had been made is destroyed. They are looked at before each item of a stream is read, and
//   before each call of a function that one thread makes alone (scan, drop_while, for_each_in_order).
// Throws: what a function threw for the first failing item of the first pass that fails; std::bad_alloc.
// Thread-safety: functions are called from several threads at once, through references to the objects given to the
//   stages (small trivially copyable callables that are callable as const may be copied for a loop).
// Complexity: one call of each function for each item that reaches it; one pass for each stage that gathers.
// Source of the method: stages push into each other, so that a pass is one loop; blocks and trees as in berth::reduce.

namespace berth {

// The pipeline's beginning. `items` is
//   - a random-access range of known size: its elements are handed over as they are (an rvalue container's are moved);
//   - any other input range, an istream_view or a std::list: read in batches by the caller, worked on by several; of a
//     range that stays, a forward range's elements are handed over as they are;
//   - what iota, generated, stream, lines_of, lines_in or records_of give.
template <class Source>
[[nodiscard]] auto par(Source&& items, std::source_location where = std::source_location::current()) {
  return detail::begin_pipeline(std::forward<Source>(items), detail::no_settings{}, where);
}
template <class Source>
[[nodiscard]] auto par(Source&& items, const hints& with,
                       std::source_location where = std::source_location::current()) {
  return detail::begin_pipeline(std::forward<Source>(items), detail::given_settings{with}, where);
}

// ---- Sources

// The numbers 0..count-1, as std::size_t.
[[nodiscard]] inline auto iota(std::size_t count) { return detail::generated_items<detail::itself>(count, {}); }

// f(0), f(1), ..., f(count-1).
template <class F>
[[nodiscard]] auto generated(std::size_t count, F&& f) {
  static_assert(std::invocable<std::decay_t<F>&, std::size_t>,
                "berth::generated: the function must be callable with a std::size_t");
  return detail::generated_items<std::decay_t<F>>(count, std::forward<F>(f));
}

// The items from `first` to `last`, input iterators, or what next() gives until it gives an empty std::optional. They
// are read by the calling thread, in batches of 64 to 65536 items; next() is not called again after its end, and what
// it throws comes out behind what was read before.
template <class Iterator, std::sentinel_for<Iterator> End>
[[nodiscard]] auto stream(Iterator first, End last) {
  return detail::iterator_stream<Iterator, End>(std::move(first), std::move(last));
}
template <class Next>
  requires std::invocable<Next&>
[[nodiscard]] auto stream(Next next) {
  constexpr bool fits = detail::gives_while_it_lasts<Next>;
  static_assert(fits,
                "berth::stream: the function must return a std::optional (or a pointer), empty when there is nothing "
                "more");
  if constexpr (fits)
    return detail::function_stream<Next>(std::move(next));
  else
    return detail::refused_pipeline{};
}

// The lines of a text, as std::string_view without their '\n'. (A '\r' before it is part of the line.)
class text_lines {
 public:
  explicit text_lines(std::string_view text) : text_(text) {}
  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] detail::lines_flow make_flow() const { return detail::lines_flow(text_); }

 private:
  std::string_view text_;
};

// The lines of a text that lives as long as this does.
template <class Text>
class held_lines {
 public:
  static constexpr bool views_die_with_it = true;
  explicit held_lines(Text text) : text_(std::move(text)) {}
  [[nodiscard]] std::string_view text() const { return {text_.data(), text_.size()}; }
  [[nodiscard]] detail::lines_flow make_flow() const { return detail::lines_flow(text()); }
  // The same lines, whoever holds their text: for functions that take either.
  operator text_lines() const& { return text_lines(text()); }
  operator text_lines() const&& = delete;

 private:
  Text text_;
};
using file_lines = held_lines<detail::mapped_file>;

// The lines of a file, which is mapped into memory and split by the threads that work on it. The views live as long as
// what lines_of gives: it has a name where results hold views, and a pipeline over a temporary one that would give
// views, pointers or spans, alone or in containers, pairs, tuples and optionals, is refused. (Views that a struct of
// yours or a function's side effect keeps are not seen.)
//
//   const auto log = berth::lines_of("access.log");
//   auto hits = berth::par(log) | berth::map(path_of) | berth::group_by(berth::identity, berth::counting());
//   const std::size_t many = berth::par(berth::lines_of("access.log")) | berth::count();
//
// Throws: std::system_error naming the file. A file that somebody cuts short meanwhile ends the process by SIGBUS.
template <class Path>
[[nodiscard]] file_lines lines_of(const Path& path) {
  return file_lines(detail::mapped_file("lines_of", detail::path_text(path)));
}
// The lines of a text: one that is handed over lives as lines_of's file does.
[[nodiscard]] inline text_lines lines_in(std::string_view text) { return text_lines(text); }
template <class Text>
  requires std::same_as<Text, std::string>
[[nodiscard]] held_lines<Text> lines_in(Text&& text) {
  return held_lines<Text>(std::move(text));
}

// The records of a file of T, trivially copyable, one after the other: a range of const T. Throws as lines_of does, and
// std::invalid_argument where the file's size is not a whole number of records.
template <class T>
class file_records {
  static_assert(std::is_trivially_copyable_v<T>, "berth::records_of: a record must be trivially copyable");

 public:
  static constexpr bool views_die_with_it = true;
  explicit file_records(detail::mapped_file file) : file_(std::move(file)) {}
  [[nodiscard]] const T* begin() const { return reinterpret_cast<const T*>(file_.data()); }
  [[nodiscard]] const T* end() const { return begin() + file_.size() / sizeof(T); }

 private:
  detail::mapped_file file_;
};

template <class T, class Path>
[[nodiscard]] file_records<T> records_of(const Path& path) {
  detail::mapped_file file("records_of", detail::path_text(path));
  if (file.size() % sizeof(T) != 0) detail::throw_torn_records(detail::path_text(path), file.size(), sizeof(T));
  return file_records<T>(std::move(file));
}

// ---- Stages. Each has the name of the verb that does the same to a whole range.

// The items for which p(item) is true.
template <class P>
[[nodiscard]] auto filter(P&& p) {
  return detail::filter_stage<std::decay_t<P>>(std::forward<P>(p));
}

// f(item) for every item.
template <class F>
[[nodiscard]] auto map(F&& f) {
  return detail::map_stage<std::decay_t<F>>(std::forward<F>(f));
}

// The elements of f(item), a range, for every item. Those of a container that f returns by value are moved.
template <class F>
[[nodiscard]] auto flat_map(F&& f) {
  return detail::flat_map_stage<std::decay_t<F>>(std::forward<F>(f));
}

// What f(item), a std::optional or a pointer, holds, for every item for which it holds something.
template <class F>
[[nodiscard]] auto filter_map(F&& f) {
  return detail::filter_map_stage<std::decay_t<F>>(std::forward<F>(f));
}

// The items as they are; f(item) is called for each on its way, in no order between items.
template <class F>
[[nodiscard]] auto peek(F&& f) {
  return detail::peek_stage<std::decay_t<F>>(std::forward<F>(f));
}

// The first n items; what lies behind them is not looked at where a size is known, else see the windows above.
[[nodiscard]] inline auto take(std::size_t n) { return detail::take_stage(n); }

// All but the first n items.
[[nodiscard]] inline auto skip(std::size_t n) { return detail::skip_stage(n); }

// The items before the first for which p(item) is false.
template <class P>
[[nodiscard]] auto take_while(P&& p) {
  return detail::take_while_stage<std::decay_t<P>>(std::forward<P>(p));
}

// The items from the first for which p(item) is false on. p is called by one thread.
template <class P>
[[nodiscard]] auto drop_while(P&& p) {
  return detail::drop_while_stage<std::decay_t<P>>(std::forward<P>(p));
}

// Pairs (place, item), counted from 0.
[[nodiscard]] inline auto enumerate() { return detail::enumerate_stage(); }

// Pairs (item, element of `other`), as many as the shorter has. An lvalue `other` is referred to.
template <indexable Range>
[[nodiscard]] auto zip(Range&& other) {
  return detail::zip_stage<Range>(std::forward<Range>(other));
}

// std::vectors of n items that follow each other; the last one may be shorter. n of 0 counts as 1.
[[nodiscard]] inline auto chunked(std::size_t n) { return detail::chunked_stage(n); }

// berth::inclusive_scan in a pipeline: op(init, item 0), op(op(init, item 0), item 1), ...: as many as there are items,
// from left to right by one thread.
template <class T, class Op>
[[nodiscard]] auto scan(T&& init, Op&& op) {
  return detail::scan_stage<std::decay_t<T>, std::decay_t<Op>>(std::forward<T>(init), std::forward<Op>(op));
}

// berth::stable_sort in a pipeline: the items in the order of `less` on by(item); those that compare equal keep theirs.
// By std::less and std::greater NaN come last; numbers in that order of their own go on as values, -0.0 before 0.0.
template <class Less = std::less<>, class By = detail::itself>
  requires(!indexable<Less>)
[[nodiscard]] auto sorted(Less less = {}, By by = {}) {
  return detail::sorted_stage<Less, detail::held<By>>(std::move(less), std::move(by));
}

// The first item of each value of by(item), or of each item, in their order.
template <class By = detail::itself>
  requires(!indexable<By>)
[[nodiscard]] auto distinct(By by = {}) {
  return detail::distinct_stage<detail::held<By>>(std::move(by));
}

// ---- Ends. Every collector (berth/collectors.hpp) is one, too.

// A container of the items: anything with push_back, append or insert, or a berth::buffer; named as a type or, where
// the items say what it holds, by its template: collect<std::vector>(). Of equal keys the first stays. What threads
// have collected is joined in order, a std::vector by several threads; where every position gives one item a
// berth::buffer (berth/buffer.hpp) is filled in place.
template <class Target>
[[nodiscard]] auto collect() {
  return detail::collect_terminal<Target>();
}
template <template <class...> class Target>
[[nodiscard]] auto collect() {
  return detail::deduced_collect_terminal<Target>();
}

// How many items there are. Stages that keep their number known need not run.
[[nodiscard]] inline auto count() { return detail::count_terminal(); }

// f(item) for every item, in no order between items.
template <class F>
[[nodiscard]] auto for_each(F&& f) {
  return detail::for_each_terminal<std::decay_t<F>>(std::forward<F>(f));
}

// f(item) for every item, one after the other, in order; what comes before runs ahead by up to 65536 positions.
template <class F>
[[nodiscard]] auto for_each_in_order(F&& f) {
  return detail::for_each_in_order_terminal<std::decay_t<F>>(std::forward<F>(f));
}

// Writes the items through an output iterator, in order, and gives the iterator behind the last.
template <class Out>
[[nodiscard]] auto into(Out out) {
  return detail::into_terminal<Out>(std::move(out));
}

// Whether p(item) is true for some, for every, for no item.
template <class P>
[[nodiscard]] auto any(P&& p) {
  return detail::answer_terminal<detail::answer::any, std::decay_t<P>>(std::forward<P>(p));
}
template <class P>
[[nodiscard]] auto all(P&& p) {
  return detail::answer_terminal<detail::answer::all, std::decay_t<P>>(std::forward<P>(p));
}
template <class P>
[[nodiscard]] auto none(P&& p) {
  return detail::answer_terminal<detail::answer::none, std::decay_t<P>>(std::forward<P>(p));
}

// The first item, or the first for which p(item) is true, in a std::optional (by value).
template <class P = detail::always>
  requires(!indexable<P>)
[[nodiscard]] auto find_first(P p = {}) {
  return detail::find_first_terminal<P>(std::move(p));
}

// Some item for which p(item) is true: whichever is met first.
template <class P = detail::always>
  requires(!indexable<P>)
[[nodiscard]] auto find_any(P p = {}) {
  return detail::find_any_terminal<P>(std::move(p));
}

}  // namespace berth
