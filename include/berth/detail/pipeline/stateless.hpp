#pragma once
// The stages that look at one item at a time. They run in the pass of whoever pushes: nothing is kept between them.
#include <berth/detail/pipeline/flow.hpp>
#include <concepts>
#include <cstdint>

namespace berth::detail {

// What all flows that change items only have in common with the one before them.
template <class Before, class F = void>
class same_positions {
 public:
  static constexpr bool streamed = Before::streamed;
  static constexpr bool erased = Before::erased || is_erased<F>;
  explicit same_positions(Before before) : before_(std::move(before)) {}
  [[nodiscard]] std::size_t size() const { return before_.size(); }
  bool refill() { return before_.refill(); }

 protected:
  Before before_;
};

template <class Before, class F>
class map_flow : public same_positions<Before, F> {
 public:
  using item = std::invoke_result_t<F&, typename Before::item>;
  using keeper = keeper_for<item, Before::keeper::lasting && std::is_lvalue_reference_v<item>>;
  static constexpr bool indexed = Before::indexed;
  static constexpr bool single = Before::single;

  map_flow(Before before, F& f) : same_positions<Before, F>(std::move(before)), f_(&f) {}

  template <class Sink>
  bool push(std::size_t begin, std::size_t end, Sink&& sink) const {
    in_loop<F, typename Before::item> f = *f_;
    return this->before_.push(begin, end, [&](auto&& x) { return bool(sink(f(static_cast<decltype(x)>(x)))); });
  }

  template <class Use>
  void push_all(std::size_t begin, std::size_t end, Use& use) const {
    in_loop<F, typename Before::item> f = *f_;
    detail::push_all(this->before_, begin, end, [&](auto&& x) { use(f(static_cast<decltype(x)>(x))); });
  }

 private:
  F* f_;
};

// The function of a map_flow to values.
struct its_value {
  template <class X>
  result_value<X> operator()(X&& x) const {
    return result_value<X>(static_cast<X&&>(x));
  }
};

template <class Before, class P>
class filter_flow : public same_positions<Before, P> {
 public:
  using item = typename Before::item;
  using keeper = typename Before::keeper;
  static constexpr bool indexed = false;
  static constexpr bool single = Before::single;

  filter_flow(Before before, P& p) : same_positions<Before, P>(std::move(before)), p_(&p) {}

  template <class Sink>
  bool push(std::size_t begin, std::size_t end, Sink&& sink) const {
    in_loop<P, std::remove_reference_t<item>&> p = *p_;
    return this->before_.push(begin, end,
                              [&](auto&& x) { return p(x) ? bool(sink(static_cast<decltype(x)>(x))) : true; });
  }

  template <class Use>
  void push_all(std::size_t begin, std::size_t end, Use& use) const {
    in_loop<P, std::remove_reference_t<item>&> p = *p_;
    if constexpr (in_runs) {
      const auto first = this->before_.elements();
      for (; begin != end; begin += end - begin < run_items ? end - begin : run_items)
        push_run(first, begin, end - begin < run_items ? end : begin + run_items, p, use);
    } else {
      detail::push_all(this->before_, begin, end, [&](auto&& x) {
        if (p(x)) use(static_cast<decltype(x)>(x));
      });
    }
  }

 private:
  // Whether it makes no difference that some items are asked about before those before them are handed on.
  static constexpr bool in_runs =
      requires(const Before& b) { b.elements(); } && is_copied_for_loop<P, std::remove_reference_t<item>&>();
  static constexpr std::size_t run_items = 128;

  // Those that pass are noted without a branch, of which every third would be mispredicted.
  template <class Iterator, class Holds, class Use>
  [[gnu::always_inline]] static void push_run(const Iterator& first, std::size_t begin, std::size_t end, Holds& p,
                                              Use& use) {
    std::uint8_t passed[run_items];
    std::size_t count = 0;
    std::size_t i = begin;
    try {
      for (; i != end; ++i) {
        passed[count] = static_cast<std::uint8_t>(i - begin);
        count += static_cast<bool>(p(at(first, i))) ? 1 : 0;
      }
    } catch (...) {
      for (std::size_t k = 0; k != count; ++k) use(static_cast<item>(at(first, begin + passed[k])));
      throw;
    }
    for (std::size_t k = 0; k != count; ++k) use(static_cast<item>(at(first, begin + passed[k])));
  }

  P* p_;
};

// What f gives where it gives something: a std::optional, or whatever else says so and can be dereferenced.
template <class Before, class F>
class filter_map_flow : public same_positions<Before, F> {
  using maybe = std::invoke_result_t<F&, typename Before::item>;

 public:
  using item = decltype(*std::declval<maybe>());
  using keeper = keeper_for<item>;
  static constexpr bool indexed = false;
  static constexpr bool single = Before::single;

  filter_map_flow(Before before, F& f) : same_positions<Before, F>(std::move(before)), f_(&f) {}

  template <class Sink>
  bool push(std::size_t begin, std::size_t end, Sink&& sink) const {
    in_loop<F, typename Before::item> f = *f_;
    return this->before_.push(begin, end, [&](auto&& x) {
      auto&& got = f(static_cast<decltype(x)>(x));
      return got ? bool(sink(*static_cast<decltype(got)>(got))) : true;
    });
  }

 private:
  F* f_;
};

template <class Before, class F>
class peek_flow : public same_positions<Before, F> {
 public:
  using item = typename Before::item;
  using keeper = typename Before::keeper;
  static constexpr bool indexed = Before::indexed;
  static constexpr bool single = Before::single;

  peek_flow(Before before, F& f) : same_positions<Before, F>(std::move(before)), f_(&f) {}

  template <class Sink>
  bool push(std::size_t begin, std::size_t end, Sink&& sink) const {
    in_loop<F, const std::remove_reference_t<item>&> f = *f_;
    return this->before_.push(begin, end, [&](auto&& x) {
      f(std::as_const(x));
      return bool(sink(static_cast<decltype(x)>(x)));
    });
  }

 private:
  F* f_;
};

// Whether a range of this type (as a function gives it) owns its elements, which nobody else will look at again.
template <class Range>
inline constexpr bool is_owning =
    !std::is_lvalue_reference_v<Range> && !std::ranges::enable_view<std::remove_cvref_t<Range>> &&
    !std::ranges::enable_borrowed_range<std::remove_cvref_t<Range>> && !std::is_const_v<std::remove_reference_t<Range>>;

template <class Range>
struct element_of {
  using type = std::ranges::range_reference_t<std::remove_reference_t<Range>&>;
};
template <class Range>
  requires is_owning<Range>
struct element_of<Range> {
  using type = std::ranges::range_rvalue_reference_t<Range>;
};

template <class Before, class F>
class flat_map_flow : public same_positions<Before, F> {
  using inner = std::invoke_result_t<F&, typename Before::item>;

 public:
  using item = typename element_of<inner>::type;
  using keeper = keeper_for<item>;
  static constexpr bool indexed = false;
  static constexpr bool single = false;

  flat_map_flow(Before before, F& f) : same_positions<Before, F>(std::move(before)), f_(&f) {}

  template <class Sink>
  bool push(std::size_t begin, std::size_t end, Sink&& sink) const {
    in_loop<F, typename Before::item> f = *f_;
    return this->before_.push(begin, end, [&](auto&& x) {
      inner&& items = f(static_cast<decltype(x)>(x));
      for (auto&& y : items)
        if (!sink(static_cast<item>(y))) return false;
      return true;
    });
  }

 private:
  F* f_;
};

}  // namespace berth::detail
