#pragma once
// Where a pipeline's items come from. A source makes a flow when the pipeline is run, and outlives it.
#include <berth/detail/pipeline/stateless.hpp>
#include <exception>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace berth::detail {

template <class Source>
concept pipeline_source = requires(Source& s) { s.make_flow(); };

// Whether views of what a source holds are gone when the pipeline is. (A source that is referred to outlives it.)
template <class Source>
inline constexpr bool views_die_with = requires { requires Source::views_die_with_it; };

// A range or a source that the caller keeps alive.
template <class Range>
class referred_range {
 public:
  explicit referred_range(Range& items) : items_(&items) {}
  [[nodiscard]] auto make_flow() const {
    using iterator = decltype(std::ranges::begin(*items_));
    return range_flow<iterator>(std::ranges::begin(*items_), size_of(*items_));
  }

 private:
  Range* items_;
};

template <class Source>
class referred_source {
 public:
  explicit referred_source(Source& source) : source_(&source) {}
  [[nodiscard]] auto make_flow() const { return source_->make_flow(); }

 private:
  Source* source_;
};

// A view, or a container handed over with its elements.
template <class Range>
class held_range {
 public:
  static constexpr bool views_die_with_it = views_die_with<Range>;
  explicit held_range(Range&& items) : items_(std::move(items)) {}
  [[nodiscard]] auto make_flow() {
    using iterator = decltype(std::ranges::begin(items_));
    if constexpr (is_owning<Range>)
      return owned_flow<iterator>(std::ranges::begin(items_), size_of(items_));
    else
      return range_flow<iterator>(std::ranges::begin(items_), size_of(items_));
  }

 private:
  Range items_;
};

// Items of which nobody knows how many there are. The caller reads a batch, whose items are then worked on by several;
// batches grow, so that a search that ends early has not read far. read(batch) adds one item, or says that there is
// none: it is not asked again. What it throws comes out behind what was read before.
template <class Keeper, class Read>
class stream_flow {
 public:
  using item = typename Keeper::given;
  using keeper = Keeper;
  static constexpr bool indexed = true;
  static constexpr bool single = true;
  static constexpr bool erased = false;
  static constexpr bool streamed = true;

  explicit stream_flow(Read read) : read_(std::move(read)) {}
  [[nodiscard]] std::size_t size() const { return batch_.size(); }

  // Whose hints stop the reading.
  void watch(const pipeline_call& call) { call_ = &call; }

  // Whether there was anything left to read.
  bool refill() {
    batch_.clear();
    const stop_look look(*call_);
    while (!ended_ && batch_.size() != length_) {
      look(batch_.size());
      read_one();
    }
    if (batch_.empty() && failed_) std::rethrow_exception(std::exchange(failed_, nullptr));
    length_ = length_ < most / 4 ? length_ * 4 : most;
    return !batch_.empty();
  }

  template <class Sink>
  bool push(std::size_t begin, std::size_t end, Sink&& sink) const {
    return push_kept<keeper>(batch_, begin, end, sink);
  }

 private:
  void read_one() {
    try {
      ended_ = !read_(batch_);
    } catch (...) {
      ended_ = true;
      failed_ = std::current_exception();
    }
  }

  static constexpr std::size_t most = 65536;
  Read read_;
  const pipeline_call* call_ = nullptr;
  std::size_t length_ = 64;
  bool ended_ = false;
  std::exception_ptr failed_;
  mutable std::vector<typename Keeper::kept> batch_;  // each item is handed over once, by one thread
};

// Reads what an iterator gives. Elements that stay where they are (a forward iterator's, of a range that the pipeline
// does not own) are kept by pointer, all others by value: moved where they are the pipeline's own.
template <class Iterator, class End, bool Owned>
struct element_reader {
  static constexpr bool stays =
      !Owned && std::forward_iterator<Iterator> && std::is_lvalue_reference_v<std::iter_reference_t<Iterator>>;
  using element = std::conditional_t<stays, std::iter_reference_t<Iterator>, std::iter_value_t<Iterator>>;
  using keeper = keeper_for<element, stays>;
  Iterator next;
  End last;

  bool operator()(std::vector<typename keeper::kept>& batch) {
    if (next == last) return false;
    if constexpr (Owned)
      batch.push_back(keeper::keep(std::ranges::iter_move(next)));
    else
      batch.push_back(keeper::keep(*next));
    ++next;
    return true;
  }
};

template <class Iterator, class End>
class iterator_stream {
 public:
  iterator_stream(Iterator first, End last) : read_{std::move(first), std::move(last)} {}
  [[nodiscard]] auto make_flow() {
    auto read = [this](auto& batch) { return read_(batch); };
    return stream_flow<typename reader::keeper, decltype(read)>(read);
  }

 private:
  using reader = element_reader<Iterator, End, false>;
  reader read_;
};

template <class Range>
class range_stream {
 public:
  explicit range_stream(Range&& items) : items_(static_cast<Range&&>(items)) {}
  [[nodiscard]] auto make_flow() {
    using reader =
        element_reader<decltype(std::ranges::begin(items_)), decltype(std::ranges::end(items_)), is_owning<Range>>;
    return stream_flow<typename reader::keeper, reader>(reader{std::ranges::begin(items_), std::ranges::end(items_)});
  }

 private:
  Range items_;
};

// A function that gives an item, or says that there is none.
template <class Next>
concept gives_while_it_lasts = requires(std::invoke_result_t<Next&> got) {
  static_cast<bool>(got);
  *std::move(got);
};

template <class Next>
class function_stream {
  using optional = std::invoke_result_t<Next&>;
  using keeper = keeper_for<std::remove_cvref_t<decltype(*std::declval<optional&>())>>;

 public:
  explicit function_stream(Next next) : next_(std::move(next)) {}
  [[nodiscard]] auto make_flow() {
    auto read = [this](auto& batch) {
      optional got = next_();
      if (!got) return false;
      batch.push_back(keeper::keep(*std::move(got)));
      return true;
    };
    return stream_flow<keeper, decltype(read)>(read);
  }

 private:
  Next next_;
};

template <class F>
class generated_items {
 public:
  generated_items(std::size_t count, F f) : count_(count), f_(std::move(f)) {}
  [[nodiscard]] auto make_flow() { return map_flow<index_flow, F>(index_flow(count_), f_); }

 private:
  std::size_t count_;
  F f_;
};

// The lines of a text: a position is a byte, and gives the line that begins there.
class lines_flow {
 public:
  using item = std::string_view;
  using keeper = keeper_for<item>;
  static constexpr bool indexed = false;
  static constexpr bool single = true;
  static constexpr bool erased = false;
  static constexpr bool streamed = false;

  explicit lines_flow(std::string_view text) : text_(text) {}
  [[nodiscard]] std::size_t size() const { return text_.size(); }

  template <class Sink>
  bool push(std::size_t begin, std::size_t end, Sink&& sink) const {
    if (begin != 0) begin = find_end(begin - 1, end - 1) + 1;
    while (begin < end) {
      const std::size_t stop = find_end(begin, text_.size());
      if (!sink(text_.substr(begin, stop - begin))) return false;
      begin = stop + 1;
    }
    return true;
  }

 private:
  // The first '\n' in [from, to), or `to`: a piece in the middle of a long line looks no further than itself.
  [[nodiscard]] std::size_t find_end(std::size_t from, std::size_t to) const {
    const void* const found = __builtin_memchr(text_.data() + from, '\n', to - from);
    return found ? static_cast<std::size_t>(static_cast<const char*>(found) - text_.data()) : to;
  }

  std::string_view text_;
};

}  // namespace berth::detail
