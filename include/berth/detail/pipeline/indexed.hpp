#pragma once
// The stages that need to know an item's place: over an indexed flow it is its position, and nothing is kept. (Over
// any other the items are gathered first, which gives an indexed one.)
#include <berth/detail/pipeline/stateless.hpp>
#include <utility>
#include <vector>

namespace berth::detail {

template <class Before>
class enumerate_flow : public same_positions<Before> {
 public:
  using item = std::pair<std::size_t, typename Before::item>;
  static constexpr bool indexed = true;
  static constexpr bool single = true;
  static constexpr bool lasting = false;
  using same_positions<Before>::same_positions;

  template <class Sink>
  bool push(std::size_t begin, std::size_t end, Sink&& sink) const {
    std::size_t i = begin;
    return this->before_.push(begin, end, [&](auto&& x) { return bool(sink(item(i++, static_cast<decltype(x)>(x)))); });
  }
};

// Pairs of items and elements of another range, as many as the shorter of the two has.
template <class Before, class Iterator>
class zip_flow : public same_positions<Before> {
 public:
  using item = std::pair<typename Before::item, std::iter_reference_t<Iterator>>;
  static constexpr bool indexed = true;
  static constexpr bool single = true;
  static constexpr bool lasting = false;

  zip_flow(Before before, Iterator other, std::size_t size)
      : same_positions<Before>(std::move(before)), other_(other), others_(size) {}
  [[nodiscard]] std::size_t size() const { return this->before_.size() < others_ ? this->before_.size() : others_; }

  template <class Sink>
  bool push(std::size_t begin, std::size_t end, Sink&& sink) const {
    const Iterator other = other_;
    std::size_t i = begin;
    return this->before_.push(begin, end,
                              [&](auto&& x) { return bool(sink(item(static_cast<decltype(x)>(x), at(other, i++)))); });
  }

 private:
  Iterator other_;
  std::size_t others_;
};

// std::vectors of `length` items that follow each other; the last one may be shorter.
template <class Before>
class chunked_flow {
 public:
  using item = std::vector<flow_value<Before>>;
  static constexpr bool indexed = true;
  static constexpr bool single = true;
  static constexpr bool lasting = false;
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
