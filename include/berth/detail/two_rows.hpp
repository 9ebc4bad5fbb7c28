#pragma once
// What becomes of two ordered rows of small items in memory: merged, united, and so on. Without a branch an item, for
// which of two comes first is what nobody can predict; as that leaves each step waiting for the one before, several
// stretches are gone along at once. Where the processor does foresee it, one is gone along with branches
// (foresight.hpp). Where one row is much the longer, what lies between two items of the other is looked for and copied
// whole.
#include <berth/detail/branch_free.hpp>
#include <berth/detail/foresight.hpp>
#include <berth/detail/merge_path.hpp>
#include <berth/detail/merge_sort.hpp>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>

namespace berth::detail {

// As in the standard library an item may occur several times: a union keeps the larger number of times, an intersection
// the smaller, differences what is left of the larger; what is merged is kept all, equal ones of the first row first.
enum class row_operation { merged, united, intersected, subtracted, symmetric };

template <row_operation Op>
inline constexpr bool keeps_only_first = Op != row_operation::intersected;
template <row_operation Op>
inline constexpr bool keeps_only_second =
    Op == row_operation::merged || Op == row_operation::united || Op == row_operation::symmetric;

// The most that so many items of either row may leave.
template <row_operation Op>
constexpr std::size_t most_kept(std::size_t of_first, std::size_t of_second) {
  if constexpr (Op == row_operation::intersected) return of_first < of_second ? of_first : of_second;
  return Op == row_operation::subtracted ? of_first : of_first + of_second;
}

// Rows that are gone along this way, into memory of the same type.
template <class First, class Second>
inline constexpr bool are_plain_rows =
    std::contiguous_iterator<First> && std::contiguous_iterator<Second> &&
    std::is_same_v<std::iter_value_t<First>, std::iter_value_t<Second>> && is_sorted_itself<std::iter_value_t<First>> &&
    std::is_trivially_default_constructible_v<std::iter_value_t<First>>;

// A place in both rows.
template <class T>
struct row_places {
  const T* first;
  const T* second;
};

template <class T>
std::size_t items_between(const T* from, const T* to) {
  return static_cast<std::size_t>(to - from);
}

// The first place from `from` on of which the item does not come before `value`: in steps that grow.
template <class T, class Before>
const T* place_from(const T* from, const T* end, const T& value, Before& before) {
  const std::size_t count = items_between(from, end);
  std::size_t low = 0;
  std::size_t high = 1;
  while (high < count && before(from[high - 1], value)) {
    low = high;
    high *= 2;
  }
  return from + lower_place(from, low, high < count ? high : count, value, before);
}

// So many times longer than the other a row is searched, not gone along.
inline constexpr std::size_t lopsided_rows = 16;

// Stretches that are gone along at once: more need more registers than there are.
inline constexpr std::size_t strands_abreast = 3;
inline constexpr std::size_t longest_stretch = 4096;  // items

// Steps on all strands in turn, until one of them has but a few steps left of which it is sure: steps_of(strand, c), of
// strand c.
template <class Strand, class StepsOf, class Before>
void step_abreast(Strand (&all)[strands_abreast], StepsOf steps_of, Before& before) {
  constexpr std::size_t few_steps = 12;  // not worth another turn
  Strand s0 = all[0], s1 = all[1], s2 = all[2];
  for (;;) {
    std::size_t steps = steps_of(s0, 0);
    if (const std::size_t k = steps_of(s1, 1); k < steps) steps = k;
    if (const std::size_t k = steps_of(s2, 2); k < steps) steps = k;
    if (steps < few_steps) break;
    for (; steps != 0; --steps) {
      s0.step(before);
      s1.step(before);
      s2.step(before);
    }
  }
  all[0] = s0, all[1] = s1, all[2] = s2;
}

// One stretch on its way: what has been gone past of either row has left what it should before `out`.
template <row_operation Op, class T>
struct row_strand {
  row_places<T> at;
  T* out;

