#pragma once
// Each item's value to its place among those of its group. While groups are made, every item is given the number of its
// group within a block of the items, and every block's share of a group learns how many of the group come before it.
// Then each block knows where its values begin, and goes over its items once more, in order.
#include <berth/detail/block_grid.hpp>
#include <berth/detail/block_hints.hpp>
#include <berth/detail/call.hpp>
#include <berth/detail/in_loop.hpp>
#include <berth/detail/leased.hpp>
#include <berth/detail/range.hpp>
#include <berth/detail/raw_array.hpp>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <new>
#include <source_location>
#include <type_traits>
#include <vector>

namespace berth::detail {

// What a block has of a group. Share g of a block is numbered begin of the block + g, so that any number of blocks can
// number theirs at once.
struct group_share {
  std::size_t number;
  std::size_t length;
};

class item_numbers {
 public:
  explicit item_numbers(std::size_t items) : grid_(blocks_of(items)), of_items_(items <= few ? 0 : items) {
    if (grid_.blocks() != 1) shares_ = std::make_unique<counter[]>(grid_.blocks());
    // Of memory that is not there until it is written: a block of few groups writes to the front of its part only.
    if (grid_.blocks() != 1) placed_.reset(new placement[items]);
  }
  // Few blocks: every one has its share of every group.
  static constexpr block_grid blocks_of(std::size_t items) { return {items, 1024, 131072, 24}; }
  [[nodiscard]] const block_grid& grid() const { return grid_; }
  [[nodiscard]] bool one_block() const { return grid_.blocks() == 1; }

  // --- by the thread that has the item's block

  [[nodiscard]] group_share start(std::size_t i) {
    const std::size_t block = i / grid_.size();
    const std::size_t number = grid_.begin(block) + share_of(block).count++;
    of_items()[i] = static_cast<std::uint32_t>(number);
    return {number, 1};
  }
  static void add(std::uint32_t* of_items, group_share& to, std::size_t i) {
    of_items[i] = static_cast<std::uint32_t>(to.number);
    ++to.length;
  }
  [[nodiscard]] std::uint32_t* of_items() { return few_of_items_or(of_items_.data()); }

  // --- by whoever merges a group: `right` comes behind what `left` is the beginning of

  void meet(group_share& left, const group_share& right) {
    placed_[right.number] = {left.number, left.length};
    left.length += right.length;
  }

  // --- in the end

  // The group that begins with this share has its values from here on. Of all groups, before places_in.
  void place(const group_share& whole, std::size_t begin) { placed_[whole.number] = {whole.number, begin}; }

  // Where the values of the block's shares begin.
  void places_in(std::size_t block, std::vector<std::size_t>& places) const {
    const std::size_t begin = grid_.begin(block);
    places.resize(shares_[block].count);
    for (std::size_t g = 0; g != places.size(); ++g) {
      const placement& here = placed_[begin + g];
      places[g] = here.whole == begin + g ? here.before : placed_[here.whole].before + here.before;
    }
  }
  // The share of an item of the block that begins there.
  [[nodiscard]] std::size_t share(std::size_t i, std::size_t begin) const {
    return of_items_[i] - static_cast<std::uint32_t>(begin);
  }

 private:
  struct placement {
    std::size_t whole;   // the group's first share
    std::size_t before;  // so many of the group's values; of the first share, of all values
  };
  struct alignas(64) counter {
    std::size_t count = 0;
  };
  static constexpr std::size_t few = 16;

  counter& share_of(std::size_t block) { return shares_ ? shares_[block] : only_share_; }
  std::uint32_t* few_of_items_or(std::uint32_t* many) { return many ? many : &few_of_items_[0]; }

