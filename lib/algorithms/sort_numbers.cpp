// Numbers in many: parted in place until there is a part for every CPU, then each part sorted by the kernel. No buffer,
// and nothing is merged. Where equal numbers are equal to the last bit, the division does not show in the result.
#include <algorithm>
#include <berth/detail/call.hpp>
#include <berth/detail/numbers.hpp>
#include <berth/detail/order.hpp>
#include <berth/detail/part.hpp>
#include <berth/detail/sample_sort.hpp>
#include <vector>

#include "kernels/number_keys.hpp"
#include "kernels/numbers.hpp"
#include "pool/pool.hpp"

namespace berth::impl {
namespace {

using place = std::source_location;

template <class T, class Order>
class many_numbers {
 public:
  many_numbers(T* row, const hints& with, const place& where)
      : row_(row), with_(detail::for_blocks(with)), where_(where) {}

  void sort(std::size_t count) {
    if (was_monotone(count)) return;
    part(0, count, depth());
    auto leaf = [this](std::size_t begin, std::size_t end) {
      for (; begin != end; ++begin) sort_alone(row_ + parts_[begin].begin, parts_[begin].count, falling, false);
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
    return detail::was_monotone(row_, count, order, with_, where_);
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