  // Both rows go on. Writes at most one item behind what is kept.
  template <class Before>
  [[gnu::always_inline]] void step(Before& before) {
    const T* const a = at.first;
    const T* const b = at.second;
    const std::size_t is_second = as_number(before(*b, *a));
    if constexpr (Op == row_operation::merged) {
      *out++ = chosen(a, b, is_second);
      at = {a + (1 - is_second), b + is_second};
    } else {
      const std::size_t is_first = as_number(before(*a, *b)) & (is_second ^ 1);
      if constexpr (keeps_only_second<Op>)
        *out = chosen(a, b, is_second);
      else
        *out = *a;
      out += kept(is_first, is_second);
      at = {a + (1 - is_second), b + (1 - is_first)};
    }
  }

  // The same by jumping. The empty statements are what the compiler cannot compute instead.
  template <class Before>
  [[gnu::always_inline]] void jump(Before& before) {
    if (before(*at.second, *at.first)) {
      if constexpr (keeps_only_second<Op>) *out++ = *at.second;
      ++at.second;
      asm volatile("");
    } else if (Op == row_operation::merged || before(*at.first, *at.second)) {
      if constexpr (keeps_only_first<Op>) *out++ = *at.first;
      ++at.first;
      asm volatile("");
    } else {
      if constexpr (kept(0, 0) != 0) *out++ = *at.first;
      ++at.first;
      ++at.second;
      asm volatile("");
    }
  }

  void pass_first(const T* to) {
    if constexpr (keeps_only_first<Op>) out = copied(at.first, to);
    at.first = to;
  }
  void pass_second(const T* to) {
    if constexpr (keeps_only_second<Op>) out = copied(at.second, to);
    at.second = to;
  }

 private:
  // *b or *a, by arithmetic: nothing that the compiler might jump for.
  [[gnu::always_inline]] static const T& chosen(const T* a, const T* b, std::size_t is_second) {
    const auto from = reinterpret_cast<std::uintptr_t>(a);
    const auto to = reinterpret_cast<std::uintptr_t>(b);
    return *reinterpret_cast<const T*>(from + ((to - from) & (0 - std::uintptr_t{is_second})));
  }
  static constexpr std::size_t kept(std::size_t is_first, std::size_t is_second) {
    if constexpr (Op == row_operation::united) return 1;
    if constexpr (Op == row_operation::subtracted) return is_first;
    const std::size_t differ = is_first | is_second;
    return Op == row_operation::symmetric ? differ : differ ^ 1;
  }
  T* copied(const T* from, const T* to) {
    const auto count = static_cast<std::size_t>(to - from);
    copy_row(from, count, out);
    return out + count;
  }
};

// Goes along two rows to their ends. Where they are not in order, what it leaves is no longer for that.
template <row_operation Op, class T, class Before>
class row_combiner {
  using places = row_places<T>;
  using strand = row_strand<Op, T>;
  static constexpr std::size_t strands = strands_abreast;

 public:
  // So many items may be written behind what is kept.
  static constexpr std::size_t spare = Op == row_operation::merged ? 0 : strands;

  row_combiner(places end, Before& before, foresight* shared = nullptr) : end_(end), before_(before), shared_(shared) {}

  // What is kept of all from `begin` on to `out`. Returns its end.
  T* combine(places begin, T* out) {
    strand one{begin, out};
    std::size_t all = left(begin, end_);
    way_choice way(all < worth_choosing ? nullptr : shared_);
    while (all >= many) {
      if (is_lopsided(one.at, end_)) {
        hop(one, end_);
        way.pass();
        all = left(one.at, end_);
        continue;
      }
      if (way.jumps())
        jump_along(one, way.stretch());
      else
        go_abreast(one);
      const std::size_t rest = left(one.at, end_);
      way.note(all - rest);
      all = rest;
    }
    go_to(one, end_);
    return one.out;
  }

 private:
  static constexpr std::size_t worth_choosing = 8192;
  static constexpr std::size_t many = 96;  // items for which it is worth while to go along several stretches

