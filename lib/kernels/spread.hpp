#pragma once
// Sorting many numbers by way of a buffer, in phases of which each is shared out block by block or class by class:
// every number goes to one of 256 classes, which a sample has cut so that they are about as large; then each class,
// which the second-level cache holds, is brought back in order.
//
// The numbers are copied: until the first class is brought back the row is as it was. From then on every class has to
// be brought back, in order or not, before the row is whole again.
//
// Source: the first digit by a table over a sample, as in flash sort (Neubert, 1998); lines that are gathered in the
// cache and written past it, as in "Rethinking SIMD Vectorization" (Polychroniou and others, 2015).
#include <berth/detail/block_grid.hpp>
#include <berth/detail/large_memory.hpp>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/number_keys.hpp"

namespace berth::impl {

// Which class a key belongs to; of a greater key it is never a lower one. Cells of equal width over all keys, each of
// one class.
class spread {
 public:
  static constexpr std::size_t classes = 256;

  // From keys in order. False where no table makes classes that are small enough: keys that are nearly all alike.
  bool fit(const std::vector<std::uint64_t>& sample);

  // For a loop, which would otherwise read the members again after every store.
  struct lookup {
    std::uint64_t lowest;
    unsigned shift;
    std::uint64_t last;
    const std::uint8_t* class_of;
    [[nodiscard]] std::size_t operator()(std::uint64_t key) const {
      const std::uint64_t cell = (key > lowest ? key - lowest : 0) >> shift;
      return class_of[cell < last ? cell : last];
    }
  };
  [[nodiscard]] lookup class_of() const { return {lowest_, shift_, last_, class_of_.data()}; }
  // No key of the class is less, but of the first class; and how many bits tell its keys apart from there on.
  [[nodiscard]] std::uint64_t least(std::size_t c) const { return lowest_ + (first_cell_[c] << shift_); }
  [[nodiscard]] unsigned width(std::size_t c) const;

 private:
  bool fit(const std::vector<std::uint64_t>& sample, unsigned cell_bits);

  std::uint64_t lowest_ = 0;
  unsigned shift_ = 0;
  std::uint64_t last_ = 0;
  std::vector<std::uint8_t> class_of_;
  std::uint64_t first_cell_[classes + 1]{};
};

template <class T>
class spread_sort {
 public:
  using key = key_for<T>;
  static constexpr std::size_t classes = spread::classes;

  // std::bad_alloc.
  spread_sort(T* row, std::size_t count, bool falling);
  spread_sort(const spread_sort&) = delete;
  spread_sort& operator=(const spread_sort&) = delete;
  ~spread_sort() { detail::give_large(buffer_); }

  // Draws the sample. False: not this way.
  [[nodiscard]] bool fit();

  // Three phases; of a phase, any block or class on any thread.
  [[nodiscard]] std::size_t blocks() const { return grid_.blocks(); }
  void count(std::size_t block);
  void add_up();
  void scatter(std::size_t block);
  // std::bad_alloc.
  void bring_back_sorted(std::size_t c);
  void bring_back(std::size_t c);

 private:
  // The row's keys and the row are the same memory, and what is written as keys last is read as numbers.
  using key_in_place [[gnu::may_alias]] = key;

  [[nodiscard]] key* buffer() const { return static_cast<key*>(buffer_.at); }
  [[nodiscard]] key_in_place* in_place(std::size_t i) const { return reinterpret_cast<key_in_place*>(row_) + i; }
  [[nodiscard]] std::size_t size(std::size_t c) const { return begins_[c + 1] - begins_[c]; }
  [[nodiscard]] std::size_t* starts(std::size_t block) { return starts_.data() + block * classes; }
  void put_back_numbers(std::size_t c);

  T* row_;
  std::size_t count_;
  number_keys<T> keys_;
  detail::block_grid grid_;
  detail::memory_block buffer_;
  std::vector<std::size_t> starts_;
  std::size_t begins_[classes + 1]{};
  spread spread_;
};

}  // namespace berth::impl