  block_grid grid_;
  raw_array<std::uint32_t> of_items_;  // of more than few
  std::uint32_t few_of_items_[few];
  std::unique_ptr<counter[]> shares_;  // of more blocks than one
  counter only_share_;
  std::unique_ptr<placement[]> placed_;
};

// As grouping.hpp wants it.
struct numbering_fold {
  using value = group_share;
  using item = std::size_t;
  static constexpr bool any_order = false;
  static constexpr bool erased = false;
  static constexpr block_grid grid(std::size_t items) { return item_numbers::blocks_of(items); }
  static item make(std::size_t i) { return i; }
  value start(item i) const { return numbers->start(i); }
  void add(value& to, item i) const { item_numbers::add(of_items, to, i); }
  void meet(value& into, std::size_t, value from, std::size_t) const { numbers->meet(into, from); }
  item_numbers* numbers;
  std::uint32_t* of_items;
};

// Values f(item) at their places in `room`. Where one fails, all that were made are destroyed.
template <class Value, class Iterator, class F>
class scattering {
 public:
  scattering(item_numbers& numbers, const Iterator& first, F& f, Value* room, const hints& with,
             const std::source_location& where)
      : numbers_(numbers), first_(first), f_(f), room_(room), with_(with), where_(where) {}

  // Of one block, whose groups are its shares: next[g] is where group g's values begin, and in the end where they end.
  void few(std::size_t* next) {
    std::uint32_t* const places = numbers_.of_items();
    const std::size_t count = numbers_.grid().items();
    for (std::size_t i = 0; i != count; ++i) places[i] = static_cast<std::uint32_t>(next[places[i]]++);
    auto leaf = [this, places](std::size_t begin, std::size_t end) {
      in_loop<F, std::iter_reference_t<Iterator>> call = f_;
      for (; begin != end; ++begin) make(places[begin], begin, begin, call);
    };
    made_.resize(keeps_count ? count : 0);
    run_or_destroy(count, leaf, with_, [places](std::size_t i, std::size_t, auto use) { use(places[i]); });
  }

  void blocks() {
    const block_grid& grid = numbers_.grid();
    auto leaf = [this, &grid](std::size_t begin, std::size_t end) {
      auto& mine = places_.take(0, [] { return std::vector<std::size_t>(); });
      for (std::size_t b = begin; b != end; ++b) fill_block(b, mine.held, grid.begin(b), grid.end(b));
      leases<std::vector<std::size_t>>::give_back(mine, 0);
    };
    made_.resize(keeps_count ? grid.blocks() : 0);
    run_or_destroy(grid.blocks(), leaf, block_hints(with_, grid.size(), 2'000),
                   [this, &grid](std::size_t b, std::size_t made, auto use) {
                     std::vector<std::size_t> places;
                     numbers_.places_in(b, places);
                     const std::size_t from = grid.begin(b);
                     for (std::size_t i = from; i != from + made; ++i) use(places[numbers_.share(i, from)]++);
                   });
  }

 private:
  static constexpr bool keeps_count = !std::is_trivially_destructible_v<Value>;

  template <class Call>
  [[gnu::always_inline]] void make(std::size_t place, std::size_t i, std::size_t unit, Call& call) {
    ::new (static_cast<void*>(room_ + place)) Value(call(at(first_, i)));
    if constexpr (keeps_count) ++made_[unit];
  }

  void fill_block(std::size_t b, std::vector<std::size_t>& places, std::size_t begin, std::size_t end) {
    in_loop<F, std::iter_reference_t<Iterator>> call = f_;
    numbers_.places_in(b, places);
    std::size_t* const next = places.data();
    const std::size_t from = begin;
    for (; begin != end; ++begin) make(next[numbers_.share(begin, from)]++, begin, b, call);
  }

  // places_of(unit, made, use) goes over the places at which a unit of the call has made so many values.
  template <class Leaf, class PlacesOf>
  void run_or_destroy(std::size_t units, Leaf& leaf, const hints& with, PlacesOf places_of) {
    if constexpr (!keeps_count) {
      run<is_erased<F>>(units, leaf, with, where_);
    } else {
      try {
        run<is_erased<F>>(units, leaf, with, where_);
      } catch (...) {
        for (std::size_t u = 0; u != units; ++u)
          if (made_[u] != 0) places_of(u, made_[u], [this](std::size_t place) { room_[place].~Value(); });
        throw;
      }
    }
  }

  item_numbers& numbers_;
  const Iterator& first_;
  F& f_;
  Value* room_;
  const hints& with_;
  const std::source_location& where_;
  std::vector<std::uint32_t> made_;  // values, by unit of the call
  leases<std::vector<std::size_t>> places_;
};

}  // namespace berth::detail