  static std::size_t left(const places& at, const places& end) {
    return items_between(at.first, end.first) + items_between(at.second, end.second);
  }
  // Steps that neither row can end in.
  static std::size_t sure_steps(const places& at, const places& end) {
    const std::size_t a = items_between(at.first, end.first);
    const std::size_t b = items_between(at.second, end.second);
    return a < b ? a : b;
  }
  static bool is_lopsided(const places& at, const places& end) {
    return sure_steps(at, end) < left(at, end) / (lopsided_rows + 1);
  }

  // Past all of the longer row that comes before the next item of the other, and one step.
  void hop(strand& s, const places& end) {
    const std::size_t a = items_between(s.at.first, end.first);
    const std::size_t b = items_between(s.at.second, end.second);
    if (b != 0 && a > b) s.pass_first(place_from(s.at.first, end.first, *s.at.second, before_));
    if (a != 0 && b > a) s.pass_second(place_from(s.at.second, end.second, *s.at.first, before_));
    if (sure_steps(s.at, end) != 0)
      s.step(before_);
    else
      pass_rest(s, end);
  }
  void pass_rest(strand& s, const places& end) {
    s.pass_first(end.first);
    s.pass_second(end.second);
  }
  void jump_along(strand& s, std::size_t most) {
    strand here = s;
    for (std::size_t k = within(sure_steps(s.at, end_), most); k != 0; --k) here.jump(before_);
    s = here;
  }
  void go_to(strand& s, const places& end) {
    while (const std::size_t steps = sure_steps(s.at, end)) {
      if (is_lopsided(s.at, end))
        hop(s, end);
      else
        for (std::size_t k = 0; k != steps; ++k) s.step(before_);
    }
    pass_rest(s, end);
  }

  // Where the stretch behind so many items may begin: equal items lie on one side of it.
  places cut(const places& from, std::size_t taken) {
    const std::size_t a = within(items_between(from.first, end_.first), taken);
    const std::size_t b = within(items_between(from.second, end_.second), taken);
    std::size_t i = merge_path(from.first, a, from.second, b, taken, before_);
    std::size_t j = taken - i;
    if constexpr (Op != row_operation::merged) {
      const bool is_first = j == b || (i != a && !before_(from.second[j], from.first[i]));
      const T& next = is_first ? from.first[i] : from.second[j];
      while (i != 0 && !before_(from.first[i - 1], next)) --i;
      while (j != 0 && !before_(from.second[j - 1], next)) --j;
    }
    return {from.first + i, from.second + j};
  }
  static std::size_t within(std::size_t count, std::size_t most) { return count < most ? count : most; }
  static places behind(const places& from, const places& to) {
    return {to.first < from.first ? from.first : to.first, to.second < from.second ? from.second : to.second};
  }

  // Goes along several neighbouring stretches at once, and on behind them as far as the last one came.
  void go_abreast(strand& one) {
    const std::size_t all = left(one.at, end_);
    const std::size_t length = within(all / strands, longest_stretch);
    strand s[strands]{one};
    T* room[strands]{one.out};
    places ends[strands];
    for (std::size_t c = 1; c != strands; ++c) {
      ends[c - 1] = s[c].at = behind(s[c - 1].at, cut(one.at, c * length));
      const places& before = s[c - 1].at;
      room[c] = s[c].out =
          s[c - 1].out + (spare != 0 ? 1 : 0) +
          most_kept<Op>(items_between(before.first, s[c].at.first), items_between(before.second, s[c].at.second));
    }
    ends[strands - 1] = end_;
    if (left(one.at, s[strands - 1].at) == 0) {  // all equal
      for (std::size_t k = within(sure_steps(one.at, end_), longest_stretch); k != 0; --k) one.step(before_);
      return;
    }
    step_abreast(s, [&ends](const strand& x, std::size_t c) { return sure_steps(x.at, ends[c]); }, before_);
    for (std::size_t c = 0; c + 1 != strands; ++c) go_to(s[c], ends[c]);
    T* out = s[0].out;
    for (std::size_t c = 1; c != strands; ++c) {
      const std::size_t count = items_between(room[c], s[c].out);
      if (out != room[c]) __builtin_memmove(static_cast<void*>(out), room[c], count * sizeof(T));
      out += count;
    }
    one = {s[strands - 1].at, out};
  }

