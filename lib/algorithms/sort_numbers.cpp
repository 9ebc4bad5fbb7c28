// Numbers in many, in one of two ways, neither of which merges anything. By way of a buffer (kernels/spread.hpp), where
// they are a great many and spread over their range. Else parted in place until there are parts for every CPU, each of
// which the kernel sorts. Equal numbers are equal to the last bit, so that the result does not show which way it was.
#include <algorithm>
#include <berth/detail/call.hpp>
#include <berth/detail/numbers.hpp>
#include <berth/detail/order.hpp>
#include <berth/detail/part.hpp>
#include <berth/detail/sort_items.hpp>
#include <vector>

#include "kernels/number_keys.hpp"
#include "kernels/numbers.hpp"
#include "kernels/spread.hpp"
#include "pool/pool.hpp"

namespace berth::impl {
namespace {

using place = std::source_location;

// From so many on, going over them three times costs less than the depth of a quicksort.
constexpr std::size_t worth_a_buffer = 500'000;

// Every class, whatever happens: where a class could not be put in order, for want of memory or because the call was
// stopped, it is brought back as it is.
template <class T>
void bring_back(spread_sort<T>& work, const hints& with, const place& where) {
  struct whole_row {
    spread_sort<T>& work;
    bool done[spread::classes]{};
    ~whole_row() {
      for (std::size_t c = 0; c != spread::classes; ++c) {
        if (!done[c]) work.bring_back(c);
      }
    }
  } row{work};
  auto leaf = [&work, &row](std::size_t begin, std::size_t end) {
    for (; begin != end; ++begin) {
      work.bring_back_sorted(begin);
      row.done[begin] = true;
    }
  };
  detail::run<false>(spread::classes, leaf, with, where);
}

// By way of a buffer. False where the numbers do not lend themselves to it or there is no memory for it; they are all
// there still.
template <class T>
bool was_spread(T* row, std::size_t count, bool falling, const hints& with, const place& where) try {
  spread_sort<T> work(row, count, falling);
  if (!work.fit()) return false;
  auto count_blocks = [&work](std::size_t begin, std::size_t end) {
    for (; begin != end; ++begin) work.count(begin);
  };
  detail::run<false>(work.blocks(), count_blocks, with, where);
  work.add_up();
  auto scatter_blocks = [&work](std::size_t begin, std::size_t end) {
    for (; begin != end; ++begin) work.scatter(begin);
  };
  detail::run<false>(work.blocks(), scatter_blocks, with, where);
  bring_back(work, with, where);
  return true;
} catch (const std::bad_alloc&) {
  return false;
}

template <class T, class Order>
class many_numbers {
 public:
  many_numbers(T* row, const hints& with, const place& where)
      : row_(row), with_(detail::of_a_move(with)), where_(where) {}

  void sort(std::size_t count) {
    if (was_monotone(count)) return;
    if (count >= worth_a_buffer && was_spread(row_, count, falling, with_, where_)) return;
    part(0, count, depth());
    auto leaf = [this](std::size_t begin, std::size_t end) {
      for (; begin != end; ++begin) sort_alone(row_ + parts_[begin].begin, parts_[begin].count, falling);
    };
    detail::run<false>(parts_.size(), leaf, with_, where_);
  }

 private:
  static constexpr bool falling = std::is_same_v<Order, detail::number_greater>;
  struct extent {
    std::size_t begin, count;
  };

  // A part for every CPU, and some more where there are many, so that none waits long for the last.
  static unsigned depth() {
    unsigned depth = 1;
    while ((1u << depth) < budget_width()) ++depth;
    return depth + (budget_width() > 2);
  }

  // By the keys, for which no two numbers are equal that can be told apart.
  bool was_monotone(std::size_t count) {
    struct by_key {
      bool operator()(T a, T b) const { return number_keys<T>(falling).of(a) < number_keys<T>(falling).of(b); }
    } order;
    return detail::was_monotone<false>(row_, count, order, with_, where_);
  }

  void part(std::size_t begin, std::size_t count, unsigned deeper) {
    if (deeper == 0 || count < detail::many_numbers / 4) {
      parts_.push_back({begin, count});
      return;
    }
    const std::size_t left = part_around(row_ + begin, count, median(row_ + begin, count));
    part(begin, left, deeper - 1);
    part(begin + left, count - left, deeper - 1);
  }

  std::size_t part_around(T* row, std::size_t count, T pivot) {
    struct is_left {
      T pivot;
      bool operator()(T x) const { return falling ? x > pivot : x < pivot; }  // no NaN
    };
    detail::parting<T*, is_left> work(row, count, count / 2, {pivot});
    return work.template part<false>(with_, where_);
  }

  T median(const T* row, std::size_t count) {
    constexpr std::size_t many = 511;
    std::vector<T> sample;
    sample.reserve(many);
    const std::size_t stride = count / many;
    for (std::size_t i = 0; i != many; ++i) {
      const T x = row[i * stride + static_cast<std::size_t>((i * 0x9e3779b97f4a7c15u) >> 33) % stride];
      if (x == x) sample.push_back(x);
    }
    if (sample.empty()) return T{};
    std::nth_element(sample.begin(), sample.begin() + static_cast<std::ptrdiff_t>(sample.size() / 2), sample.end());
    return sample[sample.size() / 2];
  }

  T* row_;
  hints with_;
  const place& where_;
  std::vector<extent> parts_;
};

}  // namespace
}  // namespace berth::impl

namespace berth::detail {

void sort_many_numbers(const numbers& n, const hints& with, const std::source_location& where) {
  impl::as_typed(n, [&]<class T>(T* row) {
    if (n.falling)
      impl::many_numbers<T, number_greater>(row, with, where).sort(n.count);
    else
      impl::many_numbers<T, number_less>(row, with, where).sort(n.count);
  });
}

}  // namespace berth::detail
