#pragma once
// Groups by accumulators that may meet their items in any order (counts, sums of integers): a thread goes on with
// whatever table is free, so that there are as many tables as threads at work and not as many as pieces. The groups'
// order is found in the end, from the number of the first item of each.
#include <algorithm>
#include <berth/detail/collectors/nested.hpp>
#include <berth/detail/flat_table.hpp>
#include <berth/detail/pipeline/accumulate.hpp>
#include <memory>
#include <vector>

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

// A group and the number of its first item.
template <class A>
struct placed {
  A value;
  std::size_t first;
};

template <class Flow, class F, class C>
class placed_groups {
  using item = typename Flow::item;
  using collector = group_collector<F, C>;
  using key_type = typename collector::template key_of<item>;
  using acc = accumulator_of<item, C>;
  using table = flat_table<key_type, placed<acc>>;

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
    bool in_order = true;
    tables_.for_each([&](table& part) {
      in_order = all.empty() && in_order_itself(part);
      merge(all, part);
    });
    std::vector<std::size_t> order(all.size());
    for (std::size_t g = 0; g != order.size(); ++g) order[g] = g;
    if (!in_order)
      std::sort(order.begin(), order.end(),
                [&](std::size_t a, std::size_t b) { return all.value(a).first < all.value(b).first; });
    std::vector<std::pair<key_type, std::decay_t<collected<C, item>>>> out;
    out.reserve(order.size());
    for (const std::size_t g : order)
      out.emplace_back(std::move(all.key(g)), c_.down.finish(std::move(all.value(g).value)));
    return out;
  }

 private:
  BERTH_ONE_BODY void add_piece(const Flow& flow, table& groups, std::size_t begin, std::size_t end) const {
    const F& key = c_.key;
    const C& down = c_.down;
    std::size_t number = before_ + begin;
    flow.push(begin, end, [&](auto&& x) {
      placed<acc>& group =
          groups.find_or_make(key(x), 0, [&] { return placed<acc>{make_accumulator<item>(down), number}; });
      if (number < group.first) group.first = number;
      ++number;
      down.add(group.value, static_cast<decltype(x)>(x));
      return true;
    });
  }

  [[nodiscard]] static bool in_order_itself(const table& t) {
    for (std::size_t g = 1; g < t.size(); ++g)
      if (t.value(g).first < t.value(g - 1).first) return false;
    return true;
  }

  void merge(table& all, table& part) const {
    if (all.empty()) {
      all = std::move(part);
      return;
    }
    for (std::size_t g = 0; g != part.size(); ++g) {
      const std::uint64_t hash = all.hash(part.key(g));
      placed<acc>& from = part.value(g);
      if (placed<acc>* const here = all.find(hash, part.key(g))) {
        c_.down.merge(here->value, std::move(from.value));
        if (from.first < here->first) here->first = from.first;
      } else {
        all.find_or_make(hash, std::move(part.key(g)), 0, [&]() -> placed<acc>&& { return std::move(from); });
      }
    }
  }

  const collector& c_;
  const pipeline_call& call_;
  spares<table> tables_;
  std::size_t before_ = 0;
};

template <class Flow, class C>
struct takes_any_order {
  static constexpr bool value = false;
};
template <class Flow, class F, class C>
struct takes_any_order<Flow, group_collector<F, C>> {
  static constexpr bool value = Flow::single && says_commutative<C, typename Flow::item>();
};

// The result of a collector at the end of a pipeline.
template <class Flow, class C>
auto collect_flow(Flow& flow, const C& c, const pipeline_call& call) {
  return c.finish(accumulate(flow, c, call));
}
template <class Flow, class F, class C>
  requires takes_any_order<Flow, group_collector<F, C>>::value
auto collect_flow(Flow& flow, const group_collector<F, C>& c, const pipeline_call& call) {
  placed_groups<Flow, F, C> groups(c, call);
  for_each_batch(flow, [&] {
    groups.add(flow);
    return true;
  });
  return groups.finish();
}

}  // namespace berth::detail