  places end_;
  Before before_;
  foresight* shared_;
};

// Whether each of an ordered row is in another, as often at least: item for item, each takes one of the other's away.
template <class T, class Before>
class row_inclusion {
  struct strand {
    const T* of = nullptr;
    const T* wanted = nullptr;
    std::size_t missing = 0;

    template <class Before_>
    [[gnu::always_inline]] void step(Before_& before) {
      missing |= as_number(before(*wanted, *of));
      wanted += as_number(before(*of, *wanted)) ^ 1;
      ++of;
    }
  };

 public:
  static constexpr std::size_t many = 64;  // wanted items for which it is worth while to go along several stretches

  // `first` .. `end`: the row that is to hold them.
  row_inclusion(const T* first, const T* end, Before& before) : first_(first), end_(end), before_(before) {}

  // Items [begin, to) of a row.
  bool holds(const T* row, std::size_t begin, std::size_t to) {
    while (to - begin >= many && !is_lopsided(row, begin, to)) {
      const std::size_t third = (to - begin) / strands_abreast;
      const std::size_t length = third < longest_stretch ? third : longest_stretch;
      strand s[strands_abreast];
      const T* ends[strands_abreast];
      for (std::size_t c = 0; c != strands_abreast; ++c) {
        s[c] = strand_at(row, begin + c * length);
        ends[c] = row + begin + (c + 1) * length;
      }
      step_abreast(s, [this, &ends](const strand& x, std::size_t c) { return sure_steps(x, ends[c]); }, before_);
      for (std::size_t c = 0; c != strands_abreast; ++c)
        if (s[c].missing != 0 || !goes_to(s[c], ends[c])) return false;
      begin += strands_abreast * length;
    }
    if (begin == to) return true;
    strand rest = strand_at(row, begin);
    return goes_to(rest, row + to);
  }

 private:
  // How far apart the wanted items are in the other row.
  bool is_lopsided(const T* row, std::size_t begin, std::size_t to) {
    return (to - begin) * lopsided_rows < items_between(strand_at(row, begin).of, strand_at(row, to - 1).of);
  }
  [[nodiscard]] std::size_t sure_steps(const strand& s, const T* to) const {
    const std::size_t of = items_between(s.of, end_);
    const std::size_t wanted = items_between(s.wanted, to);
    return of < wanted ? of : wanted;
  }
  // Of those equal to the first wanted, as many belong to what is wanted before it.
  strand strand_at(const T* row, std::size_t j) {
    if (j == 0) return {first_, row};
    const std::size_t count = items_between(first_, end_);
    std::size_t earlier = 0;
    if (!before_(row[j - 1], row[j])) earlier = j - lower_place(row, 0, j, row[j], before_);
    const std::size_t i = lower_place(first_, 0, count, row[j], before_) + earlier;
    return {first_ + (i < count ? i : count), row + j};
  }
  bool goes_to(strand& s, const T* to) {
    for (std::size_t most = 8; s.wanted != to; most = most < 64 ? 2 * most : most) {
      const std::size_t of = items_between(s.of, end_);
      const std::size_t wanted = items_between(s.wanted, to);
      if (of < wanted) return false;
      const bool far_apart = wanted < of / lopsided_rows;
      if (far_apart) s.of = place_from(s.of, end_, *s.wanted, before_);
      std::size_t steps = sure_steps(s, to);
      const std::size_t few = far_apart ? 4 : most;
      for (steps = steps < few ? steps : few; steps != 0; --steps) s.step(before_);
      if (s.missing != 0) return false;
    }
    return true;
  }
  const T* first_;
  const T* end_;
  Before before_;
};

}  // namespace berth::detail
