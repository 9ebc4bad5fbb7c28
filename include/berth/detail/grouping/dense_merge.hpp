#pragma once
// Dense tables into all groups, in order of first items, as they are: a group's place in any table is known from its
// key, and every table has its groups in order already. Nothing is hashed but keys that lie outside a window.
#include <berth/detail/grouping/dense.hpp>
#include <berth/detail/grouping/merge.hpp>
#include <berth/detail/raw_array.hpp>
#include <cstddef>
#include <utility>
#include <vector>

namespace berth::detail {

// Stands in where there are no dense tables.
struct no_dense_merger {
  template <class Fold>
  explicit no_dense_merger(Fold&) {}
  [[nodiscard]] static constexpr bool empty() { return true; }
  [[nodiscard]] static constexpr std::size_t size() { return 0; }
};

template <class Layout, class Fold>
class dense_merger {
 public:
  using key_type = typename Layout::key;
  using value = typename Layout::value;
  using table = dense_table<key_type, value, Fold>;

  explicit dense_merger(Fold& fold) : fold_(fold) {}

  void add(table&& groups) { tables_.push_back(std::move(groups)); }
  [[nodiscard]] bool empty() const { return tables_.empty(); }

  // Whether merge() will do. A group is asked for in every table, and where it begins in each is not known.
  [[nodiscard]] bool can_merge() const {
    constexpr std::size_t most = 8;
    return tables_.size() == 1 || (Fold::any_order && !requires { Fold::asks_for_firsts; } && tables_.size() <= most);
  }

  // The groups go to a flat table each, by `use`.
  template <class Use>
  void give_up(const Layout& layout, Use use) {
    for (table& t : tables_) {
      auto flat = layout.new_table();
      t.move_to(flat);
      use(std::move(flat));
    }
    tables_.clear();
  }

  // `others`, in their order: groups with keys outside the window of a table, in one table.
  template <class Others>
  void merge(Others& others, const std::vector<group_place>& in_order) {
    if (tables_.size() == 1 && in_order.empty()) {
      size_ = tables_.front().size();
      return;
    }
    std::size_t most = in_order.size();
    for (const table& t : tables_) most += t.size();
    order_ = raw_array<group_place>(most);
    std::vector<std::size_t> next(tables_.size());
    std::vector<bool> gone(any_in_a_window(others) ? others.size() : 0);
    for (const group_place o : in_order) {
      take_before(others.first(o), next, others, gone);
      if (!gone.empty() && gone[o]) continue;
      fetch(others.key(o), others.value_of(o), others.first(o), tables_.size());
      order_[size_++] = o;
    }
    take_before(~std::size_t{0}, next, others, gone);
  }

  // --- after merge

  [[nodiscard]] std::size_t size() const { return size_; }

  // use(key&&, value&&, first item) for group g, once.
  template <class Others, class Use>
  void hand_out(Others& others, std::size_t g, Use use) {
    const group_place place = order_.data() ? order_[g] : in_table | g;
    if ((place & in_table) == 0) return others.hand_out(place, use);
    table& t = tables_[(place & ~in_table) >> index_bits];
    const std::size_t at = place & ((group_place{1} << index_bits) - 1);
    use(t.key(at), std::move(t.value(at)), t.first(at));
  }

 private:
  // A place: of the others; or, with this bit, of table t, in the upper bits, group g.
  static constexpr group_place in_table = group_place{1} << 63;
  static constexpr unsigned index_bits = 48;

  // Whether any of the others may have to do with the tables' groups.
  template <class Others>
  [[nodiscard]] bool any_in_a_window(const Others& others) {
    for (std::size_t o = 0; o != others.size(); ++o)
      for (table& t : tables_)
        if (t.find(others.key(o))) return true;
    return false;
  }

  // Groups whose first item is before `limit`. `gone`: of the others those that have been met, empty where none can be.
  template <class Others>
  void take_before(std::size_t limit, std::vector<std::size_t>& next, Others& others, std::vector<bool>& gone) {
    for (;;) {
      std::size_t of = tables_.size();
      std::size_t least = limit;
      for (std::size_t t = 0; t != tables_.size(); ++t) {
        if (next[t] == tables_[t].size() || tables_[t].first(next[t]) >= least) continue;
        least = tables_[t].first(next[t]);
        of = t;
      }
      if (of == tables_.size()) return;
      bring_soon(of, next[of]);
      take(of, next[of]++, others, gone);
    }
  }

  // Slots are all over the tables: those that will be asked for are on their way while others are. (A call of a
  // function that does nothing but this is one that a compiler leaves out.)
  [[gnu::always_inline]] void bring_soon(std::size_t t, std::size_t g) {
    constexpr std::size_t ahead = 24;
    if (tables_[t].size() - g <= ahead) return;
    const key_type key = tables_[t].key(g + ahead);
    for (table& each : tables_) __builtin_prefetch(each.find(key));
  }

  // A slot that is not taken any more has been met where the group began.
  template <class Others>
  void take(std::size_t t, std::size_t g, Others& others, std::vector<bool>& gone) {
    auto& here = tables_[t].slot_of(g);
    if (!here.is_taken()) return;
    const key_type key = tables_[t].key(g);
    const std::size_t first = tables_[t].first(g);
    fetch(key, here.value, first, t);
    if (!gone.empty()) {
      const std::size_t o = others.number_of(key);
      if (o != Others::none) {
        fold_.meet(here.value, first, std::move(others.value_of(o)), others.first(o));
        gone[o] = true;
      }
    }
    order_[size_++] = in_table | (group_place{t} << index_bits) | g;
  }

  // What all tables but one have of a group that begins elsewhere.
  void fetch(const key_type& key, value& into, std::size_t first, std::size_t but) {
    for (std::size_t t = 0; t != tables_.size(); ++t) {
      if (t == but) continue;
      auto* const there = tables_[t].find(key);
      if (!there || !there->is_taken()) continue;
      fold_.meet(into, first, std::move(there->value), first);
      there->vacate();
    }
  }

  Fold& fold_;
  std::vector<table> tables_;
  raw_array<group_place> order_;
  std::size_t size_ = 0;
};

}  // namespace berth::detail
