#pragma once
// Merged groups in the order of their first items.
#include <berth/detail/block_hints.hpp>
#include <berth/detail/call.hpp>
#include <berth/detail/first_occurrence.hpp>
#include <berth/detail/grouping/merge.hpp>
#include <cstddef>
#include <cstdint>
#include <source_location>
#include <vector>

namespace berth::detail {

template <class Merger>
std::vector<group_place> order_of_few(const Merger& groups, std::size_t items) {
  const std::size_t count = groups.size();
  std::vector<occurrence> all;
  all.reserve(count);
  for (std::size_t p = 0; p != groups.partitions(); ++p)
    groups.for_each_first(p, [&all](std::size_t first, group_place place) { all.push_back({first, place}); });
  std::vector<occurrence> spare(count);
  sort_by_first(all.data(), spare.data(), count, items);
  std::vector<group_place> order;
  order.reserve(count);
  for (const occurrence& o : all) order.push_back(o.group);
  return order;
}

// A row with a place for every item, of which those that are the first of a group are filled in.
class first_items {
 public:
  first_items(std::size_t items, const hints& with, const std::source_location& where)
      : of_item_(items, nobody), with_(with), where_(where) {}

  template <class Merger>
  void enter(const Merger& groups) {
    auto leaf = [&groups, to = of_item_.data()](std::size_t begin, std::size_t end) {
      for (std::size_t p = begin; p != end; ++p)
        groups.for_each_first(p, [to](std::size_t first, group_place place) { to[first] = place; });
    };
    run<false>(groups.partitions(), leaf, block_hints(with_, groups.size() / groups.partitions() + 1, 2'000), where_);
  }

  // Those that are filled in, as a row without gaps.
  [[nodiscard]] std::vector<group_place> closed_up() const {
    const std::size_t blocks = (of_item_.size() + block - 1) / block;
    std::vector<std::size_t> before(blocks + 1);
    auto tally = [this, &before](std::size_t begin, std::size_t end) {
      for (std::size_t b = begin; b != end; ++b) {
        std::size_t filled = 0;
        for (std::size_t i = b * block; i != end_of(b); ++i) filled += of_item_[i] != nobody;
        before[b + 1] = filled;
      }
    };
    run<false>(blocks, tally, block_hints(with_, block, 500), where_);
    for (std::size_t b = 0; b != blocks; ++b) before[b + 1] += before[b];
    std::vector<group_place> order(before[blocks]);
    auto close_ranks = [this, &before, &order](std::size_t begin, std::size_t end) {
      for (std::size_t b = begin; b != end; ++b) {
        std::size_t to = before[b];
        for (std::size_t i = b * block; i != end_of(b); ++i)
          if (of_item_[i] != nobody) order[to++] = of_item_[i];
      }
    };
    run<false>(blocks, close_ranks, block_hints(with_, block, 1'000), where_);
    return order;
  }

 private:
  static constexpr group_place nobody = ~group_place{0};
  static constexpr std::size_t block = 32768;
  [[nodiscard]] std::size_t end_of(std::size_t b) const {
    return of_item_.size() - b * block > block ? (b + 1) * block : of_item_.size();
  }

  std::vector<group_place> of_item_;
  const hints& with_;
  const std::source_location& where_;
};

template <class Merger>
std::vector<group_place> order_of(const Merger& groups, std::size_t items, const hints& with,
                                  const std::source_location& where) {
  if (groups.size() <= items / 16) return order_of_few(groups, items);
  first_items firsts(items, with, where);
  firsts.enter(groups);
  return firsts.closed_up();
}

}  // namespace berth::detail
