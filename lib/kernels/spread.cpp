#include "kernels/spread.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <tuple>
#include <utility>

#include "kernels/rows.hpp"
#include "kernels/stream_store.hpp"
#include "kernels/two_digits.hpp"

namespace berth::impl {
namespace {

constexpr std::size_t sample_size = 4096;
// A class may be so much of all: what the threads have to do is even enough then.
constexpr std::size_t most_of_a_class = sample_size / 24;

// Keys on their way to one class, a line at a time.
template <class Key>
struct alignas(64) line {
  static constexpr std::size_t size = 64 / sizeof(Key);
  Key keys[size];

  void write_to(Key* to) const {
    auto* const bytes = reinterpret_cast<unsigned char*>(to);
    const auto* const from = reinterpret_cast<const unsigned char*>(keys);
    for (std::size_t k = 0; k != sizeof keys; k += stream_bytes) stream_store(bytes + k, from + k);
  }
};

// Every step-th key: the least, and how many bits the others need above it.
template <class Key>
std::pair<Key, unsigned> extent_of(const Key* from, std::size_t count, std::size_t step) {
  Key low = from[0];
  Key high = from[0];
  for (std::size_t i = step; i < count; i += step) {
    low = std::min(low, from[i]);
    high = std::max(high, from[i]);
  }
  return {low, static_cast<unsigned>(std::bit_width(static_cast<Key>(high - low)))};
}

}  // namespace

bool spread::fit(const std::vector<std::uint64_t>& sample) {
  constexpr unsigned few_cells = 12;  // of which the table stays in the nearest cache
  constexpr unsigned many_cells = 16;
  return fit(sample, few_cells) || fit(sample, many_cells);
}

bool spread::fit(const std::vector<std::uint64_t>& sample, unsigned cell_bits) {
  lowest_ = sample.front();
  const unsigned bits = static_cast<unsigned>(std::bit_width(sample.back() - lowest_));
  shift_ = bits > cell_bits ? bits - cell_bits : 0;
  last_ = (std::uint64_t{1} << cell_bits) - 1;
  class_of_.assign(last_ + 1, 0);
  std::fill(std::begin(first_cell_), std::end(first_cell_), last_ + 1);
  std::size_t most = 0;
  std::size_t begin = 0;
  std::size_t rank = 0;
  for (std::uint64_t cell = 0; cell <= last_; ++cell) {
    const std::size_t c = rank == sample.size() ? classes - 1 : rank * classes / sample.size();
    class_of_[cell] = static_cast<std::uint8_t>(c);
    if (cell == 0 || class_of_[cell - 1] != c) {
      first_cell_[c] = cell;
      begin = rank;
    }
    while (rank != sample.size() && (sample[rank] - lowest_) >> shift_ == cell) ++rank;
    most = std::max(most, rank - begin);
  }
  return most <= most_of_a_class;
}

unsigned spread::width(std::size_t c) const {
  std::uint64_t end = last_ + 1;
  for (std::size_t next = c + 1; next != classes && end == last_ + 1; ++next) end = first_cell_[next];
  return static_cast<unsigned>(std::bit_width(end - first_cell_[c] - 1)) + shift_;
}

template <class T>
spread_sort<T>::spread_sort(T* row, std::size_t count, bool falling)
    : row_(row),
      count_(count),
      keys_(falling),
      grid_(count, 65536, ~std::size_t{0}),
      starts_(grid_.blocks() * classes) {
  buffer_ = detail::take_large(count * sizeof(key));
}

template <class T>
bool spread_sort<T>::fit() {
  std::vector<std::uint64_t> sample(sample_size);
  const std::size_t stride = count_ / sample_size;
  for (std::size_t i = 0; i != sample_size; ++i) {
    const std::size_t beside = static_cast<std::size_t>((i * 0x9e3779b97f4a7c15u) >> 33) % stride;
    sample[i] = keys_.of(row_[i * stride + beside]);
  }
  sort_row(sample.data(), sample_size, false);
  return spread_.fit(sample);
}

template <class T>
void spread_sort<T>::count(std::size_t block) {
  std::size_t* const counts = starts(block);
  std::uint32_t even[classes]{};
  std::uint32_t odd[classes]{};  // so that one of a kind need not wait for the one before
  const auto class_of = spread_.class_of();
  const auto keys = keys_;
  const std::size_t end = grid_.end(block);
  std::size_t i = grid_.begin(block);
  for (; end - i > 1; i += 2) {
    ++even[class_of(keys.of(row_[i]))];
    ++odd[class_of(keys.of(row_[i + 1]))];
  }
  if (i != end) ++even[class_of(keys.of(row_[i]))];
  for (std::size_t c = 0; c != classes; ++c) counts[c] = std::size_t{even[c]} + odd[c];
}

template <class T>
void spread_sort<T>::add_up() {
  std::size_t sum = 0;
  for (std::size_t c = 0; c != classes; ++c) {
    begins_[c] = sum;
    for (std::size_t b = 0; b != blocks(); ++b) sum += std::exchange(starts(b)[c], sum);
  }
  begins_[classes] = sum;
}

// Only whole lines of what this block writes are written past the cache: another may be writing the rest of a line.
template <class T>
void spread_sort<T>::scatter(std::size_t block) {
  using one_line = line<key>;
  constexpr std::size_t size = one_line::size;
  one_line lines[classes];
  std::size_t next[classes];
  const std::size_t* const begins = starts(block);
  std::memcpy(next, begins, sizeof next);
  key* const to = buffer();
  const auto class_of = spread_.class_of();
  const auto keys = keys_;
  const T* const row = row_;
  const auto write_part = [&lines, begins, to](std::size_t c, std::size_t end) {
    const std::size_t whole = (end - 1) / size * size;
    for (std::size_t i = std::max(whole, begins[c]); i != end; ++i) to[i] = lines[c].keys[i % size];
  };
  const std::size_t end = grid_.end(block);
  for (std::size_t i = grid_.begin(block); i != end; ++i) {
    const key k = keys.of(row[i]);
    const std::size_t c = class_of(k);
    const std::size_t place = next[c]++;
    lines[c].keys[place % size] = k;
    if (place % size != size - 1) continue;
    if (place - (size - 1) >= begins[c] && place >= size - 1)
      lines[c].write_to(to + (place - (size - 1)));
    else
      write_part(c, place + 1);
  }
  for (std::size_t c = 0; c != classes; ++c) {
    if (next[c] % size != 0 && next[c] != begins[c]) write_part(c, next[c]);
  }
  end_stream();
}

template <class T>
void spread_sort<T>::put_back_numbers(std::size_t c) {
  if constexpr (std::is_unsigned_v<T>) {
    if (keys_.of(T{0}) == 0) return;  // rising: a number is its own key
  }
  key_in_place* const row = in_place(begins_[c]);
  for (std::size_t i = 0; i != size(c); ++i) row[i] = std::bit_cast<key>(keys_.number(row[i]));
}

template <class T>
void spread_sort<T>::bring_back_sorted(std::size_t c) {
  const std::size_t count = size(c);
  if (count == 0) return;
  const key* const from = buffer() + begins_[c];
  key_in_place* const to = in_place(begins_[c]);
  key least = static_cast<key>(spread_.least(c));
  unsigned width = spread_.width(c);
  const bool beyond_sample = begins_[c] == 0 || begins_[c + 1] == count_;
  const unsigned seen = extent_of(from, count, count / 64 + 1).second;
  if (beyond_sample || seen + 2 < width) std::tie(least, width) = extent_of(from, count, 1);
  bool sorted = false;
  if (count < UINT32_MAX) {
    const std::unique_ptr<key[]> beside(new key[count]);
    sorted = sort_spread_keys(from, count, least, width, beside.get(), to);
  } else {
    std::memcpy(static_cast<void*>(to), from, count * sizeof(key));
  }
  if (!sorted) sort_row(reinterpret_cast<key*>(row_) + begins_[c], count, false);
  put_back_numbers(c);
}

template <class T>
void spread_sort<T>::bring_back(std::size_t c) {
  std::memcpy(static_cast<void*>(in_place(begins_[c])), buffer() + begins_[c], size(c) * sizeof(key));
  put_back_numbers(c);
}

template class spread_sort<std::int32_t>;
template class spread_sort<std::uint32_t>;
template class spread_sort<float>;
template class spread_sort<std::int64_t>;
template class spread_sort<std::uint64_t>;
template class spread_sort<double>;

}  // namespace berth::impl
