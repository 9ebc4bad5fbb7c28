#pragma once
// Groups by accumulators that may meet their items in any order (counts, sums of integers): a thread goes on with
// whatever table is free, so that there are as many tables as threads at work and not as many as pieces. The groups'
// order is found in the end, from the number of the first item of each.
#include <berth/detail/collectors/nested.hpp>
#include <berth/detail/pipeline/accumulate.hpp>
#include <memory>

namespace berth::detail {

// Objects that pieces use one after the other. Whoever takes one has it for itself; several threads take and give.
template <class T>
class spares {
 public:
  spares() = default;
  spares(const spares&) = delete;
  spares& operator=(const spares&) = delete;
  ~spares() {
    for (T*& place : places_) delete place;
    while (link* l = more_) {
      more_ = l->next;
      delete l;
    }
  }

  // Acquire and release: who takes one sees what its last user has done.
  [[nodiscard]] std::unique_ptr<T> take() {
    for (T*& place : places_)
      if (__atomic_load_n(&place, __ATOMIC_RELAXED))
        if (T* const there = __atomic_exchange_n(&place, nullptr, __ATOMIC_ACQUIRE)) return std::unique_ptr<T>(there);
    return std::make_unique<T>();
  }
  void give(std::unique_ptr<T> used) {
    for (T*& place : places_) {
      T* none = nullptr;
      if (__atomic_compare_exchange_n(&place, &none, used.get(), false, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {
        used.release();
        return;
      }
    }
    auto* const l = new link{std::move(used), __atomic_load_n(&more_, __ATOMIC_RELAXED)};
    while (!__atomic_compare_exchange_n(&more_, &l->next, l, true, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {
    }
  }

  // After the call.
  template <class Each>
  void for_each(Each each) {
    for (T* place : places_)
      if (place) each(*place);
    for (link* l = more_; l; l = l->next) each(*l->used);
  }

 private:
  struct link {
    std::unique_ptr<T> used;
    link* next;
  };
  T* places_[64]{};
  link* more_ = nullptr;
};

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
      auto groups = tables_.take();
      add_piece(flow, *groups, begin, end);
      tables_.give(std::move(groups));
    };
    run<Flow::erased>(flow.size(), leaf, call_.with, call_.where);
    before_ += flow.size();
  }

  [[nodiscard]] auto finish() {
    table all;
    tables_.for_each([&](table& part) {
      all.merge(std::move(part), 0, [&](acc& here, acc&& there) { c_.down.merge(here, std::move(there)); });
    });
    return c_.template finished<item>(all);
  }

 private:
  BERTH_ONE_BODY void add_piece(const Flow& flow, table& groups, std::size_t begin, std::size_t end) const {
    const F& key = c_.key;
    const C& down = c_.down;
    std::size_t number = before_ + begin;
    flow.push(begin, end, [&](auto&& x) {
      acc& group = groups.at(key(x), number, [&down] { return make_accumulator<item>(down); });
      ++number;
      down.add(group, static_cast<decltype(x)>(x));
      return true;
    });
  }

  const collector& c_;
  const pipeline_call& call_;
  spares<table> tables_;
  std::size_t before_ = 0;
};

// The result of a collector at the end of a pipeline.
template <class Flow, class C>
auto collect_flow(Flow& flow, const C& c, const pipeline_call& call) {
  return c.finish(accumulate(flow, c, call));
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
