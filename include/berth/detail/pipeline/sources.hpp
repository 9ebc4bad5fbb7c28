#pragma once
// Where a pipeline's items come from. A source makes a flow when the pipeline is run, and outlives it.
#include <berth/detail/pipeline/stateless.hpp>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace berth::detail {

template <class Source>
concept pipeline_source = requires(Source& s) { s.make_flow(); };

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
// batches grow, so that a search that ends early has not read far.
template <class T, class Read>
class stream_flow {
 public:
  using item = T&&;
  static constexpr bool indexed = false;
  static constexpr bool single = true;
  static constexpr bool lasting = false;
  static constexpr bool erased = false;
  static constexpr bool streamed = true;

  explicit stream_flow(Read read) : read_(std::move(read)) {}
  [[nodiscard]] std::size_t size() const { return batch_.size(); }

  // Whether there was anything left to read.
  bool refill() {
    batch_.clear();
    while (batch_.size() != length_ && read_(batch_)) {
    }
    length_ = length_ < most / 4 ? length_ * 4 : most;
    return !batch_.empty();
  }

  template <class Sink>
  bool push(std::size_t begin, std::size_t end, Sink&& sink) const {
    for (std::size_t i = begin; i != end; ++i)
      if (!sink(std::move(batch_[i]))) return false;
    return true;
  }

 private:
  static constexpr std::size_t most = 65536;
  Read read_;
  std::size_t length_ = 64;
  mutable std::vector<T> batch_;  // each item is handed over once, by one thread
};

template <class Iterator, class End>
class iterator_stream {
 public:
  iterator_stream(Iterator first, End last) : next_(std::move(first)), last_(std::move(last)) {}
  [[nodiscard]] auto make_flow() {
    using value = std::iter_value_t<Iterator>;
    auto read = [this](std::vector<value>& batch) {
      if (next_ == last_) return false;
      batch.push_back(*next_);
      ++next_;
      return true;
    };
    return stream_flow<value, decltype(read)>(read);
  }

 private:
  Iterator next_;
  End last_;
};

template <class Range>
class range_stream {
 public:
  explicit range_stream(Range&& items) : items_(static_cast<Range&&>(items)) {}
  [[nodiscard]] auto make_flow() {
    using value = std::ranges::range_value_t<Range>;
    auto read = [next = std::ranges::begin(items_),
                 last = std::ranges::end(items_)](std::vector<value>& batch) mutable {
      if (next == last) return false;
      batch.push_back(*next);
      ++next;
      return true;
    };
    return stream_flow<value, decltype(read)>(std::move(read));
  }

 private:
  Range items_;
};

template <class Next>
class function_stream {
  using optional = std::invoke_result_t<Next&>;
  using value = std::remove_cvref_t<decltype(*std::declval<optional&>())>;

 public:
  explicit function_stream(Next next) : next_(std::move(next)) {}
  [[nodiscard]] auto make_flow() {
    auto read = [this](std::vector<value>& batch) {
      optional got = next_();
      if (!got) return false;
      batch.push_back(*std::move(got));
      return true;
    };
    return stream_flow<value, decltype(read)>(read);
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
  static constexpr bool indexed = false;
  static constexpr bool single = true;
  static constexpr bool lasting = false;
  static constexpr bool erased = false;
  static constexpr bool streamed = false;

  explicit lines_flow(std::string_view text) : text_(text) {}
  [[nodiscard]] std::size_t size() const { return text_.size(); }

  template <class Sink>
  bool push(std::size_t begin, std::size_t end, Sink&& sink) const {
    if (begin != 0 && text_[begin - 1] != '\n') begin = end_of_line(begin) + 1;
    while (begin < end) {
      const std::size_t stop = end_of_line(begin);
      if (!sink(text_.substr(begin, stop - begin))) return false;
      begin = stop + 1;
    }
    return true;
  }

 private:
  [[nodiscard]] std::size_t end_of_line(std::size_t from) const {
    const void* const found = __builtin_memchr(text_.data() + from, '\n', text_.size() - from);
    return found ? static_cast<std::size_t>(static_cast<const char*>(found) - text_.data()) : text_.size();
  }

  std::string_view text_;
};

}  // namespace berth::detail
