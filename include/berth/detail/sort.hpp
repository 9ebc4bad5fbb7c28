#pragma once
// Which way a sort goes: numbers that lie side by side by compiled kernels; what is sorted by a number, or text, by
// keys beside it; all else by comparing the items.
#include <berth/detail/numbers.hpp>
#include <berth/detail/numbers_from_zero.hpp>
#include <berth/detail/order.hpp>
#include <berth/detail/raw_array.hpp>
#include <berth/detail/sample_sort.hpp>
#include <berth/detail/side_by_side.hpp>
#include <berth/detail/sort_items.hpp>
#include <berth/map.hpp>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <memory>
#include <source_location>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#if __has_include(<bits/stringfwd.h>)
#include <bits/stringfwd.h>
#else
#include <string>
#endif

namespace berth::detail {

template <class Iterator, class Compare, class Projection>
inline constexpr bool are_numbers =
    std::contiguous_iterator<Iterator> && kind_of<std::iter_value_t<Iterator>>() != number_kind::none &&
    is_natural<Compare, std::iter_value_t<Iterator>> && std::same_as<std::remove_cvref_t<Projection>, std::identity>;

template <class Compare, class T>
void sort_plain_numbers(T* first, std::size_t count, const hints& with, const std::source_location& where) {
  const numbers row{first, count, kind_of<T>(), is_greater<Compare, T>};
  if (count >= many_numbers) return sort_many_numbers(row, with, where);
  auto whole = [&row] { sort_numbers(row); };
  run_whole<false>(count, whole, with, where);
}

// Item i of the result is what was item order[i].item.
template <class Iterator, class Key>
class reordering {
  using item = std::iter_value_t<Iterator>;

 public:
  reordering(Iterator first, const std::vector<keyed<Key>>& order)
      : first_(first), order_(order), grid_(sorting_blocks(order.size())), taken_(order.size()) {}

  void run(const hints& with, const std::source_location& where) {
    if (order_.size() < shared_sort_from<item>) {
      take(0, order_.size());
      return put(0, order_.size());
    }
    auto take_block = [this](std::size_t b) { take(grid_.begin(b), grid_.end(b)); };
    run_to_the_end(grid_.blocks(), take_block, with, where);
    auto put_block = [this](std::size_t b) { put(grid_.begin(b), grid_.end(b)); };
    run_to_the_end(grid_.blocks(), put_block, with, where);
  }

 private:
  void take(std::size_t i, std::size_t end) {
    for (; i != end; ++i) relocate(taken_.data() + i, std::addressof(at(first_, order_[i].item)));
  }
  void put(std::size_t i, std::size_t end) {
    for (; i != end; ++i) relocate(std::addressof(at(first_, i)), taken_.data() + i);
  }

