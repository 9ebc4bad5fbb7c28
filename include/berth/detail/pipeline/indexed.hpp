#pragma once
// The stages that need to know an item's place: over an indexed flow it is its position, and nothing is kept. (Over
// any other the items are gathered first, which gives an indexed one.)
#include <berth/detail/pipeline/stateless.hpp>
#include <utility>
#include <vector>

namespace berth::detail {

using place_keeper = keeper_for<std::size_t>;

template <class Before>
class enumerate_flow : public same_positions<Before> {
 public:
  using item = std::pair<std::size_t, in_pair<typename Before::item>>;
  using keeper = kept_in_pair<place_keeper, typename Before::keeper>;
  static constexpr bool indexed = true;
  static constexpr bool single = true;
  using same_positions<Before>::same_positions;

  template <class Sink>
  bool push(std::size_t begin, std::size_t end, Sink&& sink) const {
    std::size_t i = begin;
    return this->before_.push(begin, end, [&](auto&& x) { return bool(sink(item(i++, static_cast<decltype(x)>(x)))); });
  }
};

// A zip's other range: elements of one that the stage owns are handed over to be moved from.
template <class Range>
struct partner_of {
  using iterator = decltype(std::ranges::begin(std::declval<std::remove_reference_t<Range>&>()));
  using item = handed<iterator, std::conditional_t<is_owning<Range>, std::iter_rvalue_reference_t<iterator>,
                                                   std::iter_reference_t<iterator>>>;
  using keeper = keeper_for<item, std::is_lvalue_reference_v<item>>;
  iterator first;
  std::size_t size;
  [[nodiscard]] item operator[](std::size_t i) const { return static_cast<item>(at(first, i)); }
};

// Pairs of items and elements of another range, as many as the shorter of the two has.
template <class Before, class Partner>
class zip_flow : public same_positions<Before> {
 public:
  using item = std::pair<in_pair<typename Before::item>, in_pair<typename Partner::item>>;
  using keeper = kept_in_pair<typename Before::keeper, typename Partner::keeper>;
  static constexpr bool indexed = true;
  static constexpr bool single = true;

  zip_flow(Before before, Partner other) : same_positions<Before>(std::move(before)), other_(other) {}
  [[nodiscard]] std::size_t size() const {
    return this->before_.size() < other_.size ? this->before_.size() : other_.size;
  }

  template <class Sink>
  bool push(std::size_t begin, std::size_t end, Sink&& sink) const {
    const Partner other = other_;
    std::size_t i = begin;
    return this->before_.push(begin, end,
                              [&](auto&& x) { return bool(sink(item(static_cast<decltype(x)>(x), other[i++]))); });
  }

 private:
  Partner other_;
};

// std::vectors of `length` items that follow each other; the last one may be shorter.
template <class Before>
class chunked_flow {
 public:
  using item = std::vector<result_value<typename Before::item>>;
  using keeper = keeper_for<item>;
  static constexpr bool indexed = true;
  static constexpr bool single = true;
  static constexpr bool erased = Before::erased;
  static constexpr bool streamed = false;

  chunked_flow(Before before, std::size_t length) : before_(std::move(before)), length_(length) {}
  [[nodiscard]] std::size_t size() const { return before_.size() / length_ + (before_.size() % length_ != 0 ? 1 : 0); }

  template <class Sink>
  bool push(std::size_t begin, std::size_t end, Sink&& sink) const {
    for (; begin != end; ++begin)
      if (!sink(chunk(begin * length_))) return false;
    return true;
  }

 private:
  [[nodiscard]] item chunk(std::size_t from) const {
    const std::size_t left = before_.size() - from;
    const std::size_t count = left < length_ ? left : length_;
    item items;
    items.reserve(count);
    before_.push(from, from + count, [&](auto&& x) {
      items.push_back(static_cast<decltype(x)>(x));
      return true;
    });
    return items;
  }

  Before before_;
  std::size_t length_;
};

}  // namespace berth::detail
