#pragma once
// Groups by accumulators that may meet their items in any order (counts, sums of integers): a thread goes on with
// whatever table is free, so that there are as many tables as threads at work and not as many as pieces. The groups'
// order is found in the end, from the number of the first item of each.
#include <berth/detail/collectors/containers.hpp>
#include <berth/detail/collectors/nested.hpp>
#include <berth/detail/leased.hpp>
#include <berth/detail/pipeline/accumulate.hpp>

namespace berth::detail {

template <class Flow, class F, class C>
class placed_groups {
  using item = typename Flow::item;
  using collector = group_collector<F, C>;
  using key_type = typename collector::template key_of<item>;
  using acc = accumulator_of<item, C>;
  using table = group_table<key_type, acc>;

 public:
  placed_groups(const collector& c, const pipeline_call& call) : c_(c), call_(call) {}

  // Item i of position p has the number p + i; no position gives two.
  void add(const Flow& flow) {
    auto leaf = [&](std::size_t begin, std::size_t end) {
      auto& groups = tables_.take(before_ + begin, [] { return table(); });
      add_piece(flow, groups.held, begin, end);
      tables_.give_back(groups, before_ + end);
    };
    run<Flow::erased>(flow.size(), leaf, call_.with, call_.where);
    before_ += flow.size();
  }

  [[nodiscard]] auto finish() {
    table all;
    tables_.for_each([&](table& part) {
      all.merge(std::move(part), [&](acc& here, acc&& there) { c_.down.merge(here, std::move(there)); });
    });
    return c_.template finished<item>(all);
  }

 private:
  BERTH_ONE_BODY void add_piece(const Flow& flow, table& groups, std::size_t begin, std::size_t end) const {
    in_collecting_loop<F> key = c_.key;
    in_collecting_loop<C> down = c_.down;
    std::size_t number = before_ + begin;
    push_all(flow, begin, end, [&](auto&& x) {
      acc& group = groups.at(as_value<key_type>(key(x)), number, accumulator_maker<item, C>{down});
      ++number;
      down.add(group, static_cast<decltype(x)>(x));
    });
  }

  const collector& c_;
  const pipeline_call& call_;
  leases<table> tables_;
  std::size_t before_ = 0;
};

// The result of a collector at the end of a pipeline.
template <class Flow, class C>
auto collect_flow(Flow& flow, const C& c, const pipeline_call& call) {
  return c.finish(accumulate(flow, c, call));
}

// A vector of the items' values is filled in place.
template <class Flow>
inline constexpr bool is_gathered = !std::is_same_v<result_value<typename Flow::item>, bool>;
template <class Flow, class Value>
  requires(is_gathered<Flow> && std::is_same_v<Value, result_value<typename Flow::item>>)
auto collect_flow(Flow& flow, const container_collector<std::vector<Value>>&, const pipeline_call& call) {
  return gather_values(std::move(flow), call);
}
template <class Flow>
  requires is_gathered<Flow>
auto collect_flow(Flow& flow, const deduced_container_collector<std::vector>&, const pipeline_call& call) {
  return gather_values(std::move(flow), call);
}

template <class Flow, class F, class C>
  requires(Flow::single && says_commutative<C, typename Flow::item>())
auto collect_flow(Flow& flow, const group_collector<F, C>& c, const pipeline_call& call) {
  // Few items are not worth the places to share.
  if (!Flow::streamed && flow.size() <= direct_positions) return c.finish(accumulate(flow, c, call));
  placed_groups<Flow, F, C> groups(c, call);
  for_each_batch(flow, [&] {
    groups.add(flow);
    return true;
  });
  return groups.finish();
}

}  // namespace berth::detail