  Iterator first_;
  const std::vector<keyed<Key>>& order_;
  block_grid grid_;
  raw_array<item> taken_;
};

template <class Iterator, class Key>
void take_order(Iterator first, const std::vector<keyed<Key>>& order, const hints& with,
                const std::source_location& where) {
  using item = std::iter_value_t<Iterator>;
  if constexpr (moves_safely<item>) {
    reordering<Iterator, Key>(first, order).run(with, where);
  } else {
    std::vector<item> taken;
    taken.reserve(order.size());
    for (const auto& o : order) taken.push_back(std::move(at(first, o.item)));
    for (std::size_t i = 0; i != order.size(); ++i) at(first, i) = std::move(taken[i]);
  }
}

// Few small keys: on the stack, and the items are put in order one place after another.
template <class Iterator, class Key>
inline constexpr bool has_small_keys =
    std::is_trivially_copyable_v<Key> && std::is_trivially_default_constructible_v<Key> && sizeof(Key) <= 16 &&
    moves_safely<std::iter_value_t<Iterator>>;
template <class Iterator, class Key>
void take_order_of_few(Iterator first, keyed<Key>* order, std::size_t count) {
  for (std::size_t i = 0; i != count; ++i) {
    if (order[i].item == i) continue;
    std::iter_value_t<Iterator> held = std::move(at(first, i));
    std::size_t gap = i;
    while (order[gap].item != i) {
      const std::size_t from = std::exchange(order[gap].item, gap);
      at(first, gap) = std::move(at(first, from));
      gap = from;
    }
    at(first, gap) = std::move(held);
    order[gap].item = gap;
  }
}
template <bool Erased, class Key, class Iterator, class MakeKey, class Compare>
void sort_few_by_keys(Iterator first, std::size_t count, MakeKey& make_key, Compare compare, const hints& with,
                      const std::source_location& where) {
  keyed<Key> order[few_to_sort];
  auto leaf = [&, first](std::size_t begin, std::size_t end) {
    for (; begin != end; ++begin) order[begin] = {make_key(at(first, begin)), begin};
  };
  run<Erased>(count, leaf, with, where);
  insertion_sort(&order[0], count, compare);
  take_order_of_few(first, &order[0], count);
}

// Sorts by keys that make_key(item) makes, each once; compare(a, b) compares two of type keyed<Key>. Stable.
template <bool Erased, class Key, class Iterator, class MakeKey, class Compare>
void sort_by_keys(Iterator first, std::size_t count, MakeKey& make_key, const Compare& compare, const hints& with,
                  const std::source_location& where) {
  if constexpr (has_small_keys<Iterator, Key> && !Erased)
    if (count <= few_to_sort) return sort_few_by_keys<Erased, Key>(first, count, make_key, compare, with, where);
  auto pair_up = [first, &make_key](std::size_t i) { return keyed<Key>{make_key(at(first, i)), i}; };
  std::vector<keyed<Key>> order = map_objects<keyed<Key>>(count, counting{}, pair_up, with, where);
  sort_items<Erased>(order.data(), count, compare, with, where);
  take_order(first, order, with, where);
}

// The standard ones alone: what is derived from them may have an order of its own.
template <class T>
inline constexpr bool is_text = std::same_as<T, std::string_view>;
template <class Allocator>
inline constexpr bool is_text<std::basic_string<char, std::char_traits<char>, Allocator>> = true;

// Eight bytes of a text as a number that compares as the texts do: those behind what the texts begin with. Equal
// numbers say nothing. A text that begins otherwise lies before or behind all those that do.
struct text_key {
  const char* beginning;
  std::size_t length;

  template <class Text>
  std::uint64_t operator()(const Text& t) const {
    const std::size_t size = t.size();
    if (length != 0) {
      const int order = std::memcmp(t.data(), beginning, size < length ? size : length);
      if (order != 0 || size < length) return order > 0 ? ~std::uint64_t{0} : 0;
    }
    unsigned char bytes[8]{};
    const std::size_t rest = size - length;
    if (rest != 0) std::memcpy(bytes, t.data() + length, rest < 8 ? rest : 8);
    std::uint64_t key = 0;
    for (const unsigned char b : bytes) key = key << 8 | b;
    return key;
  }
};

// What a few texts, taken from all over the range, say about all: what they begin with, and whether keys tell them
// apart.
template <class Iterator, class Projection>
class text_sample {
  using reference = std::iter_reference_t<Iterator>;
  static constexpr std::size_t many = 32;

 public:
  text_sample(Iterator first, std::size_t count, Projection& project) {
    in_loop<Projection, reference> call = project;
    decltype(auto) whole = call(at(first, 0));
    key_ = {whole.data(), whole.size()};
    for (std::size_t i = 1; i != many; ++i) shorten(call(at(first, i * (count / many))));
    std::uint64_t keys[many];
    for (std::size_t i = 0; i != many; ++i) keys[i] = key_(call(at(first, i * (count / many))));
    number_less less;
    insertion_sort(&keys[0], many, less);
    for (std::size_t i = 1; i != many; ++i) alike_ += keys[i] == keys[i - 1];
  }
  [[nodiscard]] const text_key& key() const { return key_; }
  [[nodiscard]] bool tells_apart() const { return alike_ < many / 4; }

