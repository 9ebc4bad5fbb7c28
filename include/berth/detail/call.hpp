#pragma once
// The seam between the typed verbs and the runtime: a verb makes a leaf, a function over [begin, end) of its items, and
// hands it to run(). Everything that is a decision lives behind run_call() in the library.
#include <berth/detail/export.hpp>
#include <berth/detail/site.hpp>
#include <berth/hints.hpp>
#include <cstddef>
#include <cstdint>
#include <source_location>
#include <type_traits>
#include <utility>

namespace berth::detail {

// A call as the runtime sees it. `leaf(body, b, e)` runs items b..e-1 in order; pieces are disjoint, cover 0..items-1
// unless one throws or the call is stopped, and may run on any thread, several at once.
struct call {
  using leaf_function = void(void* body, std::size_t begin, std::size_t end);
  std::size_t items;
  leaf_function* leaf;
  void* body;
  site* at;
  const hints* with;
  std::source_location where;
  bool erased;  // the callable's type says nothing about its cost (a function pointer, std::function): always measured
  // For a call that may end early (a search). Null, or where the leaf says, by lowering it, from which item on nothing
  // matters any more; it begins as `items`. What lies behind it may be left out, everything before it is run.
  std::size_t* bound = nullptr;
  std::size_t done = 0;  // of such a call: so many items, from the front, have been run already and changed nothing
};

// Runs every item and returns when all are done. Blocks the thread (a waiting thread runs pieces of this call and its
// descendants only). Throws what the lowest-numbered failing item threw, `cancelled` or `deadline_exceeded`.
BERTH_API void run_call(const call&);

// Throws `cancelled` or `deadline_exceeded` where the hints say so now: for what a caller does alone, between calls.
BERTH_API void throw_if_stopped(const hints& with, std::size_t items_done, const std::source_location& where);

// std::invalid_argument: "berth::map_into: the output holds 3 elements, the input has 5".
[[noreturn]] BERTH_API void throw_output_too_small(const char* verb, std::size_t needed, std::size_t held);

// std::invalid_argument: "berth::filter_into: the output holds 3 elements, 5 were chosen".
[[noreturn]] BERTH_API void throw_chosen_exceed(const char* verb, std::size_t chosen, std::size_t held);

// Callables whose type does not identify the code behind them.
template <class F>
inline constexpr bool is_erased =
    std::is_pointer_v<std::decay_t<F>> || std::is_member_function_pointer_v<std::decay_t<F>> ||
    requires(const std::remove_cvref_t<F>& f) { f.target_type(); };

inline bool says_nothing(const hints& h) {
  return h.item_cost.picoseconds() == 0 && !h.name && h.grain == 0 && !h.sequential && !h.stop.present() &&
         !h.until.present();
}

// Whether the hints leave a call of so many items on the fast path: nothing to look at between pieces, and no cost of
// which the caller says that it is a microsecond or more in all. What a site has measured counts beside it.
inline bool may_be_plain(const hints& h, std::size_t items) {
  constexpr std::uint64_t microsecond_ps = 1'000'000;
  const std::uint64_t item_ps = h.item_cost.picoseconds();
  return !h.stop.present() && !h.until.present() && (item_ps == 0 || item_ps <= microsecond_ps / items);
}

// Whether a row of fast-path advice is about this call.
inline bool is_of(const site_advice& at, const hints& h, const std::source_location& where) {
  return __atomic_load_n(&at.place, __ATOMIC_RELAXED) == place_of(where) &&
         __atomic_load_n(&at.name, __ATOMIC_RELAXED) == h.name;
}

// The one compiled instance of a leaf, for every path. Not inlined anywhere: a result that depends on instruction
// selection (a contracted floating-point sum) must not depend on the path, and a loop that is compiled where it is
// called has been seen to lose its vectorisation there.
template <class Leaf>
BERTH_ONE_BODY void run_leaf(void* body, std::size_t begin, std::size_t end) {
  (*static_cast<Leaf*>(body))(begin, end);
}

template <class Leaf>
inline void* body_of(Leaf& leaf) {
  return const_cast<void*>(static_cast<const void*>(__builtin_addressof(leaf)));
}

// Runs a call that is known to be small, as one piece. False: it is not, and run_by_runtime is to be called.
//
// These branches are the whole cost of a small call: a relaxed load, two compares and a thread-local count.
template <bool Erased, class Leaf>
inline bool run_if_small(std::size_t items, Leaf& leaf, const hints& with, const std::source_location& where) {
  if (items == 0) return true;
  if (items == 1 && may_be_plain(with, 1)) return run_leaf<Leaf>(body_of(leaf), 0, 1), true;
  if constexpr (!Erased) {
    const site_advice& advice = advice_for(site_of<Leaf>, where);
    if (may_be_plain(with, items) && items <= __atomic_load_n(&advice.plain_items, __ATOMIC_RELAXED) &&
        is_of(advice, with, where) && ++calls_unmeasured % measure_one_in != 0)
      return run_leaf<Leaf>(body_of(leaf), 0, items), true;
  }
  return false;
}

template <bool Erased, class Leaf>
inline void run_by_runtime(std::size_t items, Leaf& leaf, const hints& with, const std::source_location& where) {
  run_call({.items = items,
            .leaf = run_leaf<Leaf>,
            .body = body_of(leaf),
            .at = &site_of<Leaf>,
            .with = &with,
            .where = where,
            .erased = Erased});
}

// The way of every verb into the runtime. `leaf(begin, end)` runs items begin..end-1 in order. In two steps for who
// needs something beside the leaf only where the call may come in pieces.
template <bool Erased, class Leaf>
inline void run(std::size_t items, Leaf& leaf, const hints& with, const std::source_location& where) {
  if (!run_if_small<Erased>(items, leaf, with, where)) run_by_runtime<Erased>(items, leaf, with, where);
}

// Lowers a bound that several threads lower. Relaxed: it carries a number and guards nothing; the call's end orders it
// before what its caller reads.
inline void lower(std::size_t& bound, std::size_t to) {
  std::size_t now = __atomic_load_n(&bound, __ATOMIC_RELAXED);
  while (to < now && !__atomic_compare_exchange_n(&bound, &now, to, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
}

// As run(), for a call that may end early: `bound`, which begins as `items`, is lowered by the leaf (a relaxed atomic,
// lowered only). The first `done` items have been run already. What the leaf threw for an item counts as a bound too:
// the lowest wins. As much of the front as the site knows to be short is run here, before anybody is asked to help.
template <bool Erased, class Leaf>
inline void run_until(std::size_t items, std::size_t done, std::size_t& bound, Leaf& leaf, const hints& with,
                      const std::source_location& where) {
  if (items == done) return;
  void* const body = body_of(leaf);
  if (items - done == 1 && may_be_plain(with, 1)) return run_leaf<Leaf>(body, done, items);
  site& at = site_of<Leaf>;
  if constexpr (!Erased) {
    const site_advice& advice = advice_for(at, where);
    const std::size_t plain = __atomic_load_n(&advice.plain_items, __ATOMIC_RELAXED);
    const std::size_t window = plain < items - done ? plain : items - done;
    if (window != 0 && may_be_plain(with, window) && is_of(advice, with, where) &&
        ++calls_unmeasured % measure_one_in != 0) {
      run_leaf<Leaf>(body, done, done + window);
      done += window;
      if (done == items || bound != items) return;
    }
  }
  run_call({.items = items,
            .leaf = run_leaf<Leaf>,
            .body = body,
            .at = &at,
            .with = &with,
            .where = where,
            .erased = Erased,
            .bound = &bound,
            .done = done});
}

}  // namespace berth::detail
