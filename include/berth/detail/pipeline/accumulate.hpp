#pragma once
// A pass that ends in a collector: pieces of the positions go into accumulators of their own, which are merged in
// order.
//
// Where the collector is exact (merging gives what adding one after the other would have given, to the last bit) the
// pieces are whatever the runtime cuts. Else they are fixed: up to `direct_positions` positions are added to one
// accumulator, one after the other; more are cut into blocks whose size depends on their number only, and the blocks'
// accumulators are merged as one aligned binary tree (detail/fold_tree.hpp). Batches of a stream follow each other.
#include <berth/collector.hpp>
#include <berth/detail/collectors/simple.hpp>
#include <berth/detail/fold.hpp>
#include <berth/detail/fold_tree.hpp>
#include <berth/detail/pipeline/gather.hpp>
#include <optional>

namespace berth::detail {

inline constexpr std::size_t direct_positions = 8192;
inline constexpr leaf_limits block_limits{128, 65536};
// Says so of itself where its accumulators take long to merge.
template <class C>
concept merges_slowly = requires { requires C::few_blocks; };

template <class Flow, class C>
using accumulator_for = decltype(make_accumulator<typename Flow::item>(std::declval<const C&>()));
template <class Flow, class C>
using accumulator_parts = ordered_parts<std::optional<accumulator_for<Flow, C>>>;

// One compiled instance: what is rounded here is rounded alike for every path.
template <class Flow, class C>
BERTH_ONE_BODY void add_positions(const Flow& flow, const C& given, accumulator_for<Flow, C>& to, std::size_t begin,
                                  std::size_t end) {
  in_collecting_loop<C> c = given;
  accumulator_for<Flow, C> acc = std::move(to);
  push_all(flow, begin, end, [&](auto&& x) { c.add(acc, static_cast<decltype(x)>(x)); });
  to = std::move(acc);
}

// Two accumulators become one.
template <class C>
struct merger {
  const C& c;
  template <class A>
  A operator()(A&& left, A&& right) const {
    c.merge(left, std::move(right));
    return std::move(left);
  }
};

template <class Flow, class C>
void accumulate_as_it_comes(const Flow& flow, const C& c, accumulator_for<Flow, C>& total, const pipeline_call& call) {
  accumulator_parts<Flow, C> pieces;
  auto leaf = [&](std::size_t begin, std::size_t end) {
    if (end - begin == flow.size()) return add_positions(flow, c, total, begin, end);
    auto acc = make_accumulator<typename Flow::item>(c);
    add_positions(flow, c, acc, begin, end);
    pieces.add(begin).emplace(std::move(acc));
  };
  run<Flow::erased>(flow.size(), leaf, call.with, call.where);
  for (auto* part : pieces.in_order()) c.merge(total, std::move(**part));
}

// Few positions: the pieces of a call that is shared out gather, and the caller adds.
template <class Flow, class C>
void accumulate_directly(const Flow& flow, const C& c, accumulator_for<Flow, C>& total, const pipeline_call& call) {
  using row = std::vector<kept_of<Flow>>;
  rows_of<kept_of<Flow>> pieces;
  auto leaf = [&](std::size_t begin, std::size_t end) {
    if (end - begin == flow.size()) return add_positions(flow, c, total, begin, end);
    row made;
    flow.push(begin, end, row_sink<Flow, row>{made});
    pieces.add(begin) = std::move(made);
  };
  run<Flow::erased>(flow.size(), leaf, call.with, call.where);
  const stop_look look(call);
  std::size_t done = 0;
  for (auto* part : pieces.in_order()) {
    for (auto& item : *part) {
      look(done++);
      c.add(total, keeping<Flow>::give(item));
    }
  }
}

// Accumulators that take long to make and to merge: at most 64 blocks, each merged once, from the left to the right. A
// tree would meet most keys of a group_by again at every level.
template <class Flow, class C>
void accumulate_in_few_blocks(const Flow& flow, const C& c, accumulator_for<Flow, C>& total,
                              const pipeline_call& call) {
  constexpr std::size_t least = 32768;
  const std::size_t size = flow.size() / 32;
  const leaf_grid grid(flow.size(), size < least ? leaf_limits{least, least} : leaf_limits{size, size});
  accumulator_parts<Flow, C> blocks;
  auto leaf = [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = grid.first_from(begin); k < grid.first_from(end); ++k) {
      auto block = make_accumulator<typename Flow::item>(c);
      add_positions(flow, c, block, grid.begin(k), grid.end(k));
      blocks.add(k).emplace(std::move(block));
    }
  };
  run<Flow::erased>(grid.items(), leaf, call.with, call.where);
  for (auto* block : blocks.in_order()) c.merge(total, std::move(**block));
}

template <class Flow, class C>
void accumulate_in_blocks(const Flow& flow, const C& c, accumulator_for<Flow, C>& total, const pipeline_call& call) {
  using acc = accumulator_for<Flow, C>;
  const leaf_grid grid(flow.size(), block_limits);
  merger<C> merge{c};
  combining_tree<acc, merger<C>> tree(grid.leaves(), merge);
  auto leaf = [&](std::size_t begin, std::size_t end) {
    const std::size_t from = grid.first_from(begin);
    const std::size_t to = grid.first_from(end);
    for (std::size_t k = from; k < to; ++k) {
      acc block = make_accumulator<typename Flow::item>(c);
      add_positions(flow, c, block, grid.begin(k), grid.end(k));
      tree.put(k, std::move(block), from, to);
    }
  };
  run<Flow::erased>(grid.items(), leaf, call.with, call.where);
  c.merge(total, std::move(tree.root()));
}

template <class Flow, class C>
accumulator_for<Flow, C> accumulate(Flow& flow, const C& c, const pipeline_call& call) {
  auto total = make_accumulator<typename Flow::item>(c);
  for_each_batch(flow, [&] {
    if constexpr (is_exact_collector<C, typename Flow::item>)
      accumulate_as_it_comes(flow, c, total, call);
    else if (flow.size() <= direct_positions)
      accumulate_directly(flow, c, total, call);
    else if constexpr (merges_slowly<C>)
      accumulate_in_few_blocks(flow, c, total, call);
    else
      accumulate_in_blocks(flow, c, total, call);
    return true;
  });
  return total;
}

}  // namespace berth::detail
