#pragma once
// What stands between two |: a stage makes a flow of the flow before it. Those that depend on what came before gather
// the items first, in parallel and in order.
#include <berth/detail/pipeline/accumulate.hpp>
#include <berth/detail/pipeline/given.hpp>
#include <berth/detail/pipeline/indexed.hpp>
#include <berth/detail/pipeline/search.hpp>
#include <berth/detail/pipeline/sort_row.hpp>
#include <berth/detail/pipeline/steps.hpp>

namespace berth::detail {

struct stage {};

template <class Stage>
concept pipeline_stage = std::derived_from<Stage, stage>;

// The stages that look at one item at a time: Flow<Before, F> is the flow, Given<Item, F> says whether F fits.
template <template <class, class> class Flow, template <class, class> class Given, class F>
struct stateless_stage : stage {
  F f;
  explicit stateless_stage(F function) : f(std::move(function)) {}
  template <class Item>
  using given = Given<Item, F>;
  template <class Before>
  auto over(Before before, const pipeline_call&) {
    return Flow<Before, F>(std::move(before), f);
  }
};

template <class P>
using filter_stage = stateless_stage<filter_flow, given_to_filter, P>;
template <class F>
using map_stage = stateless_stage<map_flow, given_to_map, F>;
template <class F>
using flat_map_stage = stateless_stage<flat_map_flow, given_to_flat_map, F>;
template <class F>
using filter_map_stage = stateless_stage<filter_map_flow, given_to_filter_map, F>;
template <class F>
using peek_stage = stateless_stage<peek_flow, given_to_peek, F>;

struct takes_everything {
  static constexpr bool fits = true;
};

template <class Flow>
inline constexpr bool has_places = Flow::indexed && !Flow::streamed;

struct take_stage : stage {
  std::size_t count;
  explicit take_stage(std::size_t n) : count(n) {}
  template <class Item>
  using given = takes_everything;
  template <class Flow>
  auto over(Flow flow, const pipeline_call& call) const {
    if constexpr (has_places<Flow>)
      return slice_flow<Flow>(std::move(flow), 0, count);
    else
      return gathered_flow<Flow>(gather_first(flow, count, call));
  }
};

struct skip_stage : stage {
  std::size_t count;
  explicit skip_stage(std::size_t n) : count(n) {}
  template <class Item>
  using given = takes_everything;
  template <class Flow>
  auto over(Flow flow, const pipeline_call& call) const {
    if constexpr (Flow::streamed) {
      return stepped(std::move(flow), skip_step<keeping<Flow>>{count}, call);
    } else {
      auto all = to_indexed(std::move(flow), call);
      return slice_flow<decltype(all)>(std::move(all), count, ~std::size_t{0});
    }
  }
};

template <class P>
struct take_while_stage : stage {
  P p;
  explicit take_while_stage(P predicate) : p(std::move(predicate)) {}
  template <class Item>
  using given = given_to_take_while<Item, P>;
  template <class Flow>
  auto over(Flow flow, const pipeline_call& call) {
    return gathered_flow<Flow>(gather_while(flow, p, call));
  }
};

template <class P>
struct drop_while_stage : stage {
  P p;
  explicit drop_while_stage(P predicate) : p(std::move(predicate)) {}
  template <class Item>
  using given = given_to_drop_while<Item, P>;
  template <class Flow>
  auto over(Flow flow, const pipeline_call& call) {
    return stepped(std::move(flow), drop_while_step<keeping<Flow>, P>{p}, call);
  }
};

struct enumerate_stage : stage {
  template <class Item>
  using given = takes_everything;
  template <class Flow>
  auto over(Flow flow, const pipeline_call& call) const {
    if constexpr (Flow::streamed) {
      return stepped(std::move(flow), enumerate_step<keeping<Flow>>{}, call);
    } else {
      auto all = to_indexed(std::move(flow), call);
      return enumerate_flow<decltype(all)>(std::move(all));
    }
  }
};

// Range: an lvalue reference, or what the stage holds.
template <class Range>
struct zip_stage : stage {
  Range other;
  explicit zip_stage(Range&& items) : other(static_cast<Range&&>(items)) {}
  template <class Item>
  using given = takes_everything;
  template <class Flow>
  auto over(Flow flow, const pipeline_call& call) {
    using partner = partner_of<Range>;
    const partner with{std::ranges::begin(other), size_of(other)};
    if constexpr (Flow::streamed) {
      return stepped(std::move(flow), zip_step<keeping<Flow>, partner>{with}, call);
    } else {
      auto all = to_indexed(std::move(flow), call);
      return zip_flow<decltype(all), partner>(std::move(all), with);
    }
  }
};

struct chunked_stage : stage {
  std::size_t length;
  explicit chunked_stage(std::size_t n) : length(n == 0 ? 1 : n) {}
  template <class Item>
  using given = given_to_chunked<Item>;
  template <class Flow>
  auto over(Flow flow, const pipeline_call& call) const {
    if constexpr (Flow::streamed) {
      using chunk = std::vector<result_value<typename Flow::item>>;
      return stepped(std::move(flow), chunk_step<keeping<Flow>, chunk>{length}, call);
    } else {
      auto all = to_indexed(std::move(flow), call);
      return chunked_flow<decltype(all)>(std::move(all), length);
    }
  }
};

template <class T, class Op>
struct scan_stage : stage {
  T init;
  Op op;
  scan_stage(T start, Op combine) : init(std::move(start)), op(std::move(combine)) {}
  template <class Item>
  using given = given_to_scan<Item, T, Op>;
  template <class Flow>
  auto over(Flow flow, const pipeline_call& call) {
    return stepped(std::move(flow), scan_step<keeping<Flow>, T, Op>{init, op}, call);
  }
};

// Stands for the flow of values that a stage has made.
template <class T>
struct made_items {
  using keeper = keeper_for<T>;
};

template <class Less, class By>
struct sorted_stage : stage {
  Less less;
  By by;
  sorted_stage(Less order, By key) : less(std::move(order)), by(std::move(key)) {}
  template <class Item>
  using given = given_to_sorted<Item, Less, By>;
  template <class Flow>
  auto over(Flow flow, const pipeline_call& call) {
    if constexpr (are_sorted_numbers<Flow, Less, By>) {
      auto numbers = gather_values(std::move(flow), call);
      std::identity same;
      sort_range<false>(numbers.begin(), numbers.size(), less, same, call.with, call.where);
      using number = typename decltype(numbers)::value_type;
      return gathered_flow<made_items<number>>(std::move(numbers));
    } else {
      auto items = gather(flow, call);
      sort_row<keeping<Flow>>(items, less, by, call);
      return gathered_flow<Flow>(std::move(items));
    }
  }
};

template <class By>
struct distinct_stage : stage {
  By by;
  explicit distinct_stage(By key) : by(std::move(key)) {}
  template <class Item>
  using given = given_to_distinct<Item, By>;
  template <class Flow>
  auto over(Flow flow, const pipeline_call& call) {
    if constexpr (Flow::streamed) {
      return stepped(std::move(flow), distinct_step<keeping<Flow>, By>{by}, call);
    } else {
      const distinct_collector<keeping<Flow>, By> firsts{by};
      return gathered_flow<Flow>(firsts.finish(accumulate(flow, firsts, call)));
    }
  }
};

}  // namespace berth::detail
