#pragma once
#include <berth/detail/prefetch.hpp>
#include <berth/partial_sort.hpp>
#include <bit>
#include <iterator>
#include <memory>
#include <type_traits>
#include <vector>

namespace berth::detail {

// Whether item i is to be given before item j: the greater first, of equal ones the earlier. No two rank alike, so that
// what is chosen depends on the items alone.
template <class Iterator, class Before>
struct ranks_before {
  Iterator first;
  Before falls;  // falls(a, b): b is less than a
  bool operator()(std::size_t i, std::size_t j) {
    if (falls(at(first, i), at(first, j))) return true;
    return i < j && !falls(at(first, j), at(first, i));
  }
};

// Up to so many that are to be kept are kept in order, by insertion.
inline constexpr std::size_t few_of_the_best = 16;

// The first item of [i, end) that comes before the one at `bar`, which lies in front of them all; or end.
template <class Ranks>
std::size_t next_above(Ranks ranks, std::size_t bar, std::size_t i, std::size_t end) {
  const auto first = ranks.first;
  const auto above = [&](std::size_t k) { return static_cast<bool>(ranks.falls(at(first, k), at(first, bar))); };
  if constexpr (std::is_arithmetic_v<std::iter_value_t<decltype(ranks.first)>>) {
    constexpr std::size_t lanes = 16;
    while (end - i >= lanes) {
      bool any = false;
      if constexpr (std::contiguous_iterator<decltype(ranks.first)>)
        prefetch_behind(std::to_address(first) + i, prefetch_bytes);
#pragma GCC unroll 16
      for (std::size_t k = 0; k != lanes; ++k) any |= above(i + k);
      if (any) {
        unsigned which = 0;
        for (std::size_t k = 0; k != lanes; ++k) which |= unsigned{above(i + k)} << k;
        return which != 0 ? i + static_cast<std::size_t>(std::countr_zero(which)) : i;
      }
      i += lanes;
    }
  }
  while (i != end && !above(i)) ++i;
  return i;
}

// The k items that rank first among those that were offered.
template <class Ranks>
class best {
 public:
  best(std::size_t k, const Ranks& ranks) : k_(k), ranks_(ranks) {
    if (!are_few()) kept_.reserve(k < 512 ? 2 * k : k);
  }

  // Items in ascending order, all behind those that were offered before.
  void offer_all(std::size_t begin, std::size_t end) {
    for (; begin != end && !full_; ++begin) offer(begin);
    while ((begin = next_above(ranks_, worst_, begin, end)) != end) offer(begin++);
  }
  void offer(std::size_t i) {
    if (full_ && !ranks_(i, worst_)) return;
    if (are_few()) return insert(i);
    kept_.push_back(i);
    if (kept_.size() == 2 * k_) cut();
  }

  // In order, from here on.
  void finish() {
    if (are_few()) return;
    if (kept_.size() > k_) cut();
    sort_alone(kept_.data(), kept_.size(), ranks_);
  }
  [[nodiscard]] const std::size_t* begin() const { return are_few() ? &few_[0] : kept_.data(); }
  [[nodiscard]] const std::size_t* end() const { return begin() + (are_few() ? size_ : kept_.size()); }

 private:
  [[nodiscard]] bool are_few() const { return k_ <= few_of_the_best; }
  void insert(std::size_t i) {
    std::size_t place = full_ ? k_ - 1 : size_++;
    for (; place != 0 && ranks_(i, few_[place - 1]); --place) few_[place] = few_[place - 1];
    few_[place] = i;
    full_ = size_ == k_;
    worst_ = few_[size_ - 1];
  }
  void cut() {
    selection<std::size_t*, Ranks>(kept_.data(), kept_.size(), ranks_).alone(k_ - 1);
    kept_.resize(k_);
    worst_ = kept_[k_ - 1];
    full_ = true;
  }

