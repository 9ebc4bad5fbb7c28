#pragma once
// Least significant digit first, a byte a pass, with as much room again; a byte that is the same in all keys costs
// nothing.
#include <cstddef>
#include <cstring>
#include <memory>
#include <utility>

#include "kernels/number_keys.hpp"

namespace berth::impl {

template <class Key>
class radix_sort {
  static constexpr std::size_t digits = sizeof(Key);

 public:
  radix_sort(Key* row, std::size_t count) : row_(row), count_(count), beside_(new Key[count]) {}

  void sort() {
    count_digits();
    Key* from = row_;
    Key* to = beside_.get();
    for (std::size_t d = 0; d != digits; ++d) {
      if (all_the_same(d)) continue;
      pass(d, from, to);
      std::swap(from, to);
    }
    for (std::size_t i = 0; from != row_ && i != count_; ++i) row_[i] = from[i];
  }

 private:
  static std::size_t digit(Key k, std::size_t d) { return (k >> (8 * d)) & 255; }

  void count_digits() {
    for (std::size_t i = 0; i != count_; ++i) {
      for (std::size_t d = 0; d != digits; ++d) ++counts_[d][digit(row_[i], d)];
    }
  }
  [[nodiscard]] bool all_the_same(std::size_t d) const { return counts_[d][digit(row_[0], d)] == count_; }

  void pass(std::size_t d, const Key* from, Key* to) {
    std::size_t begin = 0;
    for (std::size_t& c : counts_[d]) begin += std::exchange(c, begin);
    for (std::size_t i = 0; i != count_; ++i) to[counts_[d][digit(from[i], d)]++] = from[i];
  }

  Key* row_;
  std::size_t count_;
  std::unique_ptr<Key[]> beside_;
  std::size_t counts_[digits][256]{};
};

// Any numbers, by way of their keys, which are made where the numbers are.
template <class T>
void radix_sort_numbers(T* row, std::size_t count, bool falling) {
  if (count == 0) return;
  using key = key_for<T>;
  const number_keys<T> keys(falling);
  auto* const as_keys = reinterpret_cast<key*>(row);
  radix_sort<key> work(as_keys, count);  // what may throw comes first
  for (std::size_t i = 0; i != count; ++i) as_keys[i] = keys.of(std::bit_cast<T>(as_keys[i]));
  work.sort();
  for (std::size_t i = 0; i != count; ++i) {
    const T number = keys.number(as_keys[i]);
    std::memcpy(static_cast<void*>(as_keys + i), &number,
                sizeof number);  // bytes: they are read as numbers from here on
  }
}

}  // namespace berth::impl