 private:
  template <class Text>
  void shorten(const Text& t) {
    std::size_t same = 0;
    const std::size_t most = t.size() < key_.length ? t.size() : key_.length;
    while (same != most && t.data()[same] == key_.beginning[same]) ++same;
    key_.length = same;
  }

  text_key key_{};
  std::size_t alike_ = 0;
};

template <class Iterator, class Projection, bool Falling>
struct compare_text {
  Iterator first;
  in_loop<Projection, std::iter_reference_t<Iterator>> project;
  using pair = keyed<std::uint64_t>;
  bool operator()(const pair& a, const pair& b) {
    if (a.key != b.key) return Falling ? a.key > b.key : a.key < b.key;
    return Falling ? text_of(b) < text_of(a) : text_of(a) < text_of(b);
  }
  decltype(auto) text_of(const pair& p) { return project(at(first, p.item)); }
};

template <class T, class Key, class Compare>
inline constexpr bool has_number_keys = is_number<Key> && is_natural<Compare, Key> && !is_sorted_itself<T>;

// Below this an item is compared with the others about as often as its key would be written.
inline constexpr std::size_t few_keys = 32;

// Stable, but for rows of plain numbers (where nobody can tell, -0.0 aside).
template <bool Stable, class Iterator, class Compare, class Projection>
void sort_range(Iterator first, std::size_t count, Compare& compare, Projection& project, const hints& with,
                const std::source_location& where) {
  using item = std::iter_value_t<Iterator>;
  using reference = std::iter_reference_t<Iterator>;
  using key = plain_key<Projection, reference>;
  constexpr bool erased = is_erased<Compare> || is_erased<Projection>;
  if (count < 2 && may_be_plain(with, 1)) return;
  if constexpr (are_numbers<Iterator, Compare, Projection> && !(Stable && std::floating_point<item>)) {
    return sort_plain_numbers<Compare>(std::to_address(first), count, with, where);
  } else {
    using order = before<Compare, Projection, reference>;
    order in_order(compare, project);
    if constexpr (has_number_keys<item, key, Compare>) {
      using by_size = compare_keys<std::conditional_t<is_less<Compare, key>, number_less, number_greater>>;
      in_loop<Projection, reference> make_key = project;
      if (count >= few_keys) {
        if (count >= shared_sort_from<item> && was_monotone<erased>(first, count, in_order, with, where)) return;
        if constexpr (moves_safely<item>) {
          if (count >= shared_sort_from<item>) {
            using keys = keys_made_by<key, in_loop<Projection, reference>, decltype(by_size::before)>;
            return sample_sort<erased, Iterator, order, keys>(first, count, in_order, with, where, keys{project, {}})
                .sort();
          }
        }
        return sort_by_keys<erased, key>(first, count, make_key, by_size{}, with, where);
      }
    } else if constexpr (is_text<key> && std::is_lvalue_reference_v<key_of<Projection, reference>> &&
                         is_natural<Compare, key>) {
      using by_text = compare_text<Iterator, Projection, is_greater<Compare, key>>;
      if (count >= few_keys) {
        if (count >= shared_sort_from<item> && was_monotone<erased>(first, count, in_order, with, where)) return;
        const text_sample<Iterator, Projection> sample(first, count, project);
        auto make_key = [call = in_loop<Projection, reference>(project), key = sample.key()](reference r) mutable {
          return key(call(r));
        };
        if (sample.tells_apart())
          return sort_by_keys<erased, std::uint64_t>(first, count, make_key, by_text{first, project}, with, where);
      }
    }
    sort_items<erased>(first, count, in_order, with, where);
  }
}

}  // namespace berth::detail
