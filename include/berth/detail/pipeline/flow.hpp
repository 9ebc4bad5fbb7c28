#pragma once
// What runs through a pipeline. A flow has positions 0..size()-1, each of which gives none, one or several items;
// push(begin, end, sink) hands the items of those positions to sink(item) -> bool, in order, until it says false, and
// returns what it said last. Different positions may be pushed by different threads at once, each position once.
//
//   using item               what push hands over: T&, T&& or T (a new object, handed over as T&&)
//   static bool indexed      every position gives one item
//   static bool single       no position gives two items
//   using keeper             how an item is kept between two passes (kept.hpp)
//   static bool erased       some function's type says nothing about its cost
//   static bool streamed     the positions come in batches of unknown number: refill() reads the next, by the caller
//
// Stages make a flow of the flow before them; what they hold of the user's is referred to, and owned by the pipeline.
#include <berth/detail/call.hpp>
#include <berth/detail/in_loop.hpp>
#include <berth/detail/pipeline/kept.hpp>
#include <berth/detail/range.hpp>
#include <cstddef>
#include <source_location>
#include <type_traits>
#include <utility>

namespace berth::detail {

// std::logic_error: a pipeline that has been run, or moved into another, is used again.
[[noreturn]] BERTH_API void throw_pipeline_spent();

// How a pipeline's calls are made.
struct pipeline_call {
  const hints& with;
  std::source_location where;
};

// What the caller does alone between calls, item by item, looks at stop and until too.
class stop_look {
 public:
  explicit stop_look(const pipeline_call& call)
      : call_(call.with.stop.present() || call.with.until.present() ? &call : nullptr) {}
  void operator()(std::size_t items_done) const {
    if (call_) [[unlikely]]
      throw_if_stopped(call_->with, items_done, call_->where);
  }

 private:
  const pipeline_call* call_;
};

// An element is handed over as the range gives it; a flag of a std::vector<bool>, whose word is shared with others, by
// value.
template <class Iterator, class Reference = std::iter_reference_t<Iterator>>
using handed = std::conditional_t<std::is_same_v<std::iter_value_t<Iterator>, bool> && !std::is_reference_v<Reference>,
                                  bool, Reference>;

// Each batch of a streamed flow, or the one that there is, until `each` says false.
template <class Flow, class Each>
void for_each_batch(Flow& flow, Each each) {
  if constexpr (Flow::streamed) {
    while (flow.refill())
      if (!each()) return;
  } else {
    each();
  }
}

// Hands the items of the positions to use(item), all of them: for a pass that cannot end early, where stages may work
// on several items at a time.
template <class Flow, class Use>
[[gnu::always_inline]] inline void push_all(const Flow& flow, std::size_t begin, std::size_t end, Use use) {
  if constexpr (requires { flow.push_all(begin, end, use); })
    flow.push_all(begin, end, use);
  else
    flow.push(begin, end, [&use](auto&& x) {
      use(static_cast<decltype(x)>(x));
      return true;
    });
}

// The elements of a range, each handed over as an Item.
template <class Iterator, class Item, class Keeper>
class element_flow {
 public:
  using item = Item;
  using keeper = Keeper;
  static constexpr bool indexed = true;
  static constexpr bool single = true;
  static constexpr bool erased = false;
  static constexpr bool streamed = false;

  element_flow(Iterator first, std::size_t size) : first_(first), size_(size) {}
  [[nodiscard]] std::size_t size() const { return size_; }

  template <class Sink>
  bool push(std::size_t begin, std::size_t end, Sink&& sink) const {
    const Iterator first = first_;
    for (std::size_t i = begin; i != end; ++i)
      if (!sink(static_cast<item>(at(first, i)))) return false;
    return true;
  }

  // An element that stays where it is may be looked at before it is handed over.
  [[nodiscard]] Iterator elements() const
    requires std::is_lvalue_reference_v<item>
  {
    return first_;
  }

 private:
  Iterator first_;
  std::size_t size_;
};

// Of a range that outlives the pipeline, or views one that does: as they are.
template <class Iterator>
using range_flow = element_flow<Iterator, handed<Iterator>,
                                keeper_for<handed<Iterator>, std::is_lvalue_reference_v<handed<Iterator>>>>;
// Of one that the pipeline owns: to be moved from.
template <class Iterator>
using handed_on = handed<Iterator, std::iter_rvalue_reference_t<Iterator>>;
template <class Iterator>
using owned_flow = element_flow<Iterator, handed_on<Iterator>, keeper_for<handed_on<Iterator>>>;

// Items that are kept in a row, as a flow's push hands them over.
template <class Keeper, class Row, class Sink>
bool push_kept(Row& row, std::size_t begin, std::size_t end, Sink& sink) {
  for (std::size_t i = begin; i != end; ++i)
    if (!sink(Keeper::give(row[i]))) return false;
  return true;
}

// The numbers 0..size-1.
class index_flow {
 public:
  using item = std::size_t;
  using keeper = keeper_for<item>;
  static constexpr bool indexed = true;
  static constexpr bool single = true;
  static constexpr bool erased = false;
  static constexpr bool streamed = false;

  explicit index_flow(std::size_t size) : size_(size) {}
  [[nodiscard]] std::size_t size() const { return size_; }

  template <class Sink>
  bool push(std::size_t begin, std::size_t end, Sink&& sink) const {
    for (std::size_t i = begin; i != end; ++i)
      if (!sink(std::size_t{i})) return false;
    return true;
  }

 private:
  std::size_t size_;
};

// Positions offset..offset+size-1 of an indexed flow.
template <class Before>
class slice_flow {
 public:
  using item = typename Before::item;
  using keeper = typename Before::keeper;
  static constexpr bool indexed = true;
  static constexpr bool single = true;
  static constexpr bool erased = Before::erased;
  static constexpr bool streamed = false;

  slice_flow(Before before, std::size_t offset, std::size_t most) : before_(std::move(before)) {
    const std::size_t all = before_.size();
    offset_ = offset < all ? offset : all;
    size_ = all - offset_ < most ? all - offset_ : most;
  }
  [[nodiscard]] std::size_t size() const { return size_; }

  template <class Sink>
  bool push(std::size_t begin, std::size_t end, Sink&& sink) const {
    return before_.push(begin + offset_, end + offset_, static_cast<Sink&&>(sink));
  }

 private:
  Before before_;
  std::size_t offset_;
  std::size_t size_;
};

}  // namespace berth::detail