  std::size_t k_;
  Ranks ranks_;
  std::size_t few_[few_of_the_best];
  std::size_t size_ = 0;
  std::vector<std::size_t> kept_;
  std::size_t worst_ = 0;
  bool full_ = false;
};

inline constexpr std::size_t shared_top_from = 32768;

// Up to so many of the best as values: for numbers of which equal ones cannot be told apart.
template <class T, class Falls>
class best_values {
 public:
  best_values(std::size_t k, const Falls& falls) : k_(k), falls_(falls) {}
  void offer_all(const T* items, std::size_t count) {
    std::size_t i = 0;
    for (; i != count && size_ != k_; ++i) sink(items[i], size_++);
    for (T bar = i != count ? few_[k_ - 1] : T{}; i != count; ++i) {
      T item = items[i];
      if (!static_cast<bool>(falls_(item, bar))) continue;
      sink(item, k_ - 1);
      bar = few_[k_ - 1];
    }
  }
  [[nodiscard]] const T* begin() const { return &few_[0]; }
  [[nodiscard]] const T* end() const { return &few_[size_]; }

 private:
  // From the front, past all that are better, whom it takes the place of: without a branch an item.
  void sink(T item, std::size_t last) {
    for (std::size_t j = 0; j != last; ++j) {
      const bool is_better = static_cast<bool>(falls_(item, few_[j]));
      const T worse = is_better ? few_[j] : item;
      few_[j] = is_better ? item : few_[j];
      item = worse;
    }
    few_[last] = item;
  }

  std::size_t k_;
  Falls falls_;
  std::size_t size_ = 0;
  T few_[few_of_the_best];
};

template <class Iterator, class Compare, class Projection>
inline constexpr bool are_tops_values =
    are_numbers<Iterator, Compare, Projection> && std::is_integral_v<std::iter_value_t<Iterator>>;

// Few of many: the best of each block, and of those the best.
template <bool Erased, class Ranks>
best<Ranks> top_of_blocks(std::size_t count, std::size_t k, const Ranks& ranks, const hints& with,
                          const std::source_location& where) {
  const std::size_t most = count / (4 * k);
  const std::size_t blocks = most < most_blocks ? most : most_blocks;
  std::vector<std::vector<std::size_t>> of_block(blocks);
  auto leaf = [&](std::size_t b, std::size_t end) {
    for (; b != end; ++b) {
      best<Ranks> top(k, ranks);
      top.offer_all(count / blocks * b, b + 1 == blocks ? count : count / blocks * (b + 1));
      top.finish();
      of_block[b].assign(top.begin(), top.end());
    }
  };
  run<Erased>(blocks, leaf, of_a_move(with), where);
  best<Ranks> top(k, ranks);
  for (const auto& places : of_block) {
    for (const std::size_t i : places) top.offer(i);
  }
  top.finish();
  return top;
}

// A good part of many: the places of all are parted, and those in front sorted.
template <bool Erased, class Ranks>
std::vector<std::size_t> top_by_parting(std::size_t count, std::size_t k, const Ranks& ranks, const hints& with,
                                        const std::source_location& where) {
  std::vector<std::size_t> places(count);
  for (std::size_t i = 0; i != count; ++i) places[i] = i;
  if (k != count) select<std::size_t*, Ranks, Erased>(places.data(), count, k, ranks, with, where);
  sort_items<Erased>(places.data(), k, ranks, with, where);
  places.resize(k);
  return places;
}

// take(begin, end) receives the places of the k that rank first, in order.
template <bool Erased, class Ranks, class Take>
void top_places(std::size_t count, std::size_t k, const Ranks& ranks, Take take, const hints& with,
                const std::source_location& where) {
  if (count >= shared_top_from) {
    if (k > count / 8) {
      const auto places = top_by_parting<Erased>(count, k, ranks, with, where);
      return take(places.data(), places.data() + places.size());
    }
    const auto top = top_of_blocks<Erased>(count, k, ranks, with, where);
    return take(top.begin(), top.end());
  }
  best<Ranks> top(k, ranks);
  auto whole = [&top, count] {
    top.offer_all(0, count);
    top.finish();
  };
  run_whole<Erased>(count, whole, with, where);
  take(top.begin(), top.end());
}

// The comparator turned round; NaN stay last.
template <class Compare, class Projection, class Reference>
struct falling_order {
  using type = struct turned {
    before<Compare, Projection, Reference> rises;
    turned(Compare& c, Projection& p) : rises(c, p) {}
    bool operator()(Reference a, Reference b) { return rises(static_cast<Reference>(b), static_cast<Reference>(a)); }
  };
};
template <class Compare, class Projection, class Reference>
  requires std::floating_point<plain_key<Projection, Reference>> &&
           is_natural<Compare, plain_key<Projection, Reference>>
struct falling_order<Compare, Projection, Reference> {
  using key = plain_key<Projection, Reference>;
  using type = struct turned {
    in_loop<Projection, Reference> project;
    turned(Compare&, Projection& p) : project(p) {}
    bool operator()(Reference a, Reference b) {
      using order = std::conditional_t<is_less<Compare, key>, number_greater, number_less>;
      return order{}(project(static_cast<Reference>(a)), project(static_cast<Reference>(b)));
    }
  };
};

}  // namespace berth::detail

namespace berth {

// Copies of the k greatest items by `compare` applied to what `projection` makes of them, the greatest first; all,
// where there are fewer than k.
//
//   for (const page& p : berth::top_k(pages, 10, {}, &page::hits)) ...
//
// Shapes: any random-access range of known size of items that can be copied; it is not changed.
// Order: falling; of items that compare equal the earlier comes first, and is taken. NaN come last, by std::less and by
//   std::greater (which gives the k least).
// Waits: blocks the thread until all is done; a waiting thread runs pieces of this call and of calls made inside it,
//   nothing else. Inside compare and projection, nested calls are allowed.
// Cancellation: hints stop and until; the call then throws `cancelled` or `deadline_exceeded`, which counts blocks.
// Throws: what compare or projection threw in the first failing block; std::bad_alloc.
// Thread-safety: compare and projection are called from several threads at once.
// Complexity: O(n + k log k) compares on average, about n for small k; span O(n / p + b k) for b <= 128 blocks, and
//   that of partial_sort where k is above an eighth of n. Memory: 16 k bytes a block, 8 n bytes at most in all.
template <indexable Range, detail::not_hints Compare = std::less<>, detail::not_hints Projection = std::identity>
[[nodiscard]] auto top_k(Range&& items, std::size_t k, Compare&& compare = {}, Projection&& projection = {},
                         const hints& with = no_hints, std::source_location where = std::source_location::current()) {
  using reference = std::ranges::range_reference_t<Range>;
  using comparator = std::remove_reference_t<Compare>;
  using projector = std::remove_reference_t<Projection>;
  constexpr bool comparable = detail::orders<comparator, projector, reference>;
  static_assert(comparable,
                "berth::top_k: the comparator must be callable with two elements, as projected, and say "
                "whether the first comes before the second");
  using item = std::ranges::range_value_t<Range>;
  constexpr bool copies = std::constructible_from<item, reference>;
  static_assert(copies, "berth::top_k: the elements must be copyable, for the result holds copies of them");
  std::vector<item> top;
  if constexpr (comparable && copies) {
    using falls = typename detail::falling_order<comparator, projector, reference>::type;
    const auto first = std::ranges::begin(items);
    const std::size_t count = detail::size_of(items);
    if (k == 0 || count == 0) return top;
    const detail::ranks_before<std::remove_const_t<decltype(first)>, falls> ranks{first, falls(compare, projection)};
    constexpr bool erased = detail::is_erased<Compare> || detail::is_erased<Projection>;
    if constexpr (detail::are_tops_values<std::remove_const_t<decltype(first)>, comparator, projector>) {
      if (k <= detail::few_of_the_best && count < detail::shared_top_from) {
        detail::best_values<item, falls> best(k < count ? k : count, ranks.falls);
        auto whole = [&best, &first, count] { best.offer_all(std::to_address(first), count); };
        detail::run_whole<erased>(count, whole, with, where);
        return std::vector<item>(best.begin(), best.end());
      }
    }
    const auto take = [&](const std::size_t* place, const std::size_t* end) {
      top.reserve(static_cast<std::size_t>(end - place));
      for (; place != end; ++place) top.push_back(detail::at(first, *place));
    };
    detail::top_places<erased>(count, k < count ? k : count, ranks, take, with, where);
  }
  return top;
}
template <indexable Range>
[[nodiscard]] auto top_k(Range&& items, std::size_t k, const hints& with,
                         std::source_location where = std::source_location::current()) {
  return berth::top_k(items, k, std::less<>{}, std::identity{}, with, where);
}
template <indexable Range, detail::not_hints Compare>
[[nodiscard]] auto top_k(Range&& items, std::size_t k, Compare&& compare, const hints& with,
                         std::source_location where = std::source_location::current()) {
  return berth::top_k(items, k, compare, std::identity{}, with, where);
}

}  // namespace berth
